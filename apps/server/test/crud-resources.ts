/** Every plain record of the product, with what the generated tests must know of it. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { branch } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { promotion } from '@khapdee/contract/entities/promotion'
import { role } from '@khapdee/contract/entities/role'
import type { z } from 'zod'
import type { Wire } from './send-wire.ts'

type Verb = 'create' | 'update' | 'delete' | 'gettable' | 'get'

export interface CrudResource {
  api: { resource: string; idName: string; fields: z.ZodObject } & Record<Verb, Endpoint>
  table: string
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
    settings: { exam_right_days: 120, receipt_size: 'A5', receipt_full_idcard: true },
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
    settings: { exam_right_days: 90, receipt_size: '80mm', receipt_full_idcard: false },
    note: '',
  }),
  sort: { code: 'plain', name: 'thai', province: 'thai', createdAt: 'plain' },
  filters: [],
  money: null,
}

const courses: CrudResource = {
  api: course,
  table: 'course',
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

const roles: CrudResource = {
  api: role,
  table: 'role',
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
]

/** Whether rows belong to a branch, or to all. */
export const hasBranch = ({ api }: CrudResource): boolean => 'branch_id' in api.fields.shape
