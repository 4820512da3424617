/** Normalization of Thai text for storage, comparison and search. */

/** U+0E4D nikhahit, an optional tone mark, U+0E32 sara aa: sara am typed as two characters. */
const splitSaraAm = /\u0E4D([\u0E48-\u0E4B]?)\u0E32/g
const twoSaraE = /\u0E40\u0E40/g
/** Characters without a width or a shape: joiners, marks of the writing direction, and the soft hyphen. */
const invisible =
  /[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|\u200B|\u200C|\u200D|\u2060|\uFEFF/g

/**
 * Gives texts that look the same the same encoding: sara am becomes one character, two sara e become
 * sara ae, invisible characters are removed, white space is collapsed and trimmed, and the text is
 * NFC. Unicode normalisation alone does not unify these.
 */
export function normalizeThai(text: string): string {
  return (
    text
      .replace(invisible, '')
      .normalize('NFC')
      .replace(splitSaraAm, '$1\u0E33')
      // A tone mark that was before sara am may now follow another mark, whose order NFC defines.
      .normalize('NFC')
      .replace(twoSaraE, '\u0E41')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Replaces Thai digits ๐–๙ by 0–9. */
export function arabicDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
}

/** The first `max` UTF-16 units of a text; a surrogate pair at the end is dropped, never split. */
export function truncate(text: string, max: number): string {
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
