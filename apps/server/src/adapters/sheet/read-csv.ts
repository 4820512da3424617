/**
 * Reads CSV in the variants that spreadsheet programs save in Thailand: UTF-8, UTF-16 or Windows-874, with
 * comma, semicolon or tab.
 */

import { parse } from 'csv-parse/sync'

/** Decodes a file: UTF-16 by its byte order mark, else UTF-8 if valid, which other encodings hardly ever are. */
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
    const best = counts.reduce((a, b) => (b.count > a.count ? b : a))
    if (best.count > 0) return best.sign
  }
  return ','
}

/**
 * The cells of each row, including blank rows; reading stops after `maxRows` rows.
 * @throws Error for an unclosed quote
 */
export const readCsv = (text: string, maxRows: number): string[][] =>
  parse(text, {
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    to: maxRows,
    // An unclosed quote makes the rest of the file one cell.
    max_record_size: 1_000_000,
  })
