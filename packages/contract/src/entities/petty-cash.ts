/** Petty cash: cash that an employee holds for small expenses. Source: product specification, sections 7 and 7b. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { pettyCashKinds } from '@khapdee/domain/petty-cash'
import { entities } from '@khapdee/domain/entities'
import { units, stateWords } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import {
  active,
  baht,
  branchName,
  createdAt,
  dataOf,
  flag,
  id,
  idInPath,
  listMeta,
  listOf,
  listQuery,
  nonNegativeBaht,
  noteOf,
  reference,
  requiredText,
  shownText,
  typeOf,
  version,
} from '../wire.ts'
import { expenses } from './account-entry.ts'
import { paymentCode, positive, recordedBy } from './application-shapes.ts'
import { attachedFile } from './drawer.ts'

const amount = labelled(positive(nonNegativeBaht), fieldTitles.amount, { unit: units.baht })
const holderTitle = 'ผู้ถือเงิน'
const fields = {
  name: requiredText(fieldTitles.name, 100),
  user_id: reference('app_user', holderTitle),
  limit_value: labelled(positive(nonNegativeBaht), 'วงเงิน', { unit: units.baht }),
}
const counted = labelled(nonNegativeBaht, 'เงินสดที่นับได้', { unit: units.baht })
const note = noteOf(500)
/** The balance shown to the user who counts. If it is given and has changed since, the server refuses. */
const expected_balance = labelled(baht, fieldTitles.remaining).optional()

const row = z.object({
  petty_cash_id: id,
  branch_id: id,
  branch: branchName,
  name: shownText(titleOf(fields, 'name')),
  user_id: id,
  holder: shownText(holderTitle),
  limit_value: labelled(baht, titleOf(fields, 'limit_value'), { unit: units.baht }),
  balance: labelled(baht, fieldTitles.remaining, { unit: units.baht }),
  /** The time of the last count; null if never. */
  counted_at: labelled(z.string().nullable(), 'นับเงินล่าสุด'),
  is_activate: active,
  version,
})
export type PettyCashRow = z.output<typeof row>

const moveRow = z.object({
  petty_cash_move_id: id,
  kind: typeOf(pettyCashKinds),
  /** Negative for cash that was spent or returned. */
  value: labelled(baht, fieldTitles.amount, { unit: units.baht }),
  /** The counted amount; null for other movements. */
  counted: labelled(baht.nullable(), titleOf({ counted }, 'counted')),
  note: shownText(fieldTitles.note),
  entry_id: id.nullable(),
  entry_code: paymentCode,
  entry_name: shownText(entities.account_entry.label),
  /** The first attachment of the entry. */
  file: attachedFile,
  is_void: flag(stateWords.void),
  user: recordedBy,
  createdAt,
})
export type PettyCashMove = z.output<typeof moveRow>

/** A call that moves the cash of a holder. */
const change = <Input extends z.ZodRawShape>(name: string, summary: string, input: Input) =>
  endpoint({
    method: 'POST',
    path: `pettycash/${name}`,
    access: 'petty_cash.move',
    summary,
    idempotent: 'required',
    input: z.strictObject({ petty_cash_id: id, ...input }),
    output: dataOf(z.object({ petty_cash_id: id, balance: baht })),
  })

const { list_expenses, other_name, detail, document_no, payee } = expenses.create.input.shape

export const pettyCash = {
  row,
  moveRow,
  create: endpoint({
    method: 'POST',
    path: 'pettycash/create',
    access: 'petty_cash.create',
    summary: 'Give an employee a petty cash with a limit',
    idempotent: 'required',
    input: z.strictObject({ branch_id: reference('branch'), ...fields }),
    output: dataOf(z.object({ petty_cash_id: id })),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'pettycash/update',
    access: 'petty_cash.update',
    summary: 'Change name, holder and limit; a stale version is refused',
    input: z.strictObject({ petty_cash_id: id, ...fields, is_activate: active, version }),
    output: dataOf(z.object({ petty_cash_id: id })),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'pettycash/gettable',
    access: 'petty_cash.view',
    summary: 'Petty cash of the branches with what their holders have',
    input: listQuery,
    output: listOf(row),
  }),
  get: endpoint({
    method: 'GET',
    path: 'pettycash/get/:petty_cash_id',
    access: 'petty_cash.view',
    summary: 'One petty cash with a page of its movements, newest first',
    input: z.strictObject({
      petty_cash_id: idInPath,
      ...listQuery.pick({ page: true, perPage: true }).shape,
    }),
    output: z.object({
      data: row.extend({
        moves: z.array(moveRow),
        can_move: z.boolean(),
        /**
         * The items of expenses that can be spent from petty cash: those that need neither a
         * vehicle nor an employee.
         */
        items: z.array(z.object({ value: id, name: z.string() })),
      }),
      /** The page of the movements. */
      meta: listMeta,
    }),
  }),
  opening: change('opening', 'Enter what the holder had before the books; before all movements', {
    value: amount,
    note,
  }),
  advance: change('advance', 'Hand cash of the drawer to the holder', { value: amount, note }),
  spend: change('spend', 'Book an expense that the holder paid, with its picture', {
    list_expenses,
    other_name,
    value: amount,
    payee,
    document_no,
    detail,
    file_id: reference('file', 'รูปใบเสร็จ'),
  }),
  count: change(
    'count',
    'Count the cash of the holder; a difference is booked as short or over cash',
    { counted, note, expected_balance },
  ),
  replenish: change(
    'replenish',
    'Count the cash of the holder and fill it up to the limit from the drawer',
    { counted, note, expected_balance },
  ),
  return: change('return', 'Put cash of the holder back into the drawer', { value: amount, note }),
}
