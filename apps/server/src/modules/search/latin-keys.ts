/** What was typed, or scanned, while the keyboard stood on Thai (Kedmanee, TIS 820). */

/** Rows of the Latin keyboard and, key for key, what they type in Thai. */
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
 * What the same keys type in the Latin layout: `ฑฎขษษ์ขุตๅๅขจจจ-` is `RE-KKN-6911-0003`. Null where
 * a character comes from a key without a letter, digit or hyphen.
 */
export function latinKeys(text: string): string | null {
  const letters = [...text].map((letter) => latinOf.get(letter))
  return letters.includes(undefined) ? null : letters.join('')
}
