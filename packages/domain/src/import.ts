/** Kinds of spreadsheet import, and the states of a row. */
import { entities } from './entities.ts'
import { rightOrigins } from './exam-right.ts'
import type { Permission, Resource } from './permissions.ts'
import type { Tone } from './tone.ts'
import { stateWords } from './words.ts'

/**
 * Kinds of records. The screen of an import is below the path of the list; see {@link
 * importPermission}. Kinds that find customers by complete numbers are only for users who may see
 * the numbers, because a file can look up thousands of them.
 */
export const importKinds = {
  course: { label: entities.course.label, resource: 'course', listPath: '/courses' },
  'other-fee': { label: entities.other_fee.list, resource: 'other_fee', listPath: '/other-fees' },
  'request-fee': {
    label: entities.request_fee.list,
    resource: 'request_fee',
    listPath: '/request-fees',
  },
  promotion: { label: entities.promotion.label, resource: 'promotion', listPath: '/promotions' },
  'expense-item': {
    label: entities.list_expenses.label,
    resource: 'list_expenses',
    listPath: '/expense-items',
  },
  evaluation: { label: entities.evaluate.label, resource: 'evaluate', listPath: '/evaluations' },
  vehicle: { label: entities.vehicle.label, resource: 'vehicle', listPath: '/vehicles' },
  employee: { label: entities.app_user.label, resource: 'user', listPath: '/employees' },
  customer: {
    label: entities.customer.label,
    resource: 'customer',
    listPath: '/customers',
    also: 'customer.reveal',
  },
  'exam-right': {
    label: rightOrigins.imported.label,
    resource: 'exam',
    permission: 'exam.grant',
    also: 'customer.reveal',
    listPath: '/exam-rights',
  },
} as const satisfies Record<
  string,
  {
    label: string
    resource: Resource
    permission?: Permission
    /** Required in addition to the permission of the calls. */
    also?: Permission
    listPath: `/${string}`
  }
>

export type ImportKind = keyof typeof importKinds

/**
 * The permission to import records of a kind, or to change stored ones by an import: that of the
 * resource, unless the kind has a separate one.
 */
export function importPermission(kind: ImportKind, action: 'create' | 'update'): Permission {
  const { resource, permission }: { resource: string; permission?: Permission } = importKinds[kind]
  // Safe: every resource without a separate permission has both actions.
  return permission ?? (`${resource}.${action}` as Permission)
}

/** The permissions that an import of a kind requires, all of them. */
export function importPermissions(kind: ImportKind): Permission[] {
  const { also }: { label: string; also?: Permission } = importKinds[kind]
  return [importPermission(kind, 'create'), ...(also === undefined ? [] : [also])]
}

export const importKindNames = Object.keys(importKinds) as ImportKind[]

/** The effect of saving a row. */
export const importStates = {
  new: { label: stateWords.new, tone: 'ok' },
  changed: { label: 'เปลี่ยนแปลง', tone: 'info' },
  same: { label: 'ไม่เปลี่ยน', tone: 'muted' },
  wrong: { label: 'ผิด', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ImportState = keyof typeof importStates

/** Maximum file size in bytes. */
export const maxImportBytes = 5 * 1024 * 1024
