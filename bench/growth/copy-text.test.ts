import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CopyBuffer, copyCell, copyLine } from './copy-text.ts'

/** Parses a cell in the same way as PostgreSQL. */
const read = (cell: string): string | null =>
  cell === '\\N'
    ? null
    : cell.replaceAll(
        /\\(.)/g,
        (_, letter: string) => ({ t: '\t', n: '\n', r: '\r' })[letter] ?? letter,
      )

describe('copyCell', () => {
  it.each([
    [null, '\\N'],
    ['\\N', '\\\\N'],
    ['a\tb\nc\rd\\', 'a\\tb\\nc\\rd\\\\'],
    ['', ''],
    ['สมศรี', 'สมศรี'],
    [true, 't'],
    [false, 'f'],
    [1500, '1500'],
  ])('%j is written as %j', (value, cell) => expect(copyCell(value)).toBe(cell))

  it('a written value is parsed back to the original text', () => {
    const text = fc.string({ unit: fc.constantFrom('\\', 'N', 't', 'n', '\t', '\n', '\r', 'ก') })
    fc.assert(
      fc.property(text, (value) => {
        expect(read(copyCell(value))).toBe(value)
      }),
    )
  })
})

it('a row with line breaks in its cells is written as one line', () => {
  expect(copyLine(['a\nb', null, 3])).toBe('a\\nb\t\\N\t3\n')
})

it('the columns keep the order of the first row, and each row is returned once', () => {
  const buffer = new CopyBuffer('payment_line')
  buffer.add({ payment_id: 1, line_id: 2, paid: 300 })
  buffer.add({ paid: 600, line_id: 5, payment_id: 4 })
  const { text, ...chunk } = buffer.take()
  expect(chunk).toEqual({ table: 'payment_line', columns: ['payment_id', 'line_id', 'paid'] })
  expect(text.toString()).toBe('1\t2\t300\n4\t5\t600\n')
  expect(buffer.take().text).toHaveLength(0)
  expect(text.toString()).toBe('1\t2\t300\n4\t5\t600\n')
})

it('rows may have any length', () => {
  const buffer = new CopyBuffer('course')
  const names = ['ก'.repeat(100_000), 'ข', 'ค'.repeat(900_000), 'ง']
  for (const name of names) buffer.add({ type: 'car', name, price: 1 })
  expect(buffer.take().text.toString()).toBe(names.map((name) => `car\t${name}\t1\n`).join(''))
})
