/** Every call, entity and field of the audit trail has a Thai label. */
import { auditedCalls, callsOf, operatorCalls } from '@khapdee/contract/audit/calls'
import { describeCall, describeChanges, fieldOf } from '@khapdee/contract/audit/describe'
import { auditedEntities } from '@khapdee/contract/audit/entities'
import { hiddenText } from '@khapdee/contract/audit/show'
import { onlyReads } from '@khapdee/contract/endpoint'
import { employee, salaryFieldNames } from '@khapdee/contract/entities/employee'
import { listNames } from '@khapdee/domain/list-names'
import { describe, expect, it } from 'vitest'
import { crudResources } from '../../../test/crud-resources.ts'
import { exportedLists } from '../export/export.module.ts'
import { commands } from '../index.ts'

const audited = commands
  .filter(({ endpoint }) => !onlyReads(endpoint) || endpoint.audited === true)
  .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
const thai = /[ก-๙]/
const noNames = () => undefined

it('labels exactly the calls that are audited', () => {
  expect(Object.keys(auditedCalls).toSorted()).toEqual(audited.toSorted())
  for (const { label } of Object.values(auditedCalls)) expect(label).toMatch(thai)
})

it('labels the entries of the programs of the operator', () => {
  for (const [call, { kind, label }] of Object.entries(operatorCalls)) {
    expect(describeCall(call).label).toBe(label)
    expect(callsOf(kind)).toContain(call)
    expect(label).toMatch(thai)
  }
})

it('labels every entity and each of its fields', () => {
  for (const [entity, { label, fields }] of Object.entries(auditedEntities)) {
    expect([entity, label]).toEqual([entity, expect.stringMatching(thai)])
    for (const field of Object.values(fields)) expect(field.label).toMatch(thai)
  }
})

it.each(crudResources.map(({ table, api }) => [table, Object.keys(api.fields.shape)] as const))(
  'labels every field of %s',
  (table, fields) => {
    for (const name of fields) {
      expect([name, fieldOf(table, name).label]).toEqual([name, expect.stringMatching(thai)])
    }
  },
)

it('labels every field of employees and of leave', () => {
  const isPay = new Set<string>(salaryFieldNames)
  const known = [
    ...Object.keys(employee.fields.shape).map((name) => [
      isPay.has(name) ? 'user_salary' : 'app_user',
      name,
    ]),
    ...Object.keys(employee.addLeave.input.shape).map((name) => ['user_leave', name]),
  ] as const
  for (const [table = '', name = ''] of known) {
    expect([name, fieldOf(table, name).label]).toEqual([name, expect.stringMatching(thai)])
  }
})

it('names every exported list', () => {
  // The file of payslips is made without the lists of the export module.
  expect(Object.keys(listNames).toSorted()).toEqual(
    [...exportedLists.map(({ name }) => name), 'payslips'].toSorted(),
  )
})

const described = (entity: string, before: object | null, after: object | null) =>
  describeChanges(
    entity,
    before as Record<string, unknown> | null,
    after as Record<string, unknown> | null,
    (of, id) => (of === 'branch' && id === '2' ? 'บ้านไผ่' : undefined),
  ).map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`)

describe('describeChanges', () => {
  it('shows money in baht, days in the Buddhist Era, and words for flags and ids', () => {
    const before = { price: 500_000, branch_id: null, is_activate: true, min_age: null }
    const after = { price: 612_350, branch_id: 2, is_activate: false, min_age: 18 }
    expect(described('course', before, after)).toEqual([
      'ราคา: 5,000.00 บาท → 6,123.50 บาท',
      'สาขา: ทุกสาขา → บ้านไผ่',
      'สถานะ: เปิดใช้งาน → ปิดใช้งาน',
      'อายุขั้นต่ำ: – → 18 ปี',
    ])
    expect(described('promotion', { end: null }, { end: '2026-12-31' })).toEqual([
      'วันสิ้นสุด: – → 31/12/2569',
    ])
    expect(described('course', { branch_id: 3 }, { branch_id: null })).toEqual([
      'สาขา: เลขที่ 3 → ทุกสาขา',
    ])
  })

  it('omits the empty fields of a new record', () => {
    expect(described('course', null, { name: 'รถยนต์', detail: '', min_age: null })).toEqual([
      'ชื่อหลักสูตร:  → รถยนต์',
    ])
  })

  it('shows only the changed fields of a nested object', () => {
    const settings = { exam_right_days: 90, receipt_size: 'A4', receipt_full_idcard: false }
    const after = { settings: { ...settings, exam_right_days: 120, receipt_size: '80mm' } }
    expect(described('branch', { settings }, after)).toEqual([
      'ตั้งค่า: อายุสิทธิ์สอบ: 90 วัน → 120 วัน',
      'ตั้งค่า: ขนาดใบเสร็จ: A4 → 80 มม.',
    ])
  })

  it('shows the added and removed permissions of a role', () => {
    const before = { permissions: ['course.view', 'course.update'] }
    const after = { permissions: ['course.view', 'payment.void'] }
    expect(described('role', before, after)).toEqual([
      'ถอนสิทธิ์: หลักสูตร: แก้ไข → ',
      'เพิ่มสิทธิ์:  → การชำระเงิน: อนุมัติลบรายการชำระเงิน',
    ])
  })

  it('shows days off and branches of an employee by name, and hides the salary', () => {
    const after = { day_off: ['monday', 'sunday'], branches: [2, 3], status: 'resigned' }
    expect(described('app_user', { day_off: [], branches: [], status: 'working' }, after)).toEqual([
      'วันหยุดประจำสัปดาห์: – → จันทร์, อาทิตย์',
      'สาขาอื่นที่ทำงาน: – → บ้านไผ่, เลขที่ 3',
      'สถานะ: ปฏิบัติงาน → พ้นสภาพ',
    ])
    expect(described('user_salary', { salary: 1_500_000 }, { salary: 1_600_000 })).toEqual([
      `เงินเดือน: ${hiddenText} → ${hiddenText}`,
    ])
  })

  it('masks ID numbers', () => {
    expect(
      described('customer', { idcard: '' }, { idcard: '1100000000016', passport: 'AA1234567' }),
    ).toEqual(['เลขประจำตัวประชาชน: – → 1-1000-xxxxx-01-6', 'เลขที่หนังสือเดินทาง:  → AAxxxxx67'])
  })

  it('formats fields of an unknown entity by their type', () => {
    const after = { new_thing: true, tags: ['a', 'b'], inner: { some_day: '2026-11-21' } }
    expect(describeChanges('spaceship', null, after, noNames)).toEqual([
      { label: 'new thing', before: null, after: 'ใช่' },
      { label: 'tags', before: null, after: 'a, b' },
      { label: 'inner', before: null, after: 'some day 21/11/2569' },
    ])
  })

  it.each(['toString', 'constructor', '__proto__'])('treats %s as an ordinary name', (name) => {
    const after = JSON.parse(`{"${name}": "x"}`)
    expect(describeChanges(name, null, after, noNames)[0]?.after).toBe('x')
  })
})

describe('secret values', () => {
  const secrets = {
    password: 'changed',
    password_hash: '$argon2id$x',
    refreshToken: 'eyJ',
    token_hash: 'abc',
    salary: 1_500_000,
    extra_salary: 110_000,
    sso_salary: 90_000,
    bank: 'KBANK',
    bank_acc: '1234567890',
    client_secret: 'sesame',
  }

  it.each(['app_user', 'user_salary', 'spaceship'])(
    'are hidden at any depth in changes of %s',
    (entity) => {
      const other = Object.fromEntries(Object.keys(secrets).map((name) => [name, 'other']))
      for (const line of describeChanges(entity, other, secrets, noNames)) {
        expect([line.before, line.after]).toEqual([hiddenText, hiddenText])
      }
      const [line] = describeChanges(entity, null, { people: [{ inner: secrets }] }, noNames)
      for (const value of Object.values(secrets)) expect(line?.after).not.toContain(String(value))
    },
  )
})
