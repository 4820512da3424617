/** All CRUD entities, with the values and properties that the generated tests need. */
import { crudApis } from '@khapdee/contract/api'
import type { CrudApi } from '@khapdee/contract/crud'
import type { CrudEntity } from '@khapdee/domain/entities'
import { addDays, day, todayInBangkok } from '@khapdee/domain/thai-date'
import { sampleBody, sampleChanges, sampleFilters, takesBaht, isRequired } from './crud-samples.ts'
import type { Wire } from './wire.ts'

export interface CrudResource {
  api: CrudApi
  table: CrudEntity['table']
  /** The text field that is the name of a row. */
  nameField: string
  /** Whether every row belongs to one branch. */
  oneBranch: boolean
  /**
   * A create body with every field, unique for each `n`; the row is shared by all branches. Without `branch_id`
   * if `oneBranch`: add `branchOf()`.
   */
  body(n: number): Wire
  /** The fields without a default. */
  required: readonly string[]
  /** Another value for every field of `body`. */
  changes(n: number): Wire
  /** The fields that the server fills in when they are null. */
  completed: readonly string[]
  /** The columns a list may be sorted by. */
  sort: Readonly<Record<string, 'thai' | 'byValue'>>
  /** The column by which the list is sorted without a query; null for newest first. */
  defaultSort: string | null
  /** Filters other than branch and text: a query, and a predicate for the matching rows. */
  filters: readonly { query: Wire; matches: (row: Wire) => boolean }[]
  /** The name of the field in baht, or null. */
  bahtField: string | null
  /** Whether rows belong to no branch, so that users with the permission see all of them. */
  ofSchool: boolean
}

/** Overrides of the values derived from descriptors and schemas. */
type Overrides = Partial<Omit<CrudResource, 'api' | 'table' | 'oneBranch' | 'ofSchool'>>

/** Three letters for a branch code: AAA for 0. */
const letters = (n: number) =>
  [n / 676, n / 26, n].map((digit) => String.fromCharCode(65 + (Math.floor(digit) % 26))).join('')

const equals = (field: string, value: string): CrudResource['filters'][number] => ({
  query: { [field]: value },
  matches: (row) => row[field] === value,
})

const overrides: Readonly<Partial<Record<CrudEntity['table'], Overrides>>> = {
  branch: {
    body: (n) => ({
      code: `Q${letters(n)}`,
      name: `สาขา ${n}`,
      parent_id: null,
      address: '99',
      moo: '3',
      soi: 'ศรีจันทร์ 1',
      street: 'ศรีจันทร์',
      subdistrict: 'ในเมือง',
      district: 'เมืองขอนแก่น',
      province: 'ขอนแก่น',
      postcode: '40000',
      phone_1: '043000901',
      phone_2: '',
      line: '@khapdee',
      tax_id: '0405500000001',
      tax_branch_no: '00002',
      promptpay_id: '0812345678',
      logo_file_id: null,
      settings: {
        exam_right_days: 120,
        exam_extend_days: 30,
        exam_requires_session: true,
        exam_requires_full_payment: false,
        theory_retake_days: 0,
        practice_retake_days: 7,
        theory_pass_mark: 40,
        theory_full_mark: 60,
        exam_no_show: 'use',
        receipt_size: 'A5',
        receipt_full_idcard: true,
        receipt_header: 'โรงเรียนสอนขับรถทดสอบ\nใบอนุญาตเลขที่ 1/2569',
        receipt_header_address: false,
        receipt_footer: 'ขอบคุณที่ใช้บริการ',
        vehicle_remind_days: 14,
        opening_hours: [{ weekday: 'monday', opens: '08:30', closes: '17:00' }],
        strict_licences: true,
        strict_vehicles: true,
        strict_working_time: true,
      },
      note: 'บรรทัดแรก\nบรรทัดที่สอง',
    }),
    required: ['code', 'name'],
    changes: (n) => ({
      code: `Z${letters(n)}`,
      name: `สาขาใหม่ ${n}`,
      address: '',
      moo: '',
      soi: '',
      street: 'มิตรภาพ',
      subdistrict: 'ศิลา',
      district: 'บ้านไผ่',
      province: 'อุดรธานี',
      postcode: '41000',
      phone_1: '042000901',
      phone_2: '0812345678',
      line: '',
      tax_id: '',
      tax_branch_no: '',
      promptpay_id: '',
      settings: {
        exam_right_days: 90,
        exam_extend_days: 90,
        exam_requires_session: false,
        exam_requires_full_payment: true,
        theory_retake_days: 1,
        practice_retake_days: 3,
        theory_pass_mark: 45,
        theory_full_mark: 50,
        exam_no_show: 'keep',
        receipt_size: '80mm',
        receipt_full_idcard: false,
        receipt_header: '',
        receipt_header_address: true,
        receipt_footer: '',
        vehicle_remind_days: 30,
        opening_hours: null,
        strict_licences: false,
        strict_vehicles: false,
        strict_working_time: false,
      },
      note: '',
    }),
    sort: { code: 'byValue', name: 'thai', province: 'thai', createdAt: 'byValue' },
  },
  course: {
    body: (n) => ({
      name: `หลักสูตร ${n}`,
      type: 'รถยนต์',
      price: 5000 + n + 0.25,
      branch_id: null,
      theory_hours: 5,
      practice_hours: 10,
      exams: [
        { kind: 'theory', licence_type: 'car' },
        { kind: 'practice', licence_type: 'car' },
      ],
      min_age: 18,
      detail: 'บรรทัดแรก\nบรรทัดที่สอง',
      is_activate: true,
    }),
    required: ['name', 'type', 'price'],
    bahtField: 'price',
    changes: (n) => ({
      name: `หลักสูตรใหม่ ${n}`,
      type: 'รถจักรยานยนต์',
      price: 0,
      theory_hours: 0,
      practice_hours: 999,
      exams: [],
      min_age: null,
      detail: '',
      is_activate: false,
    }),
    sort: { name: 'thai', type: 'thai', price: 'byValue', createdAt: 'byValue' },
    filters: [equals('type', 'รถจักรยานยนต์')],
  },
  promotion: {
    nameField: 'name',
    body: (n) => ({
      code: `CODE-${n}`,
      name: `ส่วนลด ${n}`,
      type: 'course',
      type_discount: 'percent',
      value: 12.5,
      start: '2026-01-01',
      end: '2026-12-31',
      is_unlimit: true,
      limit: null,
      branch_id: null,
      detail: 'บรรทัดแรก\nบรรทัดที่สอง',
      is_activate: true,
    }),
    required: ['code', 'name', 'value'],
    bahtField: 'value',
    changes: (n) => ({
      code: `OTHER-${n}`,
      name: `ส่วนลดใหม่ ${n}`,
      type: 'other_fee',
      type_discount: 'amount',
      value: 300,
      start: '2027-01-01',
      end: null,
      is_unlimit: false,
      limit: 7,
      detail: '',
      is_activate: false,
    }),
    sort: {
      code: 'byValue',
      name: 'thai',
      start: 'byValue',
      end: 'byValue',
      usage: 'byValue',
      createdAt: 'byValue',
    },
  },
  evaluate: {
    body: (n) => ({
      title: `ถอยหลังเข้าจอด ${n}`,
      type: 'practice',
      category: 'รถยนต์',
      scale: 'pass_fail',
      course_id: null,
      other_fee_id: null,
      branch_id: null,
      sort: 10,
      is_activate: true,
    }),
    required: ['title', 'type', 'category'],
    changes: (n) => ({
      title: `ครูฝึกตรงต่อเวลา ${n}`,
      type: 'satisfaction',
      category: 'ด้านครูฝึก',
      scale: 'five',
      sort: 0,
      is_activate: false,
    }),
    sort: { title: 'thai', category: 'thai', sort: 'byValue', createdAt: 'byValue' },
    filters: [equals('category', 'ด้านครูฝึก')],
  },
  /** The next due day is 1 June 2027, or 1 November 2026 after the changes: after or before the day of the test clock. */
  vehicle: {
    body: (n) => ({
      no: `1กข ${n}`,
      province: 'ขอนแก่น',
      type: 'รถยนต์เก๋ง',
      brand: 'Toyota',
      model: 'Yaris',
      color: 'ขาว',
      transmission: 'manual',
      licence_types: ['car'],
      status: 'ready',
      purchase_date: '2024-01-31',
      insurance_company: 'วิริยะประกันภัย',
      insurance_type: 'ชั้น 1',
      noti_check: '2027-09-01',
      noti_compulsory: '2027-06-01',
      noti_insurance: '2027-06-02',
      noti_tax: '2027-06-01',
      note: 'บรรทัดแรก\nบรรทัดที่สอง',
    }),
    required: ['no', 'province', 'type', 'branch_id'],
    changes: (n) => ({
      no: `70-${n}`,
      province: 'อุดรธานี',
      type: 'รถบรรทุก 6 ล้อ',
      brand: '',
      model: '',
      color: '',
      transmission: null,
      licence_types: ['motorcycle', 'bigbike'],
      status: 'repair',
      purchase_date: null,
      insurance_company: '',
      insurance_type: '',
      noti_check: '2026-11-01',
      noti_compulsory: null,
      noti_insurance: null,
      noti_tax: '2026-12-31',
      note: '',
    }),
    sort: {
      no: 'byValue',
      type: 'thai',
      province: 'thai',
      next_due: 'byValue',
      createdAt: 'byValue',
    },
    filters: [
      equals('type', 'รถบรรทุก 6 ล้อ'),
      { query: { category: 'due' }, matches: (row) => row['next_due'] === '2026-11-01' },
      { query: { category: 'overdue' }, matches: (row) => row['next_due'] === '2026-11-01' },
    ],
  },
  holiday: {
    body: (n) => ({ day: addDays(day('2031-01-01'), n) }),
    required: ['day', 'name'],
    changes: (n) => ({ day: addDays(day('2051-01-01'), n) }),
    sort: { day: 'byValue' },
    defaultSort: 'day',
  },
  place: {
    required: ['name', 'branch_id', 'kind', 'capacity'],
    sort: { capacity: 'byValue' },
    completed: ['is_shared'],
    body: (n) => ({ capacity: 1 + (n % 400) }),
    changes: () => ({ capacity: 450 }),
    filters: [
      { query: { type: 'exam_field' }, matches: (row) => row['kind'] === 'exam_field' },
      { query: { type: 'classroom' }, matches: (row) => row['kind'] === 'classroom' },
    ],
  },
  role: {
    body: (n) => ({
      name: `บทบาท ${n}`,
      detail: 'บรรทัดแรก\nบรรทัดที่สอง',
      all_branches: true,
      may_self_decide: true,
      permissions: ['course.create', 'course.view', 'role.view'],
    }),
    required: ['name'],
    changes: (n) => ({
      name: `บทบาทใหม่ ${n}`,
      detail: '',
      all_branches: false,
      may_self_decide: false,
      permissions: ['application.view'],
    }),
    sort: { name: 'thai', createdAt: 'byValue' },
  },
  other_fee: {
    body: (n) => ({
      name: `ค่าคู่มือ ${n}`,
      price: 500 + n + 0.25,
      branch_id: null,
      kind: 'general',
      exam_use: null,
      exams: [],
      detail: 'บรรทัดแรก\nบรรทัดที่สอง',
      is_activate: true,
    }),
    required: ['name', 'price'],
    bahtField: 'price',
    changes: (n) => ({
      name: `ค่าใช้จ่ายใหม่ ${n}`,
      price: 0,
      kind: 'exam',
      exam_use: 'first',
      exams: [{ kind: 'practice', licence_type: 'motorcycle' }],
      detail: '',
      is_activate: false,
    }),
    sort: { name: 'thai', price: 'byValue', kind: 'byValue', createdAt: 'byValue' },
    filters: [
      { query: { type: 'exam' }, matches: (row) => row['kind'] === 'exam' },
      { query: { type: 'general' }, matches: (row) => row['kind'] === 'general' },
    ],
  },
  request_fee: { required: ['name', 'price'], bahtField: 'price', sort: { price: 'byValue' } },
  bank_account: {
    required: ['name', 'bank', 'number', 'opening_balance', 'opening_day'],
    bahtField: 'opening_balance',
    // A new default account replaces the default account before it.
    body: (n) => ({
      number: String(4_000_000_000 + n),
      is_default: false,
      // Past days of the demo are locked.
      opening_day: todayInBangkok(new Date()),
    }),
    changes: (n) => ({ number: String(5_000_000_000 + n), is_default: true }),
    sort: { bank: 'byValue', opening_balance: 'byValue' },
  },
  recurring_entry: {
    required: ['name', 'branch_id', 'category', 'start_day', 'pay_type'],
    bahtField: 'value',
    // An item of the same side as the entry. Withheld tax needs an amount, and an expense, as a tax number does.
    body: (n) => ({
      category: 'expenses',
      day_of_month: 1 + (n % 31),
      weekday: 1 + (n % 7),
      payee_tax_id: '0405559000341',
      wht_value: 0,
    }),
    changes: (n) => ({
      category: 'other_income',
      payee_tax_id: '',
      day_of_month: 31 - (n % 31),
      weekday: 7 - (n % 7),
      value: 2 + n,
      wht_value: 0,
      pay_type: 'transfer',
    }),
    sort: { start_day: 'byValue', value: 'byValue' },
  },
  payroll_rate: {
    required: ['name', 'type', 'valid_from', 'figures'],
    body: (n) => ({
      type: 'minimum_wage',
      valid_from: addDays(day('2040-01-01'), n),
      valid_to: addDays(day('2040-02-01'), n),
      provinces: ['ขอนแก่น'],
      figures: [{ figure: 'daily', value: 400.5 }],
    }),
    changes: (n) => ({
      type: 'sso_share',
      valid_from: addDays(day('2050-01-01'), n),
      valid_to: null,
      provinces: [],
      figures: [
        { figure: 'employee', value: 4 },
        { figure: 'employer', value: 5.25 },
      ],
    }),
    sort: { type: 'byValue', valid_from: 'byValue' },
    defaultSort: 'type',
  },
  list_payroll: {
    required: ['name', 'category'],
    bahtField: 'value',
    body: () => ({ type: 'income', category: 'wages', posting: null }),
    changes: () => ({ type: 'deduction', category: 'damages', posting: 'school_income' }),
    sort: { type: 'byValue', category: 'byValue', value: 'byValue' },
  },
  list_expenses: { required: ['name', 'category'], sort: { category: 'byValue' } },
}

function resourceOf(api: CrudApi): CrudResource {
  const { entity } = api
  const overridden: Overrides = overrides[entity.table] ?? {}
  const fields = Object.entries(api.fields.shape)
  const namesWhere = (has: (field: unknown) => boolean) =>
    fields.filter(([, field]) => has(field)).map(([name]) => name)
  const body = (n: number) => ({ ...sampleBody(api, n), ...overridden.body?.(n) })
  const changes = (n: number) => ({ ...sampleChanges(api, n), ...overridden.changes?.(n) })
  const [name] = entity.name
  return {
    api,
    table: entity.table,
    nameField: name,
    oneBranch: entity.scope === 'own' && 'branch_id' in api.fields.shape,
    required: namesWhere(isRequired),
    bahtField: namesWhere(takesBaht)[0] ?? null,
    ofSchool: entity.scope === 'school',
    completed: [],
    defaultSort: null,
    ...overridden,
    body,
    changes,
    sort: { [name]: 'thai', createdAt: 'byValue', ...overridden.sort },
    filters: [...sampleFilters(api, [body(0), changes(0)]), ...(overridden.filters ?? [])],
  }
}

export const crudResources: readonly CrudResource[] = crudApis.map(resourceOf)

/** Whether rows have a branch. */
export const hasBranch = ({ api }: CrudResource): boolean => 'branch_id' in api.fields.shape

/** Whether a row may belong to all branches. */
export const mayBeShared = (resource: CrudResource): boolean =>
  hasBranch(resource) && !resource.oneBranch

/** The branch field to add to `body`: the given branch if every row needs one, otherwise none. */
export const branchOf = (resource: CrudResource, branch_id: number): Wire =>
  resource.oneBranch ? { branch_id } : {}
