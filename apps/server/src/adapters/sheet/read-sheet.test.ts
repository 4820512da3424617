import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { baht, csvFile, xlsxFile } from '../../../test/make/sheet.ts'
import { unzip } from '../xlsx/test/read-workbook.ts'
import { zip } from '../xlsx/zip.ts'
import { readSheet } from './read-sheet.ts'
import { createSheetReader } from './sheet-reader.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const rowsOf = async (file: Uint8Array) => {
  const read = await readSheet(file)
  if ('problem' in read) throw new Error(read.problem)
  return read.rows.map(({ line, cells }) => [line, ...cells])
}

/** A ZIP archive of `files`. */
async function archive(files: readonly (readonly [name: string, content: string])[]) {
  async function* entries() {
    for (const [name, content] of files) yield { name, content: [content] }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zip(entries())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A workbook with this XML in its first sheet. @param before XML before the root element */
async function sheetOf(sheetData: string, before = '') {
  const parts = unzip(Buffer.from(await xlsxFile(['x'], [])))
  const xml = `<?xml version="1.0"?>${before}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheetData}</sheetData></worksheet>`
  return archive(
    [...parts].map(([name, content]) =>
      name === 'xl/worksheets/sheet1.xml' ? [name, xml] : [name, content.toString()],
    ),
  )
}

describe('a CSV file', () => {
  const table = [
    [1, 'ชื่อ', 'ราคา'],
    [2, 'รถยนต์', '5,500'],
  ]

  it.each([
    ['UTF-8', bytes('ชื่อ,ราคา\r\nรถยนต์,"5,500"')],
    ['UTF-8 with a byte order mark', bytes('\uFEFFชื่อ,ราคา\nรถยนต์,"5,500"\n')],
    ['semicolons', bytes('ชื่อ;ราคา\r\nรถยนต์;5,500')],
    ['tabs', bytes('ชื่อ\tราคา\r\nรถยนต์\t5,500')],
    ['CR as line end', bytes('ชื่อ\tราคา\rรถยนต์\t5,500')],
    ['UTF-16', new Uint8Array(Buffer.from('\uFEFFชื่อ\tราคา\nรถยนต์\t5,500', 'utf16le'))],
    [
      'Windows-874',
      // ช ื ่ อ , ร า ค า / ร ถ ย น ต ์ , as Thai Excel writes them.
      new Uint8Array([
        0xaa, 0xd7, 0xe8, 0xcd, 0x2c, 0xc3, 0xd2, 0xa4, 0xd2, 0x0d, 0x0a, 0xc3, 0xb6, 0xc2, 0xb9,
        0xb5, 0xec, 0x2c, 0x22, 0x35, 0x2c, 0x35, 0x30, 0x30, 0x22,
      ]),
    ],
  ])('is read with %s', async (_, file) => {
    expect(await rowsOf(file)).toEqual(table)
  })

  it('keeps line numbers after blank rows, and line breaks in cells', async () => {
    expect(await rowsOf(bytes('a,b\n,\n\n1,"x\ny"\n'))).toEqual([
      [1, 'a', 'b'],
      [4, '1', 'x\ny'],
    ])
  })
})

describe('an XLSX file', () => {
  it('gives texts, numbers, booleans and the values of formulas', async () => {
    const file = await sheetOf(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>=1+1</t></is></c><c r="B1"><v>1100000000016</v></c><c r="C1" t="b"><v>1</v></c></row>
      <row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="C3" t="str"><f>A1</f><v>ก</v></c><c r="D3" t="e"><v>#N/A</v></c></row>`,
    )
    expect(await rowsOf(file)).toEqual([
      [1, '=1+1', 1_100_000_000_016, true],
      // A formula with an error has no value.
      [3, 2, null, 'ก'],
    ])
  })

  it('does not resolve XML entities', async () => {
    const file = await sheetOf(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>a&x;b</t></is></c></row>',
      '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    )
    const text = JSON.stringify(await readSheet(file))
    expect(text).not.toContain('root:')
  })
})

describe('readSheet', () => {
  const zeros = '0'.repeat(30 * 1024 * 1024)

  it.each<[string, string, Uint8Array | (() => Promise<Uint8Array>)]>([
    ['an old Excel file', 'old-excel', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2])],
    ['HTML', 'unknown', bytes('<html><table><tr><td>ชื่อ</td></tr></table>')],
    ['a PDF', 'unknown', bytes('%PDF-1.7')],
    ['a picture', 'unknown', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0])],
    ['a file of blanks only', 'empty', bytes(' \n,,\n')],
    ['a truncated archive', 'damaged', async () => (await xlsxFile(['a'], [['b']])).slice(0, -30)],
    [
      'a file with only the signature of an archive',
      'damaged',
      bytes('PK\u0003\u0004 and no more'),
    ],
    ['an archive that is not a workbook', 'damaged', () => archive([['a.txt', 'x']])],
    ['a workbook with macros', 'macros', () => archive([['xl/vbaProject.bin', 'x']])],
    ['a ZIP bomb', 'too-large', () => archive([['xl/worksheets/sheet1.xml', zeros]])],
    [
      'an archive of many small files',
      'too-large',
      () => archive(Array.from({ length: 600 }, (_, i) => [`${i}`, 'x'] as const)),
    ],
    [
      'a sheet with too many rows',
      'too-many-rows',
      csvFile(Array.from({ length: 5100 }, (_, i) => [i])),
    ],
    [
      'a sheet with 100,000 columns',
      'too-many-columns',
      csvFile([Array.from({ length: 100_000 }, (_, i) => `c${i}`)]),
    ],
  ])('refuses %s', async (_, problem, file) => {
    expect(await readSheet(typeof file === 'function' ? await file() : file)).toEqual({ problem })
  })

  it('refuses an archive with false sizes without unpacking it', async () => {
    const file = await archive([['xl/worksheets/sheet1.xml', zeros]])
    // The central directory entry: 46 bytes before the name, with the unpacked size at offset 24.
    const size = file.lastIndexOf(Buffer.from('xl/worksheets')) - 46 + 24
    file.writeUInt32LE(1000, size)
    const before = process.memoryUsage().rss
    expect(await readSheet(file)).toEqual({ problem: 'damaged' })
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024)
  })

  it('refuses an archive with overlapping entries', async () => {
    const file = await archive([
      ['a', randomBytes(100).toString('hex')],
      ['b', 'y'],
    ])
    // The entry of 'b': 46 bytes and its name, before the end record of 22 bytes.
    const at = file.length - 22 - 47
    // The offset of 'b' becomes that of 'a', and its packed size nearly that of the whole archive.
    file.writeUInt32LE(file.readUInt32LE(file.length - 6) - 31, at + 20)
    file.writeUInt32LE(0, at + 42)
    expect(await readSheet(file)).toEqual({ problem: 'too-large' })
  })
})

describe('the sheet reader', () => {
  const reader = createSheetReader()
  afterAll(() => reader.close())

  it('survives a file that exhausts the memory of its worker, without memory growth in this thread', async () => {
    // One cell in row 1,000,000,000, for which the parser allocates all rows above.
    const file = await sheetOf('<row r="1000000000"><c r="A1000000000"><v>1</v></c></row>')
    const before = process.memoryUsage().heapUsed
    expect(await reader.read(file)).toEqual({ problem: 'too-large' })
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024)
    expect(await reader.read(await xlsxFile(['a'], [[baht(1)]]))).toEqual({
      rows: [
        { line: 1, cells: ['a'] },
        { line: 2, cells: [1] },
      ],
    })
  })

  it('refuses a CSV file of a million rows, and reads the file that waits behind it', async () => {
    const [million, small] = await Promise.all([
      reader.read(bytes('a,b\n' + '1,2\n'.repeat(1_000_000))),
      reader.read(bytes('a\n1')),
    ])
    expect(million).toEqual({ problem: 'too-many-rows' })
    expect('rows' in small && small.rows).toHaveLength(2)
  })

  it('reads several files at once', async () => {
    const files = Array.from({ length: 5 }, (_, i) => bytes(`a\n${i}`))
    const read = await Promise.all(files.map((file) => reader.read(file)))
    expect(read.map((result) => 'rows' in result && result.rows[1]?.cells)).toEqual(
      files.map((_, i) => [String(i)]),
    )
  })
})
