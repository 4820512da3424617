import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { api, crudApis } from './api.ts'
import { onlyReads } from './endpoint.ts'
import { customerFields } from './entities/customer.ts'
import { employee, employeeFields, salaryFields } from './entities/employee.ts'
import { expenseItem } from './entities/expense-item.ts'
import { columnHeading, fieldMeta, labelled, titleOf, unwrapped } from './field-meta.ts'
import { messages } from './messages.ts'
import { day, flag, nonNegativeBaht, price, requiredText, text, wholeNumber } from './wire.ts'

const thai = /[ก-๙]/

describe('fieldMeta', () => {
  it('finds the label through checks, wrappers and codecs', () => {
    const schemas: z.ZodType[] = [
      text('รุ่น'),
      text('รุ่น').default(''),
      requiredText('รุ่น').optional().nullable(),
      labelled(nonNegativeBaht, 'รุ่น').optional(),
      labelled(day, 'รุ่น').nullable().default(null),
      labelled(z.string(), 'รุ่น').trim().max(10).default('').readonly(),
      z.array(labelled(z.string(), 'รุ่น')).max(3).default([]),
    ]
    expect(schemas.map((schema) => fieldMeta(schema).title)).toEqual(schemas.map(() => 'รุ่น'))
  })

  it('returns the outermost label', () => {
    expect(fieldMeta(labelled(text('ใน').default(''), 'นอก')).title).toBe('นอก')
  })

  it('returns an empty title for a schema without a label', () => {
    expect(fieldMeta(z.string().default('')).title).toBe('')
  })

  it('returns the display of a field through its wrappers', () => {
    expect(fieldMeta(labelled(nonNegativeBaht, 'เงินเดือน').optional())).toMatchObject({
      as: 'money',
    })
    expect(fieldMeta(flag('ใช้').default(true))).toMatchObject({ flag: ['ใช่', 'ไม่ใช่'] })
    expect(fieldMeta(expenseItem.fields.shape.branch_id)).toMatchObject({
      entity: 'branch',
      none: 'ทุกสาขา',
    })
  })

  it('marks a field as required unless it is optional, nullable or has a default', () => {
    const schema = wholeNumber('ชั่วโมง', 9)
    expect(fieldMeta(schema).isRequired).toBe(true)
    const optional = [schema.default(0), schema.nullable(), schema.optional(), schema.nullish()]
    expect(optional.map((schema) => fieldMeta(schema).isRequired)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

it('appends the unit in brackets to the heading of a column', () => {
  expect(columnHeading({ price }, 'price')).toBe('ราคา (บาท)')
  expect(columnHeading({ name: text('ชื่อ') }, 'name')).toBe('ชื่อ')
})

it('writes labels as titles into the JSON schema', () => {
  const { fields } = expenseItem
  const { properties } = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' })
  expect(properties).toMatchObject({
    name: { title: titleOf(fields.shape, 'name') },
    category: { title: 'หมวดหมู่' },
  })
})

const writable: readonly (readonly [string, Readonly<Record<string, z.ZodType>>])[] = [
  ...crudApis.map(({ entity, fields }) => [entity.table, fields.shape] as const),
  ['app_user', employeeFields],
  ['user_salary', salaryFields],
  ['user_leave', employee.addLeave.input.shape],
  ['customer', customerFields],
]

it.each(writable)('labels every writable field of %s', (_table, fields) => {
  for (const name of Object.keys(fields)) {
    expect([name, titleOf(fields, name)]).toEqual([name, expect.stringMatching(thai)])
  }
})

/** Ids, versions and other fields that are in no form. */
const notInForms =
  /_id$|version$|^(nonce|ticked_at|refreshToken|token|digest|take|lines|results|denominations|decision|customer|vehicle|course|other_fee|request_fee)$/

it('labels every field of every form', () => {
  const unlabelled = api
    .filter((endpoint) => !onlyReads(endpoint))
    .flatMap(({ path, input }) =>
      Object.entries(input.shape)
        .filter(([name, schema]) => !notInForms.test(name) && !fieldMeta(schema as z.ZodType).title)
        .map(([name]) => `${path} ${name}`),
    )
  expect(unlabelled).toEqual([])
})

/** The day fields of a schema, also inside objects and lists, with their paths. */
function dayFields(schema: z.ZodType, path: string): [path: string, schema: z.ZodType][] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([name, field]) =>
      dayFields(field as z.ZodType, `${path}.${name}`),
    )
  }
  if (inner instanceof z.ZodArray) return dayFields(inner.element as z.ZodType, `${path}[]`)
  return fieldMeta(schema).as === 'day' ? [[path, schema]] : []
}

/** The days by which a list is filtered, also in a saved view; any day is valid there. */
const filteredDays = /(export|pdf|list-view\/save\.filters)\.(start|end)$/

describe('the days of writing calls', () => {
  const fields = api
    .filter((endpoint) => !onlyReads(endpoint))
    .flatMap(({ path, input }) => dayFields(input, path))
    .filter(([path]) => !filteredDays.test(path))

  it('are found in objects and lists', () => {
    const paths = fields.map(([path]) => path)
    expect(paths).toContain('application/document/tick.document_day')
    expect(paths).toContain('application/create.course[].exam_date')
    expect(paths).toContain('application/create.vehicle.first_registration')
  })

  it.each(['1026-01-01', '1483-11-28', '2569-11-28', '9999-12-31'])(
    'are refused when mistyped as %s',
    (typo) => {
      const accepting = fields.filter(([, schema]) => schema.safeParse(typo).success)
      expect(accepting.map(([path]) => path)).toEqual([])
    },
  )

  it('state the accepted years in the message', () => {
    const tick = fields.find(([path]) => path === 'application/document/tick.document_day')
    expect(tick?.[1].safeParse('1026-01-01').error?.issues[0]?.message).toBe(messages.dayYear)
    expect(tick?.[1].safeParse('1900-01-01').success).toBe(true)
    expect(tick?.[1].safeParse('2100-12-31').success).toBe(true)
  })

  it('can still be read when they were stored before this limit', () => {
    const stored = crudApis.flatMap(({ get }) => dayFields(get.output, get.path))
    expect(stored.filter(([, schema]) => !schema.safeParse('1026-01-01').success)).toEqual([])
  })
})
