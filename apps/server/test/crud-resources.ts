/** Every plain record of the product, with what the generated tests must know of it. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { branch } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { evaluation } from '@khapdee/contract/entities/evaluation'
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { promotion } from '@khapdee/contract/entities/promotion'
import { role } from '@khapdee/contract/entities/role'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import type { z } from 'zod'
import type { Wire } from './wire.ts'

type Verb = 'create' | 'update' | 'delete' | 'gettable' | 'get'

export interface CrudResource {
  api: { resource: string; idName: string; fields: z.ZodObject } & Record<Verb, Endpoint>
  table: string
  /** The text that names a row. */
  label: string
  /** Every row is of one branch; `body` leaves it out. */
  oneBranch?: true
  /** A whole body to create one with, of every branch; `n` makes it unlike any other. */
  body(n: number): Wire
  /** What must be given at least. */
  required: readonly string[]
  /** Another value for every field of `body`. */
  changes(n: number): Wire
  /** What a list may be sorted by. */
  sort: Readonly<Record<string, 'thai' | 'plain'>>
  /** Filters beside branch and text: a value, and which rows it leaves. */
  filters: readonly { query: Wire; keeps: (row: Wire) => boolean }[]
  /** The field in baht, where there is one. */
  money: string | null
  /** Its rows belong to no branch: whoever may see one sees all. */
  ofSchool?: true
}

/** Three letters for a branch's code: 0 is AAA. */
const letters = (n: number) =>
  [n / 676, n / 26, n].map((digit) => String.fromCharCode(65 + (Math.floor(digit) % 26))).join('')

const byActive: CrudResource['filters'] = [
  { query: { status: 'true' }, keeps: (row) => row['is_activate'] === true },
  { query: { status: 'false' }, keeps: (row) => row['is_activate'] === false },
]
const byType = (type: string): CrudResource['filters'][number] => ({
  query: { type },
  keeps: (row) => row['type'] === type,
})

const branches: CrudResource = {
  api: branch,
  table: 'branch',
  label: 'name',
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
      receipt_size: 'A5',
      receipt_full_idcard: true,
      receipt_header: 'โรงเรียนสอนขับรถทดสอบ\nใบอนุญาตเลขที่ 1/2569',
      receipt_header_address: false,
      receipt_footer: 'ขอบคุณที่ใช้บริการ',
      vehicle_remind_days: 14,
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
      receipt_size: '80mm',
      receipt_full_idcard: false,
      receipt_header: '',
      receipt_header_address: true,
      receipt_footer: '',
      vehicle_remind_days: 30,
    },
    note: '',
  }),
  sort: { code: 'plain', name: 'thai', province: 'thai', createdAt: 'plain' },
  filters: [],
  money: null,
}

const courses: CrudResource = {
  api: course,
  table: 'course',
  label: 'name',
  body: (n) => ({
    name: `หลักสูตร ${n}`,
    type: 'รถยนต์',
    price: 5000 + n + 0.25,
    branch_id: null,
    theory_hours: 5,
    practice_hours: 10,
    has_theory_exam: true,
    has_practice_exam: true,
    min_age: 18,
    detail: 'บรรทัดแรก\nบรรทัดที่สอง',
    is_activate: true,
  }),
  required: ['name', 'type', 'price'],
  changes: (n) => ({
    name: `หลักสูตรใหม่ ${n}`,
    type: 'รถจักรยานยนต์',
    price: 0,
    theory_hours: 0,
    practice_hours: 999,
    has_theory_exam: false,
    has_practice_exam: false,
    min_age: null,
    detail: '',
    is_activate: false,
  }),
  sort: { name: 'thai', type: 'thai', price: 'plain', createdAt: 'plain' },
  filters: [...byActive, byType('รถจักรยานยนต์')],
  money: 'price',
}

const promotions: CrudResource = {
  api: promotion,
  table: 'promotion',
  label: 'name',
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
    code: 'plain',
    name: 'thai',
    start: 'plain',
    end: 'plain',
    usage: 'plain',
    createdAt: 'plain',
  },
  filters: [...byActive, byType('other_fee')],
  money: 'value',
}

const fee = {
  label: 'name',
  body: (n: number) => ({
    name: `ค่าธรรมเนียม ${n}`,
    price: 100 + n + 0.5,
    branch_id: null,
    detail: 'บรรทัดแรก\nบรรทัดที่สอง',
    is_activate: true,
  }),
  required: ['name', 'price'],
  changes: (n: number) => ({
    name: `ค่าธรรมเนียมใหม่ ${n}`,
    price: 0,
    detail: '',
    is_activate: false,
  }),
  sort: { name: 'thai', price: 'plain', createdAt: 'plain' },
  filters: byActive,
  money: 'price',
} as const

const is = (field: string, value: string): CrudResource['filters'][number] => ({
  query: { [field]: value },
  keeps: (row) => row[field] === value,
})

const expenseItems: CrudResource = {
  api: expenseItem,
  table: 'list_expenses',
  label: 'name',
  body: (n) => ({
    name: `ค่าน้ำมัน ${n}`,
    category: 'expenses',
    type: 'vehicle',
    branch_id: null,
    detail: 'บรรทัดแรก\nบรรทัดที่สอง',
    status: 'open',
  }),
  required: ['name', 'category'],
  changes: (n) => ({
    name: `ค่าเช่าสนาม ${n}`,
    category: 'other_income',
    type: 'general',
    detail: '',
    status: 'closed',
  }),
  sort: { name: 'thai', category: 'plain', createdAt: 'plain' },
  filters: [
    is('category', 'other_income'),
    is('type', 'vehicle'),
    is('status', 'open'),
    is('status', 'closed'),
  ],
  money: null,
}

const evaluations: CrudResource = {
  api: evaluation,
  table: 'evaluate',
  label: 'title',
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
  sort: { title: 'thai', category: 'thai', sort: 'plain', createdAt: 'plain' },
  filters: [...byActive, byType('satisfaction'), is('category', 'ด้านครูฝึก')],
  money: null,
}

/** Its days fall due on 1 November 2026, or in the next June; the tests' clock stands between. */
const vehicles: CrudResource = {
  api: vehicle,
  table: 'vehicle',
  label: 'no',
  oneBranch: true,
  body: (n) => ({
    no: `1กข ${n}`,
    province: 'ขอนแก่น',
    type: 'รถยนต์เก๋ง',
    brand: 'Toyota',
    model: 'Yaris',
    color: 'ขาว',
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
  sort: { no: 'plain', type: 'thai', province: 'thai', next_due: 'plain', createdAt: 'plain' },
  filters: [
    byType('รถบรรทุก 6 ล้อ'),
    is('status', 'ready'),
    { query: { category: 'due' }, keeps: (row) => row['next_due'] === '2026-11-01' },
    { query: { category: 'overdue' }, keeps: (row) => row['next_due'] === '2026-11-01' },
  ],
  money: null,
}

const roles: CrudResource = {
  api: role,
  table: 'role',
  label: 'name',
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
  sort: { name: 'thai', createdAt: 'plain' },
  filters: [],
  money: null,
  ofSchool: true,
}

export const crudResources: readonly CrudResource[] = [
  branches,
  roles,
  courses,
  promotions,
  { ...fee, api: otherFee, table: 'other_fee' },
  {
    ...fee,
    api: requestFee,
    table: 'request_fee',
    body: (n) => ({ ...fee.body(n), is_state_fee: true }),
    changes: (n) => ({ ...fee.changes(n), is_state_fee: false }),
  },
  expenseItems,
  evaluations,
  vehicles,
]

/** Whether rows belong to a branch, or to all. */
export const hasBranch = ({ api }: CrudResource): boolean => 'branch_id' in api.fields.shape

/** Whether a row may belong to all branches. */
export const mayBeShared = (resource: CrudResource): boolean =>
  hasBranch(resource) && resource.oneBranch !== true

/** The branch of a whole body: none, or the given one where every row needs one. */
export const branchOf = (resource: CrudResource, branch_id: number): Wire =>
  resource.oneBranch === true ? { branch_id } : {}
