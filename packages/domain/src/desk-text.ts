/** Texts that are scanned or typed at the desk of the exam day. */
import { completeNumberIn } from './id-card.ts'
import { parseSlipCode } from './slip-code.ts'

/** The Latin and the Thai (Kedmanee) characters of the same keys, at the same positions; the shifted keys follow the plain ones. */
const latinKeys = '1234567890-qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM'
const thaiKeys = 'ๅ/-ภถุึคตจขๆไำพะัีรนยฟหกดเ้่าสผปแอิืท๐"ฎฑธํ๊ณฯญฤฆฏโฌ็๋ษศ()ฉฮฺ์?'

const latinByThai = new Map([...thaiKeys].map((thai, i) => [thai, latinKeys[i] ?? ''] as const))

/** The Latin characters of a text that a scanner typed while the Thai keyboard layout was active. */
export const latinOfThaiKeys = (text: string): string =>
  [...text].map((character) => latinByThai.get(character) ?? character).join('')

/** Identifies a candidate exactly. */
export type DeskKey = { code: string } | { idcard: string } | { passport: string }

/**
 * The code of a slip, or a complete ID or passport number; null for another text, such as a name.
 */
export function readDeskKey(text: string): DeskKey | null {
  const number = completeNumberIn(text)
  if (number !== null && 'idcard' in number) return number
  const code = parseSlipCode(text)
  return code === null ? number : { code }
}
