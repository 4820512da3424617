/**
 * The cash drawer of a branch: its expected cash, and its movements. Source: product specification,
 * sections 7 and 7b.
 */
import {
  type DrawerPart,
  drawerActions,
  drawerMoveKinds,
  drawerPartNames,
} from '@khapdee/domain/drawer'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { maxTotal } from '@khapdee/domain/money'
import { units, stateWords } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  branchName,
  createdAt,
  dataOf,
  flag,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  reason,
  reference,
  requiredOneOf,
  shownText,
  typeOf,
} from '../wire.ts'
import { paymentCode, recordedBy } from './application-shapes.ts'

/** The parts of the expected cash; negative for cash that left the drawer. */
export const drawerParts = z.object(
  Object.fromEntries(drawerPartNames.map((part) => [part, baht])) as Record<
    DrawerPart,
    typeof baht
  >,
)

/**
 * An amount other than 0, up to the limit of sums. Only a correction may be negative, and a deposit
 * that corrects an earlier one.
 */
const signedAmount = labelled(
  baht
    .refine((value) => value !== 0, { error: messages.required(fieldTitles.amount), abort: true })
    .refine((value) => Math.abs(value) <= maxTotal, { error: messages.invalid }),
  fieldTitles.amount,
  { unit: units.baht },
)

export const attachedFile = z
  .object({ file_id: id, name: z.string(), type: z.string(), link: z.string() })
  .nullable()

const row = z.object({
  drawer_move_id: id,
  branch_id: id,
  branch: branchName,
  kind: typeOf(drawerMoveKinds),
  /** Negative for cash that left the drawer. */
  value: labelled(baht, fieldTitles.amount, { unit: units.baht }),
  note: shownText(fieldTitles.reason),
  /** The account of a deposit; empty for other movements. */
  bank_account: shownText(entities.bank_account.label),
  /** The slip or picture. */
  file: attachedFile,
  /** The entry of the books that it paid or collected; null for other movements. */
  entry_id: id.nullable(),
  entry_code: paymentCode,
  entry_name: shownText(entities.account_entry.label),
  /** The day close that counted it; null before. */
  closing_id: id.nullable(),
  closing_code: shownText(entities.closing.label),
  /** Its entry was voided, or is no longer paid from the drawer. */
  is_void: flag(stateWords.void),
  user: recordedBy,
  createdAt,
})
export type DrawerRow = z.output<typeof row>

export const drawer = {
  row,
  get: endpoint({
    method: 'GET',
    path: 'drawer/get',
    access: 'drawer.view',
    summary:
      'The cash in the drawer of a branch and its parts; by default of the caller’s own branch',
    input: z.strictObject({ branch_id: idInPath.optional() }),
    output: dataOf(
      z.object({
        branch_id: id,
        branch: branchName,
        /** The sum of the parts. */
        balance: labelled(baht, 'เงินสดในลิ้นชัก'),
        parts: drawerParts,
        last_closed_at: instant.nullable(),
        can_move: z.boolean(),
        /** Whether the opening balance of the drawer can still be entered. */
        can_open: z.boolean(),
      }),
    ),
  }),
  move: endpoint({
    method: 'POST',
    path: 'drawer/move',
    access: 'drawer.move',
    summary:
      'Take cash out of the drawer or put it in; `opening` records, once, the cash from before its first day close; with `expenses_id` the movement pays an expense that was paid outside the drawer',
    idempotent: 'required',
    input: z.strictObject({
      branch_id: reference('branch'),
      kind: requiredOneOf(fieldTitles.type, drawerActions),
      value: signedAmount,
      note: reason(500),
      /** The slip of a deposit, or a picture. */
      file_id: reference('file', fieldTitles.attachments).nullable().default(null),
      /** The account of a deposit, by default that of the branch. */
      bank_account_id: reference('bank_account').nullable().default(null),
      /** The posted cash expense that a cash-out pays; its source becomes the drawer. */
      expenses_id: reference('account_entry').nullable().default(null),
    }),
    output: dataOf(z.object({ drawer_move_id: id, balance: baht })),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'drawer/gettable',
    access: 'drawer.view',
    summary:
      'Movements of drawers besides receipts and refunds, newest first; `status` is open or closed, `type` the kind',
    input: listQuery,
    output: listOf(row),
  }),
}
