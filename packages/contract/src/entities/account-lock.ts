/** The lock days of branches. Source: product specification, sections 7 and 7b.5. */
import { lockDayTitle, openKinds } from '@khapdee/domain/account-lock'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fieldMeta, labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  branchName,
  createdAt,
  dataOf,
  day,
  enteredDay,
  id,
  idInPath,
  listOf,
  listQuery,
  note,
  noteOf,
  oneOf,
  reason,
  reference,
  shownText,
  version,
} from '../wire.ts'
import { recordedBy } from './application-shapes.ts'

const lockDay = labelled(day, lockDayTitle)
const enteredLockDay = labelled(enteredDay, lockDayTitle)
const shownNote = shownText(fieldMeta(note).title)

const lockRow = z.object({
  branch_id: id,
  branch: branchName,
  /** Null when nothing is locked. */
  day: lockDay.nullable(),
  note: shownNote,
  /** The user and the time of the last change; empty and null without one. */
  user: recordedBy,
  createdAt: createdAt.nullable(),
  version,
})

const historyRow = z.object({
  account_lock_id: id,
  branch: branchName,
  /** The locked day until the next change. */
  day: lockDay.nullable(),
  is_unlock: z.boolean(),
  note: shownNote,
  user: recordedBy,
  createdAt,
})

const openItem = z.object({
  /** The payment, the application or the entry. */
  id,
  /** Empty for a draft. */
  code: z.string(),
  name: z.string(),
  date: day,
  value: baht,
})

const openGroup = z.object({
  kind: oneOf(headings.item, openKinds),
  /** Whether the day cannot be locked while such items are open. */
  is_blocking: z.boolean(),
  count: z.number(),
  value: baht,
  /** The first ones, the oldest first. */
  items: z.array(openItem),
})
export type OpenGroup = z.output<typeof openGroup>

const locked = dataOf(z.object({ branch_id: id, day: lockDay.nullable() }))

export const accountLock = {
  row: lockRow,
  historyRow,
  lock: endpoint({
    method: 'POST',
    path: 'accounting/lock',
    access: 'accounting.lock',
    summary:
      'Lock a branch up to a day before today; refused while unfinished items of that time prevent it',
    input: z.strictObject({
      branch_id: reference('branch'),
      day: enteredLockDay,
      note: noteOf(500),
    }),
    output: locked,
  }),
  unlock: endpoint({
    method: 'POST',
    path: 'accounting/unlock',
    access: 'accounting.unlock',
    summary: 'Unlock a branch, or lock it only up to an earlier day',
    input: z.strictObject({
      branch_id: reference('branch'),
      day: enteredLockDay.nullable().default(null),
      note: reason(500),
      version,
    }),
    output: locked,
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'accounting/lock/gettable',
    access: 'accounting.view',
    summary: 'The lock day of each branch',
    input: listQuery,
    output: listOf(lockRow),
  }),
  history: endpoint({
    method: 'GET',
    path: 'accounting/lock/history',
    access: 'accounting.view',
    summary: 'Each lock and each unlocking, newest first',
    input: listQuery,
    output: listOf(historyRow),
  }),
  open: endpoint({
    method: 'GET',
    path: 'accounting/lock/open',
    access: 'accounting.view',
    summary: 'Unfinished items on a day and before it, by kind',
    input: z.strictObject({ branch_id: idInPath, day: enteredLockDay }),
    output: dataOf(z.array(openGroup)),
  }),
}

/** The labels of the audited fields. */
export const accountLockFields = { ...lockRow.shape }
export const lockDayTooLateMessage = `${lockDayTitle}ต้องไม่เกินเมื่อวาน`
export const requiredLockDayMessage = messages.select(titleOf(lockRow.shape, 'day'))
