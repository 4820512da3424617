/** CSV as Thai spreadsheets save it: UTF-8, UTF-16 or Windows-874; comma, semicolon or tab. */

import { parse } from 'csv-parse/sync'

/** The text of a file. Nothing but UTF-8 is valid UTF-8 by chance; what is none is Windows-874. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-874').decode(bytes)
  }
}

/** The separator of the first line that has one. */
function separatorOf(text: string): string {
  const quoted = /"(?:[^"]|"")*"/g
  for (const line of text
    .slice(0, 100_000)
    .replace(quoted, '')
    .split(/\r\n|\r|\n/)) {
    const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length - 1 }))
    const most = counts.reduce((best, next) => (next.count > best.count ? next : best))
    if (most.count > 0) return most.sign
  }
  return ','
}

/** The cells, row by row; blank rows are there. @throws where quotes are never closed */
export const readCsv = (text: string): string[][] =>
  parse(text, {
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    // A cell of its own would be the whole rest of a file whose quotes are broken.
    max_record_size: 1_000_000,
  })
