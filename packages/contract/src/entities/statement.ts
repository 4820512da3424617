/**
 * Bank statements: import of their lines, and matching of the lines with the documents of the books. Source: product
 * specification, sections 7 and 7b.8.
 */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { maxImportBytes } from '@khapdee/domain/import'
import { statementStates } from '@khapdee/domain/statement/statement'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  baht,
  branchName,
  dataOf,
  day,
  exportQuery,
  fileLink,
  id,
  idInPath,
  listOf,
  listQuery,
  reason,
  reference,
  shownText,
  statusOf,
  text,
} from '../wire.ts'

/** Maximum number of lines or documents of one call. */
export const maxMatched = 500

const column = z.int().min(0).max(199)
const optionalColumn = column.nullable().default(null)

/** The columns of the file by their meaning; columns are counted from 0. */
const mappingFields = z.strictObject({
  header: z.int().min(0).max(1000).default(0),
  date: column,
  time: optionalColumn,
  in: optionalColumn,
  out: optionalColumn,
  amount: optionalColumn,
  balance: optionalColumn,
  reference: optionalColumn,
  description: z.array(column).max(5).default([]),
})

/** The mapping as JSON text, because the input of a call with a file is in its query. */
const mapping = labelled(
  z.codec(z.string().max(1000), mappingFields, {
    decode(value, ctx) {
      try {
        return JSON.parse(value) as z.input<typeof mappingFields>
      } catch {
        ctx.issues.push({ code: 'custom', input: value, message: 'รูปแบบคอลัมน์ไม่ถูกต้อง' })
        return z.NEVER
      }
    },
    encode: (value) => JSON.stringify(value),
  }),
  'คอลัมน์ในไฟล์',
)

const value = labelled(baht, fieldTitles.amount)
const balance = labelled(baht.nullable(), fieldTitles.remaining)
const date = labelled(day, fieldTitles.date)
const time = shownText(fieldTitles.time)
const description = shownText('รายการในบัญชี')
const bankReference = shownText('เลขอ้างอิง')

const counts = z.object({
  /** Lines that are added. */
  new: z.int(),
  /** Lines that earlier files contained. */
  known: z.int(),
  /** Rows that are not lines: headings, sums, balances brought forward. */
  skipped: z.int(),
  wrong: z.int(),
})
export type StatementCounts = z.output<typeof counts>

const plan = z.object({
  counts,
  /** The mapping by which the file was read; null when its columns are not known. */
  mapping: mappingFields.nullable(),
  /** The headings of the columns, or their first cells, with examples. */
  columns: z.array(z.object({ title: z.string(), examples: z.array(z.string()) })),
  /** The first lines of the file. */
  lines: z.array(
    z.object({
      row: z.int(),
      date,
      time,
      value,
      balance,
      description,
      reference: bankReference,
      is_new: z.boolean(),
    }),
  ),
  /** The first rows that cannot be read, by their number in the file. */
  problems: z.array(z.object({ row: z.int(), message: z.string() })),
  start: date.nullable(),
  end: date.nullable(),
  /** Hash of the lines to add; `commit` is refused if it has changed. */
  digest: z.string(),
})
export type StatementPlan = z.output<typeof plan>
export type StatementMappingInput = z.output<typeof mappingFields>

const document = z.object({
  kind: z.enum(['payment', 'entry', 'drawer_move', 'bank_move']),
  id,
  code: shownText(fieldTitles.documentNumber),
  date,
  time,
  /** Positive for money into the account. */
  value,
  party: shownText(fieldTitles.name),
  /** The paid courses and fees, or the item of an entry. */
  detail: shownText('รายละเอียด'),
  bank_reference: bankReference,
  /** A link to the picture of the slip of a transfer. */
  slip: z.string().nullable(),
  branch_id: id,
  branch: branchName,
  /** Its account; empty for none. */
  account: shownText(entities.bank_account.label),
  application_id: id.nullable(),
})
export type BankDocument = z.output<typeof document>

const row = z.object({
  statement_line_id: id,
  bank_account_id: id,
  account: shownText(entities.bank_account.label),
  date,
  time,
  value,
  balance,
  description,
  reference: bankReference,
  state: statusOf(statementStates),
  note: shownText(fieldTitles.reason),
  /** The documents of its match that the caller may see. */
  documents: z.array(z.object({ code: z.string(), party: z.string() })),
})
export type StatementRow = z.output<typeof row>

const account = idInPath
/** The title of `bank_move_ids`, also in the audit trail. */
export const bankMovesTitle = 'รายการโอนเงินเดือนและเงินกู้'
const lineIds = labelled(
  z.array(reference('statement_line')).min(1).max(maxMatched),
  entities.statement_line.label,
)

const lineCount = z.int()
/**
 * The balance of an account in the books and in its statements. They differ by the unmatched
 * amounts: `open_documents` of the books, less `open_lines` and `ignored_lines` of the statements.
 */
const accountBalance = z.object({
  opening_day: day,
  opening_balance: labelled(baht, fieldTitles.openingBalance),
  /** The transfers of the books from the opening day until today, and others that are matched with lines since then. */
  documents: labelled(baht, 'เงินเข้า–ออกตามสมุดบัญชี'),
  book_balance: labelled(baht, 'ยอดตามสมุดบัญชี'),
  open_documents: labelled(baht, fieldTitles.unmatchedDocuments),
  open_document_count: lineCount,
  open_lines: labelled(baht, 'รายการเดินบัญชีที่ยังไม่จับคู่'),
  open_line_count: lineCount,
  ignored_lines: labelled(baht, 'รายการที่ไม่ต้องจับคู่'),
  ignored_line_count: lineCount,
  /** The opening balance and all lines since the opening day. */
  statement_balance: labelled(baht, 'ยอดตามรายการเดินบัญชี'),
})
/** The titles of the figures. */
export const balanceFields = accountBalance.shape

const pair = z.object({ line: row.omit({ documents: true, note: true, state: true }), document })

export const statement = {
  row,
  document,
  preview: endpoint({
    method: 'POST',
    path: 'statement/preview',
    access: 'statement.import',
    reads: true,
    file: { maxBytes: maxImportBytes },
    summary:
      'Lines that a statement file would add to an account; nothing is written. Without `mapping`, the mapping of the last file is used, or one suggested by the headings',
    input: z.strictObject({ bank_account_id: account, mapping: mapping.optional() }),
    output: dataOf(plan),
  }),
  commit: endpoint({
    method: 'POST',
    path: 'statement/commit',
    access: 'statement.import',
    idempotent: 'required',
    file: { maxBytes: maxImportBytes },
    summary: 'Add the previewed lines, all or nothing; 409 when they would differ from the preview',
    input: z.strictObject({ bank_account_id: account, mapping, digest: z.string().max(100) }),
    output: dataOf(z.object({ counts })),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'statement/gettable',
    access: 'statement.view',
    summary:
      'Lines of statements, latest day first; `type` is the bank account, `start` and `end` limit the day',
    input: listQuery,
    output: listOf(row).extend({
      /** Sums and number of lines of the filter. */
      total: z.object({ in: baht, out: baht, unmatched: z.int() }),
    }),
  }),
  documents: endpoint({
    method: 'GET',
    path: 'statement/documents',
    access: 'statement.view',
    summary:
      'Transfers of the books that are not matched; with `statement_line_id`, documents that may match the line come first',
    input: z.strictObject({
      bank_account_id: account,
      statement_line_id: idInPath.optional(),
      /**
       * `booked`: only those that `statement/balance` counts: of the account itself, from its
       * opening day until today. `other_accounts`: also those with another account; a match assigns
       * the account of the line to them.
       */
      extent: z.enum(['booked', 'other_accounts']).optional(),
      text: listQuery.shape.text,
      start: listQuery.shape.start,
      end: listQuery.shape.end,
    }),
    output: dataOf(
      z.object({
        rows: z.array(document.extend({ is_candidate: z.boolean() })),
        /** The number of all that match the query; `rows` has the first of them. */
        total: z.int(),
      }),
    ),
  }),
  balance: endpoint({
    method: 'GET',
    path: 'statement/balance',
    access: 'statement.view',
    summary:
      'The balance of an account in the books and that of its statements, with the explanation of the difference; an account of all branches only for callers who see all of them',
    input: z.strictObject({ bank_account_id: account }),
    output: dataOf(accountBalance),
  }),
  proposals: endpoint({
    method: 'GET',
    path: 'statement/proposals',
    access: 'statement.view',
    summary:
      'Pairs of a line and a document without any doubt: equal amounts about the same day, and no other candidate; the first of them, as many as one call matches',
    input: z.strictObject({ bank_account_id: account }),
    output: dataOf(z.array(pair)),
  }),
  matchProposed: endpoint({
    method: 'POST',
    path: 'statement/match-proposed',
    access: 'statement.match',
    summary: 'Match proposed pairs, all or none',
    input: z.strictObject({
      pairs: labelled(
        z
          .array(z.strictObject({ statement_line_id: id, kind: document.shape.kind, id }))
          .min(1)
          .max(maxMatched),
        'รายการที่จับคู่',
      ),
    }),
    output: dataOf(z.object({ matched: z.int() })),
  }),
  match: endpoint({
    method: 'POST',
    path: 'statement/match',
    access: 'statement.match',
    summary:
      'Match one line with documents, or lines with one document, of equal sums; `difference` posts an entry of an item for the difference',
    input: z.strictObject({
      statement_line_ids: lineIds,
      payment_ids: z.array(reference('payment')).max(maxMatched).default([]),
      entry_ids: z.array(reference('account_entry')).max(maxMatched).default([]),
      /** Deposits of drawers. */
      drawer_move_ids: z.array(reference('drawer_move')).max(maxMatched).default([]),
      /** Wages, advances and loans that were transferred, and repayments of them. */
      bank_move_ids: labelled(z.array(id).max(maxMatched), bankMovesTitle).default([]),
      /** The item of the fee or interest, and its branch if the documents are of several. */
      difference: labelled(
        z
          .strictObject({
            list_expenses_id: reference('list_expenses'),
            branch_id: reference('branch').optional(),
          })
          .nullable(),
        'ส่วนต่าง',
      ).default(null),
    }),
    output: dataOf(z.object({ match_id: id })),
  }),
  unmatch: endpoint({
    method: 'POST',
    path: 'statement/unmatch',
    access: 'statement.match',
    summary: 'Undo the whole match of lines; the entry of its difference is voided',
    input: z.strictObject({ statement_line_ids: lineIds }),
    output: dataOf(z.object({ unmatched: z.int() })),
  }),
  ignore: endpoint({
    method: 'POST',
    path: 'statement/ignore',
    access: 'statement.match',
    summary: 'Ignore lines that have no document in the books, with the reason',
    input: z.strictObject({ statement_line_ids: lineIds, note: reason(500) }),
    output: dataOf(z.object({ ignored: z.int() })),
  }),
  unignore: endpoint({
    method: 'POST',
    path: 'statement/unignore',
    access: 'statement.match',
    summary: 'Make ignored lines unmatched again, so that they can be matched',
    input: z.strictObject({ statement_line_ids: lineIds }),
    output: dataOf(z.object({ unignored: z.int() })),
  }),
  export: endpoint({
    method: 'POST',
    path: 'statement/export',
    access: 'statement.export',
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
}

/** The labels of the changed fields, for the audit trail. */
export const statementFields = {
  state: row.shape.state,
  note: text(fieldTitles.reason),
  value,
  description,
}
