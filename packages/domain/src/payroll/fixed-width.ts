/**
 * Text files of authorities and banks: records in TIS-620, and the problems that prevent writing
 * them.
 */
import { encodeTis620, firstUnencodable } from '../tis-620.ts'

/** Why a file cannot be written, with the employee concerned; the name is empty for the school's own data. */
export interface FileProblem {
  name: string
  message: string
}

/** A file, or all problems of its data. With any problem no file is written. */
export type FileResult = { bytes: Uint8Array } | { problems: FileProblem[] }

const endOfLine = Uint8Array.of(13, 10)

/**
 * The problem of a text that TIS-620 cannot encode, or that contains the separator of the file;
 * null for others.
 */
export function encodingProblem(text: string, name: string, separator = ''): FileProblem | null {
  const character =
    firstUnencodable(text) ?? (separator !== '' && text.includes(separator) ? separator : null)
  return character === null
    ? null
    : { name, message: `“${text}” มีอักขระ “${character}” ที่ใช้ในไฟล์นี้ไม่ได้` }
}

/**
 * The problem of a text that does not have exactly this number of digits; null for others. @param
 * label name of the text, in Thai
 */
export const digitsProblem = (
  text: string,
  length: number,
  { label, name }: { label: string; name: string },
): FileProblem | null =>
  new RegExp(`^\\d{${length}}$`).test(text)
    ? null
    : { name, message: `${label}ต้องเป็นตัวเลข ${length} หลัก` }

export const problemsOf = (problems: readonly (FileProblem | null)[]): FileProblem[] =>
  problems.filter((problem) => problem !== null)

/** A text cut or padded with spaces at its end. A width counts TIS-620 bytes, which are characters here. */
export const left = (text: string, width: number): string =>
  [...text].slice(0, width).join('').padEnd(width)

/** A whole number with zeros before it. @throws RangeError if it has more digits than the width */
export function zeros(value: number, width: number): string {
  const digits = String(value)
  if (!/^\d+$/.test(digits) || digits.length > width)
    throw new RangeError(`${value} does not fit ${width} digits`)
  return digits.padStart(width, '0')
}

/** The bytes of lines without problems, each ended by CR LF. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  const parts = lines.flatMap((line) => [encodeTis620(line), endOfLine])
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
