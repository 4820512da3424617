/**
 * The permissions, and the default roles of a new database. Roles are rows, which an administrator can
 * change. Source: product specification, section 1.2.
 */
import { type PermittedEntity, entityList } from './entities.ts'

type ResourceActions = {
  [E in PermittedEntity as E['permission']['resource']]: E['permission']['actions']
}

export type Resource = keyof ResourceActions
export type Action = ResourceActions[Resource][number]
export type Permission = { [R in Resource]: `${R}.${ResourceActions[R][number]}` }[Resource]

/** Resources with the four actions of a CRUD entity. */
export type CrudResource = {
  [R in Resource]: 'delete' extends ResourceActions[R][number] ? R : never
}[Resource]

/** Every resource with the actions that exist for it. */
export const permissionCatalogue = Object.fromEntries(
  entityList.flatMap(([, { permission }]) =>
    permission === undefined ? [] : [[permission.resource, permission.actions]],
  ),
) as unknown as Readonly<Record<Resource, readonly Action[]>>

export const allPermissions: readonly Permission[] = Object.entries(permissionCatalogue).flatMap(
  ([resource, actions]) => actions.map((action) => `${resource}.${action}` as Permission),
)

/** Users with these permissions can grant all others. At least one active user always has all of them. */
export const administrativePermissions: readonly Permission[] = allPermissions.filter(
  (permission) => /^(role|user)\./.test(permission),
)

/** A permission as sent to the browser, which hides actions that are not allowed. */
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
  /** Identifies the role in code; never changed, unlike the name. */
  key: string
  name: string
  /** Sees every branch, not only the assigned ones. */
  all_branches: boolean
  /** Users may decide their own requests: an exception from the four-eyes rule. */
  may_self_decide: boolean
  permissions: readonly Permission[]
}

const allViewPermissions = allPermissions.filter((permission) => permission.endsWith('.view'))
const masterDataView = (['branch', 'course', 'promotion', 'other_fee', 'request_fee'] as const).map(
  (resource): Permission => `${resource}.view`,
)
const registrationPermissions: readonly Permission[] = [
  ...masterDataView,
  'customer.view',
  'customer.create',
  'customer.update',
  'application.view',
  'application.create',
  'application.update',
  'application.pay',
  'application.request-refund',
  'application.cancel',
  'application.follow-up',
  'application.documents',
  'payment.request-void',
  'exam.view',
  'exam.book',
  'exam.checkin',
  'exam.certificate',
  'exam.extend',
]
const lookupPermissions: readonly Permission[] = [
  ...masterDataView,
  'customer.view',
  'application.view',
]

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
      ...allViewPermissions,
      'user.view-salary',
      'user.export',
      'customer.reveal',
      'customer.merge',
      'customer.export',
      'application.approve',
      'application.refund',
      'application.export',
      'payment.void',
      'payment.export',
      'vehicle.export',
      'exam.export',
      'evaluate.export',
      'accounting.export',
      'statement.export',
      'accounting.lock',
      'accounting.unlock',
      'payroll.confirm',
      'payroll.approve',
      'payroll.export',
      'settings.update',
      'document_type.create',
      'document_type.update',
      'document_type.delete',
      'holiday.create',
      'holiday.update',
      'holiday.delete',
    ],
  },
  {
    key: 'manager',
    name: 'ผู้จัดการสาขา',
    all_branches: false,
    may_self_decide: false,
    permissions: allPermissions.filter(
      (permission) =>
        (!/^(branch|role|settings|payroll_rate|backup)\./.test(permission) ||
          permission === 'branch.view' ||
          permission === 'payroll_rate.view') &&
        permission !== 'accounting.unlock' &&
        permission !== 'payroll.approve',
    ),
  },
  {
    key: 'registrar',
    name: 'เจ้าหน้าที่ทะเบียน',
    all_branches: false,
    may_self_decide: false,
    permissions: [...registrationPermissions, 'customer.reveal'],
  },
  {
    key: 'cashier',
    name: 'เจ้าหน้าที่การเงิน',
    all_branches: false,
    may_self_decide: false,
    permissions: [
      ...registrationPermissions,
      'customer.reveal',
      'payment.view',
      'payment.edit-pay-type',
      'closing.view',
      'closing.create',
      'drawer.view',
      'drawer.move',
      'petty_cash.view',
      'petty_cash.move',
    ],
  },
  {
    key: 'accountant',
    name: 'เจ้าหน้าที่บัญชี',
    all_branches: true,
    may_self_decide: false,
    permissions: [
      ...lookupPermissions,
      'application.export',
      'payment.view',
      'payment.export',
      'closing.view',
      'drawer.view',
      'petty_cash.view',
      'petty_cash.create',
      'petty_cash.update',
      'petty_cash.move',
      'accounting.view',
      'accounting.create',
      'accounting.update',
      'accounting.delete',
      'accounting.export',
      'accounting.lock',
      'bank_account.view',
      'bank_account.create',
      'bank_account.update',
      'bank_account.delete',
      'recurring_entry.view',
      'recurring_entry.create',
      'recurring_entry.update',
      'recurring_entry.delete',
      'statement.view',
      'statement.import',
      'statement.match',
      'statement.export',
      'list_expenses.view',
      'list_expenses.create',
      'list_expenses.update',
      'list_expenses.delete',
      'payroll.view',
      'payroll.confirm',
      'payroll.pay',
      'payroll.export',
      'payroll_rate.view',
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
      'payroll.view',
      'payroll.update',
      'payroll.submit',
      'payroll.export',
      'list_payroll.view',
      'list_payroll.create',
      'list_payroll.update',
      'list_payroll.delete',
      'payroll_rate.view',
      'payroll_rate.create',
      'payroll_rate.update',
      'payroll_rate.delete',
      ...allPermissions.filter((permission) => permission.startsWith('user.')),
    ],
  },
  {
    key: 'instructor',
    name: 'ครูฝึก',
    all_branches: false,
    may_self_decide: false,
    permissions: [
      'branch.view',
      'course.view',
      'customer.view',
      'evaluate.view',
      'vehicle.view',
      'exam.view',
      'exam.checkin-own',
      'exam.mark-own',
    ],
  },
  {
    key: 'examiner',
    name: 'ผู้ทดสอบ',
    all_branches: false,
    may_self_decide: false,
    permissions: [
      'branch.view',
      'course.view',
      'customer.view',
      'evaluate.view',
      'exam.view',
      'exam.checkin-own',
      'exam.mark-own',
    ],
  },
  {
    // For employees who may see only their own profile.
    key: 'staff',
    name: 'พนักงานทั่วไป',
    all_branches: false,
    may_self_decide: false,
    permissions: [],
  },
]
