/**
 * The description of every entity of the product. Scope, record names, the audit trail, IN_USE
 * messages, permissions, navigation and the generated tests are derived from it.
 */
import { headings } from './words.ts'

/** The actions of the endpoints that `crud()` of the contract creates. */
const crudActions = ['view', 'create', 'update', 'delete'] as const

export interface EntityPermission {
  /** The part of each permission before the dot: `course` of `course.view`. */
  resource: string
  actions: readonly string[]
  /** The section of the role form that shows the permissions; see `permission-labels.ts`. */
  group: 'registration' | 'money' | 'master' | 'system'
  /** Label in the role form, if it differs from the label of the list. */
  label?: string
}

export interface Entity {
  /** The table, which is also the name of the entity in the audit trail; null if it has no table. */
  table: string | null
  /** Column and wire name of the id. */
  id: string
  /** The columns whose values, joined with a space, are the name of a record; empty if it has no name. */
  name: readonly string[]
  /** Column used instead of `name` in a message that lists several records. */
  shortName?: string
  /** Column with the id of a user, whose name is shown because the record itself has no name. */
  owner?: string
  /**
   * Columns with the id of a record whose name is shown for a record without a name; the first that
   * is not null.
   */
  namedBy?: readonly { column: string; entity: string }[]
  /** Thai label of one record. */
  label: string
  /** Label of the list and its screen, if it differs from `label`. */
  list?: string
  /** Label in the audit trail, if it differs from `label`. */
  auditLabel?: string
  /** Thai counting word of the records; รายการ if absent. */
  unit?: string
  /**
   * The rows that are visible to a user. `own`: those of the user's branches. `shared`: also rows
   * without a branch, which apply to every branch. `school`: all rows. `customer`: customers linked
   * to one of the user's branches by `customer_branch`.
   */
  scope?: 'own' | 'shared' | 'school' | 'customer'
  /**
   * Columns with the id of another entity. A record to which another one refers is in use and
   * cannot be deleted.
   */
  references?: Readonly<Record<string, { entity: string; label?: string }>>
  permission?: EntityPermission
  /** First part of the paths of the endpoints that `crud()` of the contract creates. */
  apiPath?: string
  /** Path of its list in the web app. */
  path?: `/${string}`
  /**
   * Search of the audit trail for a record. Absent: by a part of the name, ignoring case.
   * `case-sensitive-name`: by a part of the name, case-sensitive, because an index requires it. `code`: by the
   * complete code. `none`: not at all.
   */
  search?: 'case-sensitive-name' | 'code' | 'none'
  /**
   * Whether its entries in the audit trail are about a person's pay, which only `payroll.view`
   * shows.
   */
  isPay?: true
}

/** The order is that of the permissions in a role. */
export const entities = {
  app_user: {
    table: 'app_user',
    id: 'user_id',
    name: ['fname', 'sname'],
    label: 'พนักงาน',
    unit: 'คน',
    scope: 'own',
    references: { role_id: { entity: 'role' } },
    permission: {
      resource: 'user',
      actions: [...crudActions, 'view-salary', 'reveal', 'end-session', 'export'],
      group: 'system',
    },
    path: '/employees',
  },
  user_salary: {
    table: 'user_salary',
    id: 'user_id',
    name: [],
    owner: 'user_id',
    label: 'เงินเดือนและบัญชีธนาคาร',
    search: 'none',
  },
  user_leave: {
    table: 'user_leave',
    id: 'leave_id',
    name: [],
    owner: 'user_id',
    label: 'วันลา',
    search: 'none',
  },
  user_licence: {
    table: 'user_licence',
    id: 'licence_id',
    name: [],
    owner: 'user_id',
    label: 'ใบอนุญาตครูฝึกและผู้ทดสอบ',
    search: 'none',
  },
  session: {
    table: 'session',
    id: 'session_id',
    name: [],
    owner: 'user_id',
    label: 'การเข้าสู่ระบบ',
    search: 'none',
  },
  school: {
    table: 'school',
    id: 'school_id',
    name: ['name'],
    label: 'โรงเรียน',
    permission: {
      resource: 'settings',
      actions: ['view', 'update'],
      group: 'master',
      label: 'ตั้งค่าโรงเรียน',
    },
    search: 'none',
  },
  branch: {
    table: 'branch',
    id: 'branch_id',
    name: ['name'],
    label: 'สาขา',
    scope: 'own',
    references: { parent_id: { entity: 'branch', label: 'สาขาในสังกัด' } },
    permission: { resource: 'branch', actions: crudActions, group: 'master' },
    apiPath: 'branch',
    path: '/branches',
  },
  course: {
    table: 'course',
    id: 'course_id',
    name: ['name'],
    label: 'หลักสูตร',
    scope: 'shared',
    permission: { resource: 'course', actions: crudActions, group: 'master' },
    apiPath: 'course',
    path: '/courses',
  },
  promotion: {
    table: 'promotion',
    id: 'promotion_id',
    name: ['code', 'name'],
    shortName: 'code',
    label: 'ส่วนลด',
    scope: 'shared',
    permission: { resource: 'promotion', actions: crudActions, group: 'master' },
    apiPath: 'promotion',
    path: '/promotions',
  },
  other_fee: {
    table: 'other_fee',
    id: 'other_fee_id',
    name: ['name'],
    label: 'สินค้าและบริการอื่น',
    list: 'ราคาสินค้าและบริการ',
    scope: 'shared',
    permission: { resource: 'other_fee', actions: crudActions, group: 'master' },
    apiPath: 'otherfee',
    path: '/other-fees',
  },
  request_fee: {
    table: 'request_fee',
    id: 'request_fee_id',
    name: ['name'],
    label: 'ค่าคำขอ',
    list: 'อัตราค่าคำขอ',
    scope: 'shared',
    permission: { resource: 'request_fee', actions: crudActions, group: 'master' },
    apiPath: 'requestfee',
    path: '/request-fees',
  },
  list_expenses: {
    table: 'list_expenses',
    id: 'list_expenses_id',
    name: ['name'],
    label: 'หมวดรายรับ–รายจ่าย',
    scope: 'shared',
    permission: { resource: 'list_expenses', actions: crudActions, group: 'master' },
    apiPath: 'list-expenses',
    path: '/expense-items',
  },
  evaluate: {
    table: 'evaluate',
    id: 'evaluate_id',
    name: ['title'],
    label: 'หัวข้อประเมิน',
    list: 'แบบประเมิน',
    auditLabel: 'แบบประเมิน',
    scope: 'shared',
    references: { course_id: { entity: 'course' }, other_fee_id: { entity: 'other_fee' } },
    permission: { resource: 'evaluate', actions: [...crudActions, 'export'], group: 'master' },
    apiPath: 'evaluate',
    path: '/evaluations',
  },
  vehicle: {
    table: 'vehicle',
    id: 'vehicle_id',
    name: ['no', 'province'],
    shortName: 'no',
    label: 'ยานพาหนะ',
    scope: 'own',
    permission: { resource: 'vehicle', actions: [...crudActions, 'export'], group: 'master' },
    apiPath: 'vehicle',
    path: '/vehicles',
  },
  customer: {
    table: 'customer',
    id: 'customer_id',
    name: ['name'],
    label: 'ผู้สมัคร',
    scope: 'customer',
    permission: {
      resource: 'customer',
      actions: ['view', 'create', 'update', 'reveal', 'merge', 'export'],
      group: 'registration',
    },
    path: '/customers',
    search: 'case-sensitive-name',
  },
  application: {
    table: 'application',
    id: 'application_id',
    name: ['application_code'],
    label: 'ใบสมัคร',
    scope: 'own',
    permission: {
      resource: 'application',
      actions: [
        'view',
        'create',
        'update',
        'pay',
        'price-override',
        'refund',
        'request-refund',
        'cancel',
        'approve',
        'follow-up',
        'documents',
        'export',
      ],
      group: 'registration',
    },
    search: 'code',
  },
  exam_right: {
    table: 'exam_right',
    id: 'right_id',
    name: [],
    namedBy: [
      { column: 'application_id', entity: 'application' },
      { column: 'customer_id', entity: 'customer' },
    ],
    label: 'สิทธิ์สอบ',
    permission: {
      resource: 'exam',
      actions: [
        'view',
        'book',
        'session',
        'checkin-own',
        'checkin',
        'mark-own',
        'mark',
        'correct',
        'override',
        'extend',
        'extend-free',
        'disable',
        'grant',
        'certificate',
        'export',
      ],
      group: 'registration',
    },
    path: '/exam-rights',
    search: 'none',
  },
  exam_session: {
    table: 'exam_session',
    id: 'exam_session_id',
    name: ['name'],
    label: 'รอบสอบ',
    path: '/exam-sessions',
    search: 'none',
  },
  calendar_event: {
    table: 'calendar_event',
    id: 'calendar_event_id',
    name: ['title'],
    label: 'กำหนดการ',
    search: 'none',
  },
  calendar_feed: {
    table: 'calendar_feed',
    id: 'user_id',
    name: [],
    owner: 'user_id',
    label: 'ลิงก์ปฏิทิน',
    search: 'none',
  },
  certificate: {
    table: 'certificate',
    id: 'certificate_id',
    name: ['certificate_code'],
    label: 'หนังสือรับรองผลการอบรมและทดสอบ',
    search: 'code',
  },
  payment: {
    table: 'payment',
    id: 'payment_id',
    name: ['payment_code'],
    label: 'การชำระเงิน',
    permission: {
      resource: 'payment',
      actions: ['view', 'edit-pay-type', 'request-void', 'void', 'export'],
      group: 'money',
    },
    search: 'code',
  },
  account_entry: {
    table: 'account_entry',
    id: 'entry_id',
    name: ['name'],
    label: 'รายการบัญชี',
    list: 'บัญชีรายรับ–รายจ่าย',
    permission: {
      resource: 'accounting',
      actions: [...crudActions, 'export', 'lock', 'unlock'],
      group: 'money',
      label: 'บัญชี',
    },
    path: '/accounts',
    search: 'none',
  },
  account_lock: {
    table: 'account_lock',
    id: 'account_lock_id',
    name: [],
    namedBy: [{ column: 'branch_id', entity: 'branch' }],
    label: 'วันล็อกบัญชี',
    path: '/account-locks',
    search: 'none',
  },
  closing: {
    table: 'closing',
    id: 'closing_id',
    name: ['closing_code'],
    label: 'ปิดยอดประจำวัน',
    permission: { resource: 'closing', actions: ['view', 'create'], group: 'money' },
    path: '/closings',
    search: 'code',
  },
  drawer_move: {
    table: 'drawer_move',
    id: 'drawer_move_id',
    name: [],
    label: 'ลิ้นชักเงินสด',
    permission: { resource: 'drawer', actions: ['view', 'move'], group: 'money' },
    path: '/drawer',
    search: 'none',
  },
  petty_cash: {
    table: 'petty_cash',
    id: 'petty_cash_id',
    name: ['name'],
    label: 'เงินสดย่อย',
    permission: {
      resource: 'petty_cash',
      actions: ['view', 'create', 'update', 'move'],
      group: 'money',
    },
    path: '/petty-cash',
    search: 'none',
  },
  role: {
    table: 'role',
    id: 'role_id',
    name: ['name'],
    label: 'บทบาท',
    list: 'บทบาทและสิทธิ์',
    scope: 'school',
    permission: {
      resource: 'role',
      actions: crudActions,
      group: 'system',
    },
    apiPath: 'role',
    path: '/roles',
  },
  audit_log: {
    table: 'audit_log',
    id: 'audit_id',
    name: [],
    label: 'บันทึกการใช้งาน',
    permission: { resource: 'audit', actions: ['view'], group: 'system' },
    path: '/audit',
    search: 'none',
  },
  backup: {
    table: null,
    id: 'name',
    name: [],
    label: 'ข้อมูลสำรอง',
    list: 'สำรองข้อมูล',
    permission: {
      resource: 'backup',
      actions: ['view', 'create', 'download'],
      group: 'system',
    },
    path: '/backups',
    search: 'none',
  },
  file: { table: 'file', id: 'file_id', name: ['name'], label: 'ไฟล์', search: 'none' },
  export: { table: null, id: 'export_id', name: [], label: 'ไฟล์ Excel', search: 'none' },
  held_form: {
    table: 'held_form',
    id: 'held_form_id',
    name: [],
    owner: 'user_id',
    label: 'รายการที่พักไว้',
    search: 'none',
  },
  list_view: {
    table: 'list_view',
    id: 'list_view_id',
    name: ['name'],
    label: 'มุมมอง',
    search: 'none',
  },
  document_type: {
    table: 'document_type',
    id: 'document_type_id',
    name: ['name'],
    label: 'เอกสารที่ต้องใช้',
    scope: 'shared',
    references: {
      course_id: { entity: 'course' },
      other_fee_id: { entity: 'other_fee' },
      request_fee_id: { entity: 'request_fee' },
    },
    permission: { resource: 'document_type', actions: crudActions, group: 'master' },
    apiPath: 'document-type',
    path: '/document-types',
  },
  place: {
    table: 'place',
    id: 'place_id',
    name: ['name'],
    label: 'สถานที่',
    scope: 'own',
    permission: { resource: 'place', actions: crudActions, group: 'master' },
    apiPath: 'place',
    path: '/places',
  },
  holiday: {
    table: 'holiday',
    id: 'holiday_id',
    name: ['name'],
    label: 'วันหยุด',
    scope: 'shared',
    permission: { resource: 'holiday', actions: crudActions, group: 'master' },
    apiPath: 'holiday',
    path: '/holidays',
  },
  statement_line: {
    table: 'statement_line',
    id: 'statement_line_id',
    name: ['description'],
    label: 'รายการเดินบัญชี',
    permission: {
      resource: 'statement',
      actions: ['view', 'import', 'match', 'export'],
      group: 'money',
    },
    path: '/statements',
    search: 'none',
  },
  bank_account: {
    table: 'bank_account',
    id: 'bank_account_id',
    name: ['name'],
    label: 'บัญชีธนาคาร',
    scope: 'shared',
    permission: { resource: 'bank_account', actions: crudActions, group: 'money' },
    apiPath: 'bank-account',
    path: '/bank-accounts',
  },
  list_payroll: {
    table: 'list_payroll',
    id: 'list_payroll_id',
    name: ['name'],
    label: 'รายการรายได้–รายหัก',
    scope: 'shared',
    permission: { resource: 'list_payroll', actions: crudActions, group: 'master' },
    apiPath: 'list-payroll',
    path: '/payroll-items',
  },
  payroll_rate: {
    table: 'payroll_rate',
    id: 'payroll_rate_id',
    name: ['name'],
    label: 'อัตราเงินเดือนตามกฎหมาย',
    scope: 'school',
    permission: { resource: 'payroll_rate', actions: crudActions, group: 'master' },
    apiPath: 'payroll-rate',
    path: '/payroll-rates',
  },
  payroll_standing: {
    table: 'payroll_standing',
    id: 'payroll_standing_id',
    name: [],
    owner: 'user_id',
    label: 'รายการประจำเดือน',
    list: 'เงินเดือนรายบุคคล',
    permission: {
      resource: 'payroll',
      actions: ['view', 'update', 'submit', 'confirm', 'approve', 'pay', 'export'],
      group: 'money',
      label: headings.payrollMonth,
    },
    path: '/payroll-users',
    search: 'none',
    isPay: true,
  },
  recurring_entry: {
    table: 'recurring_entry',
    id: 'recurring_entry_id',
    name: ['name'],
    label: 'รายการประจำ',
    scope: 'own',
    references: {
      list_expenses_id: { entity: 'list_expenses' },
      vehicle_id: { entity: 'vehicle' },
    },
    permission: { resource: 'recurring_entry', actions: crudActions, group: 'money' },
    apiPath: 'recurring-entry',
    path: '/recurring-entries',
  },
  payroll_month: {
    table: 'payroll_month',
    id: 'payroll_id',
    name: [],
    owner: 'user_id',
    label: 'เงินเดือนประจำเดือน',
    search: 'none',
    isPay: true,
  },
  payroll_setting: {
    table: 'payroll_setting',
    id: 'payroll_setting_id',
    name: [],
    label: 'ตั้งค่าเงินเดือน',
    search: 'none',
  },
  payroll_loan: {
    table: 'payroll_loan',
    id: 'payroll_loan_id',
    name: [],
    owner: 'user_id',
    label: 'เงินเบิกล่วงหน้าและเงินกู้',
    search: 'none',
    isPay: true,
  },
  payroll_opening: {
    table: 'payroll_opening',
    id: 'payroll_opening_id',
    name: [],
    owner: 'user_id',
    label: 'ยอดสะสมยกมาของปีภาษี',
    search: 'none',
    isPay: true,
  },
  payroll_work_rate: {
    table: 'payroll_work_rate',
    id: 'payroll_work_rate_id',
    name: [],
    owner: 'user_id',
    label: 'อัตราค่าคุมสอบ',
    search: 'none',
    isPay: true,
  },
  payroll_file: {
    table: 'payroll_file',
    id: 'payroll_file_id',
    name: [],
    label: 'ไฟล์เงินเดือน',
    list: 'ไฟล์ธนาคารและหน่วยงาน',
    path: '/payroll-files',
    search: 'none',
  },
  tax_certificate: {
    table: 'tax_certificate',
    id: 'tax_certificate_id',
    name: ['certificate_code'],
    owner: 'user_id',
    label: 'หนังสือรับรอง 50 ทวิ ของพนักงาน',
    list: 'หนังสือรับรอง 50 ทวิ',
    path: '/tax-certificates',
    search: 'none',
    isPay: true,
  },
  leaver_link: {
    table: 'leaver_link',
    id: 'leaver_link_id',
    name: [],
    owner: 'user_id',
    label: 'ลิงก์เอกสารสำหรับผู้พ้นสภาพ',
    search: 'none',
  },
  pay_terms: {
    table: 'pay_terms',
    id: 'pay_terms_id',
    name: [],
    owner: 'user_id',
    label: 'เงื่อนไขการจ้าง',
    search: 'none',
    isPay: true,
  },
} as const satisfies Record<string, Entity>

type Entities = typeof entities
export type EntityName = keyof Entities

/** Union of the entities that have the property, with their literal types. */
type With<Property extends object> = Extract<Entities[EntityName], Property>

/** An entity whose visible rows are selected by `ctx.scope`. */
export type ScopedEntity = With<{ scope: string }>

/** An entity with endpoints that `crud()` of the contract creates. */
export type CrudEntity = With<{ apiPath: string; path: string; permission: EntityPermission }>

export type PermittedEntity = With<{ permission: EntityPermission }>

/** Every entity with its name, typed so that optional properties can be read. */
export const entityList = Object.entries(entities) as readonly (readonly [EntityName, Entity])[]

/** Label of the list and its screen. */
export const listLabel = ({ label, list = label }: Entity): string => list
