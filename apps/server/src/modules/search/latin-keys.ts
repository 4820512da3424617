/** Converts text typed or scanned under the Thai keyboard layout (Kedmanee, TIS 820) to Latin. */

/** Rows of keys: their Latin characters and, in the same order, their Thai characters. */
const rows: readonly (readonly [latin: string, thai: string])[] = [
  ['1234567890-', 'ๅ/-ภถุึคตจข'],
  ['qwertyuiop', 'ๆไำพะัีรนย'],
  ['asdfghjkl', 'ฟหกดเ้่าส'],
  ['zxcvbnm', 'ผปแอิืท'],
  ['QWERTYUIOP', '๐"ฎฑธํ๊ณฯญ'],
  ['ASDFGHJKL', 'ฤฆฏโฌ็๋ษศ'],
  ['ZXCVBNM', '()ฉฮฺ์?'],
]

const latinOf = new Map(
  rows.flatMap(([latin, thai]) => [...thai].map((letter, i) => [letter, latin[i] ?? ''] as const)),
)

/**
 * The characters of the same keys in the Latin layout: `ฑฎขษษ์ขุตๅๅขจจจ-` becomes `RE-KKN-6911-0003`.
 * Null when a character is on a key without a Latin letter, digit or hyphen.
 */
export function latinKeys(text: string): string | null {
  const letters = [...text].map((letter) => latinOf.get(letter))
  return letters.includes(undefined) ? null : letters.join('')
}
