/** Reads workbooks through the archive's directory, as a spreadsheet program does. */

import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive by name. Field offsets: APPNOTE.TXT, section 4.3. @throws Error if a size or checksum is wrong */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== 0x0605_4b50) throw new Error('no end of the directory')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [crc, packed, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field))
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString()
    const data = bytes.readUInt32LE(at + 42) + 30 + nameLength
    const content = inflateRawSync(bytes.subarray(data, data + (packed ?? 0)))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, content)
    at += 46 + nameLength
  }
  return files
}

/** The files of an archive, decoded as UTF-8. */
export const readZip = (bytes: Buffer): Map<string, string> =>
  new Map(Array.from(unzip(bytes), ([name, content]) => [name, content.toString()]))

/** The cells of each row of a sheet of a workbook. @param n number of the sheet, from 1 */
export function readWorkbookSheet(bytes: Buffer, n = 1): (string | number)[][] {
  const xml = readZip(bytes).get(`xl/worksheets/sheet${n}.xml`) ?? ''
  return Array.from(xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs), ([, cells = '']) =>
    Array.from(cells.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/gs), ([, cell = '']) => {
      const [, number] = /^<v>(.*)<\/v>$/.exec(cell) ?? []
      if (number !== undefined) return Number(number)
      return cell
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
    }),
  )
}
