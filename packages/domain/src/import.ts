/** What can be brought in from a spreadsheet, and what may come of a row. */
import type { Resource } from './permissions.ts'
import type { Tone } from './tone.ts'

/** Whoever may create a resource may bring records of it in, below the address of its list. */
export const importKinds = {
  course: { label: 'หลักสูตร', resource: 'course', list: '/courses' },
  'other-fee': { label: 'รายการค่าใช้จ่ายอื่น', resource: 'other_fee', list: '/other-fees' },
  'request-fee': { label: 'รายการค่าคำขอ', resource: 'request_fee', list: '/request-fees' },
  employee: { label: 'พนักงาน', resource: 'user', list: '/employees' },
  customer: { label: 'ผู้สมัคร', resource: 'customer', list: '/customers' },
} as const satisfies Record<string, { label: string; resource: Resource; list: `/${string}` }>

export type ImportKind = keyof typeof importKinds

export const importKindNames = Object.keys(importKinds) as ImportKind[]

/** What saving would do with a row. */
export const importStates = {
  new: { label: 'ใหม่', tone: 'ok' },
  changed: { label: 'เปลี่ยนแปลง', tone: 'info' },
  same: { label: 'ไม่เปลี่ยน', tone: 'muted' },
  wrong: { label: 'ผิด', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ImportState = keyof typeof importStates

/** The largest file that is taken, in bytes. */
export const largestImport = 5 * 1024 * 1024
