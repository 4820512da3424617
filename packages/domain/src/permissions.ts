/**
 * What may be done, and which role may do it from the start. Roles are rows in the database; these
 * are the rows a new school begins with. Source: product specification, section 1.2.
 */

/** Every resource with the actions that exist for it. */
export const permissionCatalogue = {
  user: ['view', 'create', 'update', 'delete', 'view-salary', 'reveal', 'end-session', 'export'],
  branch: ['view', 'create', 'update', 'delete'],
  course: ['view', 'create', 'update', 'delete'],
  promotion: ['view', 'create', 'update', 'delete'],
  other_fee: ['view', 'create', 'update', 'delete'],
  request_fee: ['view', 'create', 'update', 'delete'],
  list_expenses: ['view', 'create', 'update', 'delete'],
  evaluate: ['view', 'create', 'update', 'delete'],
  vehicle: ['view', 'create', 'update', 'delete', 'export'],
  customer: ['view', 'create', 'update', 'reveal', 'merge', 'export'],
  application: ['view', 'create', 'pay', 'price-override', 'refund', 'cancel', 'approve', 'export'],
  payment: ['view', 'edit-pay-type', 'request-void', 'void', 'export'],
  closing: ['view', 'create'],
  role: ['view', 'create', 'update', 'delete'],
  audit: ['view'],
} as const

export type Resource = keyof typeof permissionCatalogue
export type Permission = {
  [R in Resource]: `${R}.${(typeof permissionCatalogue)[R][number]}`
}[Resource]

/** Resources with the four actions of a plain record. */
export type CrudResource = {
  [R in Resource]: 'delete' extends (typeof permissionCatalogue)[R][number] ? R : never
}[Resource]

export const allPermissions: readonly Permission[] = Object.entries(permissionCatalogue).flatMap(
  ([resource, actions]) => actions.map((action) => `${resource}.${action}` as Permission),
)

/** Who holds these can give every right back: at least one active person always holds all of them. */
export const administrativePermissions: readonly Permission[] = allPermissions.filter(
  (permission) => /^(role|user)\./.test(permission),
)

/** What shows the whole school, and so is only for roles that see every branch. */
export const wholeSchoolPermissions: ReadonlySet<Permission> = new Set(['audit.view'])

/** What a client receives to hide what may not be done. */
export interface Ability {
  action: string
  subject: string
}

/** `course.view` as `{action: 'view', subject: 'course'}`. */
export function toAbility(permission: string): Ability {
  const dot = permission.indexOf('.')
  return { action: permission.slice(dot + 1), subject: permission.slice(0, dot) }
}

interface DefaultRole {
  key: string
  name: string
  /** Sees every branch, not only the ones assigned. */
  all_branches: boolean
  /** May decide what he himself requested; lifts the four-eyes rule. */
  may_self_decide: boolean
  permissions: readonly Permission[]
}

const viewEverything = allPermissions.filter((permission) => permission.endsWith('.view'))
const masterDataView = (['branch', 'course', 'promotion', 'other_fee', 'request_fee'] as const).map(
  (resource): Permission => `${resource}.view`,
)
const registration: readonly Permission[] = [
  ...masterDataView,
  'customer.view',
  'customer.create',
  'customer.update',
  'application.view',
  'application.create',
  'application.pay',
  'application.cancel',
  'payment.request-void',
]
const lookup: readonly Permission[] = [...masterDataView, 'customer.view', 'application.view']

export const defaultRoles: readonly DefaultRole[] = [
  {
    key: 'admin',
    name: 'ผู้ดูแลระบบ',
    all_branches: true,
    may_self_decide: true,
    permissions: allPermissions,
  },
  {
    key: 'owner',
    name: 'ผู้บริหาร',
    all_branches: true,
    may_self_decide: true,
    permissions: [
      ...viewEverything,
      'user.view-salary',
      'user.export',
      'customer.reveal',
      'customer.merge',
      'customer.export',
      'application.approve',
      'application.export',
      'payment.void',
      'payment.export',
      'vehicle.export',
    ],
  },
  {
    key: 'manager',
    name: 'ผู้จัดการสาขา',
    all_branches: false,
    may_self_decide: false,
    permissions: allPermissions.filter(
      (permission) => !/^(branch|role|audit)\./.test(permission) || permission === 'branch.view',
    ),
  },
  {
    key: 'registrar',
    name: 'เจ้าหน้าที่ทะเบียน',
    all_branches: false,
    may_self_decide: false,
    permissions: [...registration, 'customer.reveal'],
  },
  {
    key: 'cashier',
    name: 'เจ้าหน้าที่การเงิน',
    all_branches: false,
    may_self_decide: false,
    permissions: [
      ...registration,
      'customer.reveal',
      'payment.view',
      'payment.edit-pay-type',
      'closing.view',
      'closing.create',
    ],
  },
  {
    key: 'accountant',
    name: 'เจ้าหน้าที่บัญชี',
    all_branches: true,
    may_self_decide: false,
    permissions: [
      ...lookup,
      'application.export',
      'payment.view',
      'payment.export',
      'closing.view',
      'list_expenses.view',
      'list_expenses.create',
      'list_expenses.update',
      'list_expenses.delete',
      'vehicle.view',
      'vehicle.export',
    ],
  },
  {
    key: 'hr',
    name: 'เจ้าหน้าที่บุคคล',
    all_branches: true,
    may_self_decide: false,
    permissions: [
      'branch.view',
      ...allPermissions.filter((permission) => permission.startsWith('user.')),
    ],
  },
  {
    key: 'instructor',
    name: 'ครูฝึก',
    all_branches: false,
    may_self_decide: false,
    permissions: ['branch.view', 'course.view', 'customer.view', 'evaluate.view', 'vehicle.view'],
  },
  {
    key: 'examiner',
    name: 'ผู้ทดสอบ',
    all_branches: false,
    may_self_decide: false,
    permissions: ['branch.view', 'course.view', 'customer.view', 'evaluate.view'],
  },
  {
    // Of whom the school keeps a record, and who sees nothing but his own page.
    key: 'staff',
    name: 'พนักงานทั่วไป',
    all_branches: false,
    may_self_decide: false,
    permissions: [],
  },
]
