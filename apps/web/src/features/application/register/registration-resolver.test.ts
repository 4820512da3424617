import { satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { customerProblems } from '../../../shared/customer/use-customer.ts'
import { blankCustomer, type CustomerValues } from '../../../shared/customer/customer-values.ts'
import { applicationKindConfigs } from '../kinds.ts'
import { blankLine, type LineValues } from '../line-values.ts'
import {
  blankRegistration,
  formPath,
  registrationProblems,
  type RegistrationValues,
  toCreateInput,
} from './registration-values.ts'

const customer: CustomerValues = {
  ...blankCustomer,
  prefix: 'นาย',
  fname: 'บุญมี',
  sname: 'ศรีสุข',
  idcard: '3409900000014',
  phone_1: '0812345678',
}
const linked: CustomerValues = {
  ...customer,
  customer_id: 7,
  version: 3,
  idcard: '',
  masked_idcard: '3-4099-xxxxx-01-4',
}
const line: LineValues = { ...blankLine(), item_id: 4, name: 'รถยนต์', cost: satang(500_000) }
const values = (changed: Partial<RegistrationValues> = {}): RegistrationValues => ({
  ...blankRegistration(1, 'course'),
  customer,
  course: [line],
  ...changed,
})
const problemsOf = (changed: Partial<RegistrationValues>) =>
  Object.fromEntries(
    registrationProblems(values(changed), applicationKindConfigs.course).toReversed(),
  )

describe('registrationProblems', () => {
  it('accepts a complete registration', () => {
    expect(problemsOf({})).toEqual({})
  })

  it('reports every missing field in Thai', () => {
    expect(problemsOf({ customer: blankCustomer, course: [blankLine()] })).toEqual({
      'customer.idcard': 'กรุณากรอกเลขประจำตัวประชาชน',
      'customer.prefix': 'กรุณากรอกคำนำหน้า',
      'customer.fname': 'กรุณากรอกชื่อ',
      'customer.sname': 'กรุณากรอกนามสกุล',
      'customer.phone_1': 'กรุณากรอกโทรศัพท์มือถือ',
      'course.0.item_id': 'กรุณาเพิ่มรายการอย่างน้อย 1 รายการ',
    })
  })

  it.each<[string, Partial<CustomerValues>, string, string]>([
    [
      'a wrong check digit',
      { idcard: '3409900000015' },
      'customer.idcard',
      'เลขประจำตัวประชาชนไม่ถูกต้อง กรุณาตรวจสอบ',
    ],
    [
      'a foreigner without ID and passport number',
      { is_foreigner: true, idcard: '' },
      'customer.passport',
      'กรุณากรอกเลขที่หนังสือเดินทาง',
    ],
    [
      'a day that does not exist',
      { birthday: '31/04/2540' as Day },
      'customer.birthday',
      'รูปแบบวันที่ไม่ถูกต้อง (วว/ดด/ปปปป)',
    ],
  ])('rejects %s', (_, wrong, path, message) => {
    expect(problemsOf({ customer: { ...customer, ...wrong } })).toEqual({ [path]: message })
  })

  it('does not require the ID number of a stored customer, whose masked number is shown', () => {
    expect(problemsOf({ customer: linked })).toEqual({})
  })

  it('rejects text that matches no item, and a payment above the net amount', () => {
    const fee = { ...blankLine(), name: 'ค่าอะไร' }
    const overpaid = { ...line, discount: satang(100), paid: satang(500_000) }
    expect(problemsOf({ course: [overpaid], other_fee: [fee] })).toEqual({
      'course.0.paid': 'จำนวนเงินเกินยอดค้างชำระ',
      'other_fee.0.item_id': 'กรุณาเลือกสินค้าและบริการอื่น',
    })
  })

  it('ignores blank lines beside a filled one and reports errors at the right line', () => {
    const wrong = { ...line, paid: satang(600_000) }
    expect(problemsOf({ course: [blankLine(), line] })).toEqual({})
    expect(problemsOf({ course: [blankLine(), wrong] })).toEqual({
      'course.1.paid': 'จำนวนเงินเกินยอดค้างชำระ',
    })
  })
})

describe('customerProblems', () => {
  it('validates the changes of a stored customer', () => {
    expect(customerProblems({ customer: linked })).toEqual([])
    expect(customerProblems({ customer: { ...linked, phone_1: '12' } })).toEqual([
      ['customer.phone_1', 'กรุณากรอกหมายเลขโทรศัพท์ให้ถูกต้อง'],
    ])
  })
})

describe('toCreateInput', () => {
  it('sends a stored customer by id and version, without the masked ID number', () => {
    const input = toCreateInput(values({ customer: linked }), 'course')
    expect(input.customer).toMatchObject({ customer_id: 7, version: 3, idcard: '' })
    expect(input.customer).not.toHaveProperty('masked_idcard')
  })

  it('does not send the passport of a Thai customer', () => {
    const input = toCreateInput(
      values({ customer: { ...customer, passport: 'AA12345' } }),
      'course',
    )
    expect(input.customer.passport).toBe('')
  })

  it('sends the privacy notice flag, unless the notice was given before', () => {
    const noticedNow = { ...linked, privacy_notice: true }
    const sent = (customerValues: CustomerValues) =>
      toCreateInput(values({ customer: customerValues }), 'course').customer
    expect(sent(noticedNow)).toMatchObject({ privacy_notice: true })
    expect(sent(noticedNow)).not.toHaveProperty('noticed_at')
    const noticedBefore = { ...noticedNow, noticed_at: '2026-11-01T03:00:00.000Z' }
    expect(sent(noticedBefore)).not.toHaveProperty('privacy_notice')
    expect(sent(linked)).not.toHaveProperty('privacy_notice')
  })

  it('sends lines with the id field of their kind, and no blank lines', () => {
    const input = toCreateInput(
      values({ course: [blankLine(), line], other_fee: [line] }),
      'course',
    )
    expect(input).toMatchObject({
      branch_id: 1,
      course: [{ course_id: 4, cost: 500_000, paid: 0 }],
      other_fee: [{ other_fee_id: 4 }],
      request_fee: [],
    })
  })
})

describe('the form of an application of another kind than course', () => {
  const fee = { ...line, name: 'ค่าคู่มือ', paid: satang(100), pay_type: 'transfer' as const }

  it('sends only the lines of its kind, without a type', () => {
    const form = { ...values({ course: [], other_fee: [fee] }), bank_reference: 'AB1' }
    const input = toCreateInput(form, 'other_fee')
    expect(input).toMatchObject({ other_fee: [{ other_fee_id: 4 }], bank_reference: 'AB1' })
    expect(input).not.toHaveProperty('course')
    expect(input).not.toHaveProperty('type')
    expect(registrationProblems(form, applicationKindConfigs.other_fee)).toEqual([])
  })

  it('sends its type to a shared endpoint, and no bank reference for cash', () => {
    const cash = { ...fee, pay_type: 'cash' as const }
    const form = { ...values({ course: [], other_fee: [cash] }), bank_reference: 'AB1' }
    expect(toCreateInput(form, 'exam')).toMatchObject({ type: 'exam', bank_reference: '' })
  })

  it('requires a line of its kind', () => {
    const form = { ...blankRegistration(1, 'request_fee'), customer }
    expect(registrationProblems(form, applicationKindConfigs.request_fee)).toEqual([
      ['request_fee.0.item_id', 'กรุณาเพิ่มรายการอย่างน้อย 1 รายการ'],
    ])
  })
})

describe('formPath', () => {
  const form = values({ course: [blankLine(), line] })

  it.each([
    ['course.0.course_id', 'course.1.item_id'],
    ['course.0.promotion_code', 'course.1.promotion_code'],
    ['customer.idcard', 'customer.idcard'],
  ])('maps %s to %s', (path, expected) => {
    expect(formPath(path, form)).toBe(expected)
  })
})
