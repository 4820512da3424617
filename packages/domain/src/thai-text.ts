/** Thai text as stored, compared and searched. */

/** U+0E4D nikhahit, an optional tone mark, U+0E32 sara aa: the typed-apart form of sara am. */
const splitSaraAm = /\u0E4D([\u0E48-\u0E4B]?)\u0E32/g
const twoSaraE = /\u0E40\u0E40/g
const zeroWidth = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g

/**
 * One spelling for text that looks the same: sara am in one piece, two sara e as sara ae,
 * zero-width characters dropped, runs of white space as one space, trimmed, NFC.
 * Unicode normalisation alone does not unify these.
 */
export function normalizeThai(text: string): string {
  return text
    .replace(zeroWidth, '')
    .normalize('NFC')
    .replace(splitSaraAm, '$1\u0E33')
    .replace(twoSaraE, '\u0E41')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Thai digits ๐–๙ as 0–9; everything else stays. */
export function arabicDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
}
