/**
 * Every entity of the product, described once. Scope, record names, the audit trail, IN_USE
 * messages, permissions, navigation and the generated tests read it here.
 */

/** The four actions of a plain record. */
const crudActions = ['view', 'create', 'update', 'delete'] as const

export interface EntityPermission {
  /** First part of each permission: `course` of `course.view`. */
  resource: string
  actions: readonly string[]
  /** Where it stands in the role form; see `permission-labels.ts`. */
  group: 'registration' | 'money' | 'master' | 'system'
  /** Its label in the role form, where that is not the list's. */
  label?: string
}

export interface Entity {
  /** The table, also the entity's name in the audit trail; null where it has no table. */
  table: string | null
  /** Column and wire name of the id. */
  id: string
  /** Columns of a record's name, joined by a space; empty where it has none. */
  name: readonly string[]
  /** The column that is name enough where several records are listed. */
  shortName?: string
  /** The column with the user a record without a name is called after. */
  owner?: string
  /** Thai label of one record. */
  label: string
  /** Label of the list and its screen, where it differs. */
  list?: string
  /** Label in the audit trail, where it is not that of a record. */
  auditLabel?: string
  /** What records are counted in; รายการ when left out. */
  unit?: string
  /**
   * The rows a user sees. `own`: of their branches. `shared`: also rows of no branch, which are for
   * every branch. `school`: all. `customer`: those that one of their branches has met.
   */
  scope?: 'own' | 'shared' | 'school' | 'customer'
  /** Columns that hold the id of another entity, which is in use while such a row exists. */
  references?: Readonly<Record<string, { entity: string; label?: string }>>
  permission?: EntityPermission
  /** First part of the paths of its CRUD endpoints, as `crud()` of the contract makes them. */
  wire?: string
  /** Address of its list in the browser. */
  path?: `/${string}`
  /**
   * How the audit trail's search finds a record: by part of its name in either case (when left out),
   * by part of its name as stored (where an index needs that), by its whole code, or not at all.
   */
  search?: 'stored-name' | 'code' | 'none'
}

/** In the order of the permissions of a role. */
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
  session: {
    table: 'session',
    id: 'session_id',
    name: [],
    owner: 'user_id',
    label: 'การเข้าสู่ระบบ',
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
    wire: 'branch',
    path: '/branches',
  },
  course: {
    table: 'course',
    id: 'course_id',
    name: ['name'],
    label: 'หลักสูตร',
    scope: 'shared',
    permission: { resource: 'course', actions: crudActions, group: 'master' },
    wire: 'course',
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
    wire: 'promotion',
    path: '/promotions',
  },
  other_fee: {
    table: 'other_fee',
    id: 'other_fee_id',
    name: ['name'],
    label: 'ค่าใช้จ่ายอื่น',
    list: 'รายการค่าใช้จ่ายอื่น',
    scope: 'shared',
    permission: { resource: 'other_fee', actions: crudActions, group: 'master' },
    wire: 'otherfee',
    path: '/other-fees',
  },
  request_fee: {
    table: 'request_fee',
    id: 'request_fee_id',
    name: ['name'],
    label: 'ค่าคำขอ',
    list: 'รายการค่าคำขอ',
    scope: 'shared',
    permission: { resource: 'request_fee', actions: crudActions, group: 'master' },
    wire: 'requestfee',
    path: '/request-fees',
  },
  list_expenses: {
    table: 'list_expenses',
    id: 'list_expenses_id',
    name: ['name'],
    label: 'หมวดรายรับ–รายจ่าย',
    scope: 'shared',
    permission: { resource: 'list_expenses', actions: crudActions, group: 'master' },
    wire: 'list-expenses',
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
    permission: { resource: 'evaluate', actions: crudActions, group: 'master' },
    wire: 'evaluate',
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
    wire: 'vehicle',
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
    search: 'stored-name',
  },
  application: {
    table: 'application',
    id: 'application_id',
    name: ['application_code'],
    label: 'ใบสมัคร',
    scope: 'own',
    permission: {
      resource: 'application',
      actions: ['view', 'create', 'pay', 'price-override', 'refund', 'cancel', 'approve', 'export'],
      group: 'registration',
    },
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
  closing: {
    table: 'closing',
    id: 'closing_id',
    name: ['closing_code'],
    label: 'ปิดยอดประจำวัน',
    permission: { resource: 'closing', actions: ['view', 'create'], group: 'money' },
    path: '/closings',
    search: 'code',
  },
  role: {
    table: 'role',
    id: 'role_id',
    name: ['name'],
    label: 'บทบาท',
    list: 'สิทธิ์การใช้งาน',
    scope: 'school',
    permission: {
      resource: 'role',
      actions: crudActions,
      group: 'system',
      label: 'บทบาทและสิทธิ์',
    },
    wire: 'role',
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
  file: { table: 'file', id: 'file_id', name: ['name'], label: 'ไฟล์', search: 'none' },
  export: { table: null, id: 'export_id', name: [], label: 'ไฟล์ Excel', search: 'none' },
} as const satisfies Record<string, Entity>

type Entities = typeof entities
export type EntityName = keyof Entities

/** The entities that have the property, with its exact values. */
type With<Property extends object> = Extract<Entities[EntityName], Property>

/** An entity whose rows `ctx.scope` decides about. */
export type ScopedEntity = With<{ scope: string }>

/** A plain record: the contract's `crud()` makes its endpoints. */
export type CrudEntity = With<{ wire: string; path: string; permission: EntityPermission }>

export type PermittedEntity = With<{ permission: EntityPermission }>

/** Every entity by name, with the properties that only some have. */
export const entityList = Object.entries(entities) as readonly (readonly [EntityName, Entity])[]

/** Label of the list and its screen. */
export const listLabel = ({ label, list = label }: Entity): string => list
