/** Kinds of spreadsheet import, and the states of a row. */
import { entities } from './entities.ts'
import type { Resource } from './permissions.ts'
import type { Tone } from './tone.ts'

/** An import requires the create permission of the resource. Its screen is below the path of the list. */
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
  customer: { label: entities.customer.label, resource: 'customer', listPath: '/customers' },
} as const satisfies Record<string, { label: string; resource: Resource; listPath: `/${string}` }>

export type ImportKind = keyof typeof importKinds

export const importKindNames = Object.keys(importKinds) as ImportKind[]

/** The effect of saving a row. */
export const importStates = {
  new: { label: 'ใหม่', tone: 'ok' },
  changed: { label: 'เปลี่ยนแปลง', tone: 'info' },
  same: { label: 'ไม่เปลี่ยน', tone: 'muted' },
  wrong: { label: 'ผิด', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ImportState = keyof typeof importStates

/** Maximum file size in bytes. */
export const maxImportBytes = 5 * 1024 * 1024
