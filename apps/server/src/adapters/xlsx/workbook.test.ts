import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { readWorkbookSheet, readZip } from './test/read-workbook.ts'
import { type Cell, type Table, workbook } from './workbook.ts'

const columns = [
  { title: 'ลูกค้า', width: 30 },
  { title: 'ยอดสุทธิ', width: 14 },
]

async function* inBlocks(rows: readonly (readonly Cell[])[], size = 1000) {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size)
}

const table = (rows: readonly (readonly Cell[])[], blockSize?: number): Table => ({
  title: 'สมัครเรียน',
  notes: ['สาขา: ทั้งหมด'],
  columns,
  rows: inBlocks(rows, blockSize),
  sums: () => ['รวม', { satang: satang(12_345) }],
})

async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const write = (rows: readonly (readonly Cell[])[]) => bytesOf(workbook(table(rows)))

/** The XML of `cell` in a workbook with no other data; the first data cell of a sheet is A5. */
const cellXml = async (cell: Cell) =>
  /<c r="A5".*?(?:<\/c>|\/>)/s.exec(
    readZip(await write([[cell]])).get('xl/worksheets/sheet1.xml') ?? '',
  )?.[0]

describe('a workbook', () => {
  it('has title, notes, header, rows and sums', async () => {
    const rows = [
      ['สมศรี', { satang: satang(530_075) }],
      ['สมชาย', { satang: satang(-100) }],
    ]
    expect(readWorkbookSheet(await write(rows))).toEqual([
      ['สมัครเรียน'],
      ['สาขา: ทั้งหมด'],
      ['ลูกค้า', 'ยอดสุทธิ'],
      ['สมศรี', 5300.75],
      ['สมชาย', -1],
      ['รวม', 123.45],
    ])
  })

  it('contains every part listed in its content types', async () => {
    const files = readZip(await write([]))
    const types = files.get('[Content_Types].xml') ?? ''
    for (const [, name = ''] of types.matchAll(/PartName="\/([^"]+)"/g)) {
      expect(files.has(name)).toBe(true)
    }
    expect(types).toContain('/xl/worksheets/sheet1.xml')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|'/C calc'!A0"])(
    'writes %j as text, in a style that prevents Excel from making it a formula after an edit',
    async (text) => {
      const xml = await cellXml(text)
      expect(xml).toContain('t="inlineStr"')
      expect(xml).toContain('s="6"')
      expect(xml).not.toContain('<f>')
    },
  )

  it('has days as dates, shown with their Buddhist year', async () => {
    expect(await cellXml({ day: day('2026-11-21') })).toBe('<c r="A5" s="8"><v>46347</v></c>')
    expect(await cellXml({ day: day('1900-03-01') })).toContain('<v>61</v>')
    // Before a day that spreadsheets count and that never was.
    expect(await cellXml({ day: day('1900-02-28') })).toContain('28/02/2443')
    const styles = readZip(await write([])).get('xl/styles.xml') ?? ''
    expect(styles).toContain('<numFmt numFmtId="164" formatCode="[$-107041E]dd/mm/yyyy"/>')
  })

  it.each([
    ['<b>&"\'', '&lt;b&gt;&amp;"\''],
    ['a\u0000b\u001Fc\uFFFF\uD800', 'abc'],
    ['_x000D_', '_x005F_x000D_'],
    [' ป้ำ ', ' ป้ำ '],
    ['😀', '😀'],
  ])('writes %j as valid XML', async (text, xml) => {
    expect(await cellXml(text)).toContain(`<t xml:space="preserve">${xml}</t>`)
  })

  it('continues on another sheet when one is full, and has the sums on the last one', async () => {
    const rows = Array.from({ length: 25 }, (_, i) => [`${i}`, i])
    const bytes = await bytesOf(workbook(table(rows, 5), 10))
    const sheets = [1, 2, 3].map((n) => readWorkbookSheet(bytes, n))
    expect(sheets.map((sheet) => sheet.length)).toEqual([13, 13, 9])
    expect(sheets.flatMap((sheet) => sheet.slice(3).map(([name]) => name))).toEqual([
      ...rows.map(([name]) => name),
      'รวม',
    ])
  })

  it('gives the same bytes every time', async () => {
    const rows = [['สมศรี', 1]]
    expect(Buffer.compare(await write(rows), await write(rows))).toBe(0)
  })

  it('rejects when reading the rows fails, and closes their iterator when the consumer stops', async () => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      yield [['a', 1]]
      throw new Error('the database has gone')
    }
    await expect(bytesOf(workbook({ ...table([]), rows: failing() }))).rejects.toThrow('has gone')

    let isClosed = false
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) yield Array.from({ length: 1000 }, (_, i) => [`${Math.random()}`, i])
      } finally {
        isClosed = true
      }
    }
    for await (const chunk of workbook({ ...table([]), rows: endless() })) {
      if (chunk.length > 1000) break
    }
    await expect.poll(() => isClosed).toBe(true)
  })
})

it('reads rows only as fast as the file is consumed', async () => {
  let blocks = 0
  async function* endless(): AsyncGenerator<Cell[][]> {
    for (;;) {
      blocks++
      yield Array.from({ length: 1000 }, (_, i) => [`${Math.random()}`, i])
    }
  }
  const reader = workbook({ ...table([]), rows: endless() })
  for (let bytesRead = 0; bytesRead < 1000;) bytesRead += (await reader.next()).value?.length ?? 0
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(blocks).toBeLessThan(30)
  await reader.return(undefined)
})
