import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { api, crudApis } from './api.ts'
import { onlyReads } from './endpoint.ts'
import { customerFields } from './entities/customer.ts'
import { employee, employeeFields, salaryFields } from './entities/employee.ts'
import { expenseItem } from './entities/expense-item.ts'
import { fieldMeta, columnHeading, labelled, titleOf } from './field-meta.ts'
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
