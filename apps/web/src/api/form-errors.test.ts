import { course } from '@khapdee/contract/entities/course'
import { employeeFields } from '@khapdee/contract/entities/employee'
import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schemaResolver } from './form-errors.ts'

const values = {
  name: 'หลักสูตรรถยนต์',
  type: 'รถยนต์',
  price: satang(450_050) as number | null,
  branch_id: null,
  theory_hours: 5,
  practice_hours: 10,
  exams: [],
  min_age: null,
  detail: '',
  is_activate: true,
}
const options = { fields: {}, shouldUseNativeValidation: false }
const check = (changed: object) =>
  schemaResolver(course.fields)({ ...values, ...changed }, undefined, options)

describe('schemaResolver', () => {
  it('accepts decoded values and returns them unchanged', async () => {
    expect(await check({})).toEqual({ values, errors: {} })
  })

  it("gives each wrong field the contract's message", async () => {
    const { errors } = await check({ name: ' ', theory_hours: Number.NaN })
    expect(errors).toMatchObject({
      name: { message: 'กรุณากรอกชื่อหลักสูตร' },
      theory_hours: { message: 'กรุณากรอกเป็นตัวเลข' },
    })
  })

  it('refuses an empty amount and a negative one', async () => {
    expect((await check({ price: null })).errors).toMatchObject({
      price: { message: 'จำเป็นต้องกรอก' },
    })
    expect((await check({ price: satang(-1) })).errors).toMatchObject({
      price: { message: 'จำนวนเงินต้องไม่ติดลบ' },
    })
  })

  it('ignores values that the schema does not declare', async () => {
    expect((await check({ confirmation: 'x' })).errors).toEqual({})
  })

  it('puts errors of lines on their fields', async () => {
    const lines = z.strictObject({ line: z.array(course.fields.pick({ name: true })) })
    const { errors } = await schemaResolver(lines)(
      { line: [{ name: 'a' }, { name: '' }] },
      undefined,
      options,
    )
    expect(errors).toMatchObject({ line: [undefined, { name: { message: 'กรุณากรอกชื่อหลักสูตร' } }] })
  })

  it('finds wrong texts, wrong types and broken rules between fields at once', async () => {
    const fields = z
      .strictObject({
        role_id: z.int(),
        fname: employeeFields.fname,
        birthday: employeeFields.birthday,
      })
      .refine(() => true)
    const rules = () => [{ path: 'end_date', message: 'วันที่เริ่มต้นต้องไม่เกินวันที่สิ้นสุด' }]
    const { errors } = await schemaResolver(fields, rules)(
      { role_id: null, fname: '', birthday: '2600-01-01' },
      undefined,
      options,
    )
    expect(errors).toMatchObject({
      role_id: {},
      fname: { message: 'กรุณากรอกชื่อ' },
      birthday: { message: 'วันเกิดต้องไม่เกินวันนี้' },
      end_date: { message: 'วันที่เริ่มต้นต้องไม่เกินวันที่สิ้นสุด' },
    })
  })
})
