/**
 * The encoding TIS-620, one byte for each Thai character. Authorities and banks require it in text
 * files, and the chip of an ID card uses it.
 */

/** U+0E01–U+0E3A and U+0E3F–U+0E5B are the bytes A1–DA and DF–FB. */
const offset = 0x0e00 - 0xa0

/**
 * The byte of a character; null if it has none. Control characters have none, because they would
 * break records of files.
 */
function byteOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x20 && code < 0x7f) return code
  const isThai = (code >= 0x0e01 && code <= 0x0e3a) || (code >= 0x0e3f && code <= 0x0e5b)
  return isThai ? code - offset : null
}

/** The first character of a text that TIS-620 cannot encode, or null. */
export const firstUnencodable = (text: string): string | null =>
  [...text].find((character) => byteOf(character) === null) ?? null

/**
 * The bytes of one line of text. @throws RangeError for a character that TIS-620 cannot encode, and
 * for control characters
 */
export function encodeTis620(text: string): Uint8Array {
  return Uint8Array.from([...text], (character) => {
    const byte = byteOf(character)
    if (byte === null) throw new RangeError(`not in TIS-620: ${JSON.stringify(character)}`)
    return byte
  })
}

/**
 * The text of bytes; control characters stay, and a byte without a character in TIS-620 becomes
 * U+FFFD.
 */
export const decodeTis620 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => {
    if (byte < 0x80) return String.fromCharCode(byte)
    const character = String.fromCharCode(byte + offset)
    return byteOf(character) === byte ? character : '\u{FFFD}'
  }).join('')
