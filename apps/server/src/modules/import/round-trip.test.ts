/** Values that are written to a template are read back unchanged. */
import { course } from '@khapdee/contract/entities/course'
import { imports } from '@khapdee/contract/entities/import'
import { formatBaht, satang } from '@khapdee/domain/money'
import { addDays, day } from '@khapdee/domain/thai-date'
import { allExams } from '@khapdee/domain/exams'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { dayCell, money, wholeNumber } from './cell-types.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp({ skipInvariants: true })
})
afterAll(() => test.close())

const references = { branches: [], roles: [] }

describe('the format of the template', () => {
  it.each([
    [
      'days',
      dayCell,
      fc.integer({ min: -40_000, max: 26_000 }).map((n) => addDays(day('2026-11-21'), n)),
    ],
    ['integers', wholeNumber, fc.nat()],
  ] as const)('reads back %s unchanged', (_, type, values) => {
    fc.assert(
      fc.property(values as fc.Arbitrary<unknown>, (value) => {
        expect(type.read(type.show(value as never, references), references)).toEqual({ value })
      }),
    )
  })

  it('reads back amounts of money as the same amount in baht', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_000 }), (amount) => {
        expect(money.read(formatBaht(satang(amount)), references)).toEqual({ value: amount / 100 })
      }),
    )
  })
})

/** Excludes control characters, which XML cannot contain, and texts of dashes, which clear a field. */
const writable = (text: string) => !/[^\P{Cc}\n]|\p{Cs}/u.test(text) && !/^[\s-–—]*$/.test(text)
const text = (maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter(writable)
const specialText = fc.constantFrom(
  '=1+1',
  '+66',
  '@x',
  '007',
  '1e5',
  '_x000D_',
  '<a&b>"',
  'น้ำ',
  '1/2/2569',
  'TRUE',
  'İΣ',
)

it('previews no change for the filled template of arbitrary courses', async () => {
  const { KKN, BPI } = test.school.branch
  const courses = fc.sample(
    fc.record({
      name: fc.oneof(text(100), specialText),
      type: fc.oneof(text(50), specialText),
      price: fc.nat({ max: 1_000_000_00 }),
      branch_id: fc.constantFrom(null, KKN, BPI),
      theory_hours: fc.nat({ max: 999 }),
      practice_hours: fc.nat({ max: 999 }),
      exams: fc.subarray([...allExams]),
      min_age: fc.option(fc.nat({ max: 99 })),
      detail: fc
        .array(fc.oneof(text(50), specialText), { maxLength: 3 })
        .map((lines) => lines.join('\n')),
      is_activate: fc.boolean(),
    }),
    300,
  )
  const stored = courses.flatMap((values) => {
    const decoded = course.fields.safeParse({ ...values, price: values.price / 100 })
    return decoded.success && decoded.data.name !== '' ? [decoded.data] : []
  })
  const unique = new Map(
    stored.map((values) => [`${values.branch_id} ${values.name.toLowerCase()}`, values]),
  )
  await test.db
    .insertInto('course')
    .values([...unique.values()].map((row) => ({ ...row, exams: JSON.stringify(row.exams) })))
    .execute()
  const { template, preview } = imports.course
  const { content } = (await test.call(template, { filled: 'true' }, 'admin')).data
  const file = new Uint8Array(Buffer.from(content, 'base64'))
  const { data } = await test.call(preview, { file }, 'admin')
  expect(data.rows.filter(({ state }) => state !== 'same')).toEqual([])
  expect(data.counts.same).toBeGreaterThan(100)
})
