/**
 * The endpoints that all application kinds have, below the path of the kind: pay a balance, refund,
 * delete, print, list, read.
 */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  dataOf,
  exportQuery,
  fileLink,
  id,
  idInPath,
  listOf,
  listQuery,
  note,
  noteOf,
  pdfLink,
  nonNegativeBaht,
  nonNegativeSum,
  reason,
  version,
} from '../wire.ts'
import { amendInput } from './amendment.ts'
import {
  bankReference,
  slipFile,
  transferAccount,
  cashReceived,
  applicationDetail,
  dueDate,
  applicationRow,
  paidLineInput,
  payeeInput,
  payType,
  refund,
  overCapCount,
  positive,
  sums,
} from './application-shapes.ts'

/**
 * The version of the application that the caller saw; if it was changed since, the answer is 409.
 * Optional, because the calls of the former system have none.
 */
export const expectedVersion = version.optional()

interface Decision {
  decision: 'approve' | 'reject'
  note: string
}

/** The message for a rejection without the required reason; null for other decisions. */
export const decisionProblem = ({ decision, note }: Decision): string | null =>
  decision === 'reject' && note.trim() === '' ? messages.required(fieldTitles.reason) : null

/** The fields of a decision on a request, without the id of the request. Refine the schema with {@link rejectionHasReason}. */
export const decisionFields = {
  version: expectedVersion,
  decision: z.enum(['approve', 'reject']),
  /** Required for a rejection. */
  note: labelled(noteOf(500), fieldTitles.reason),
}

/** The arguments of `refine` for the input of a decision. */
export const rejectionHasReason: [
  check: (input: Decision) => boolean,
  problem: { path: string[]; error: string },
] = [
  (input) => decisionProblem(input) === null,
  { path: ['note'], error: messages.required(fieldTitles.reason) },
]

const issuedReceipt = z.object({
  payment_id: id,
  payment_code: z.string(),
  pay_type: payType,
  paid: baht,
  pdf: z.string(),
})

/** A new application. */
export const registered = z.object({
  application_id: id,
  application_code: z.string(),
  /** Link to the receipts if an amount was paid, otherwise to the application form. */
  pdf: z.string(),
  payments: z.array(issuedReceipt),
})

/** The output of the create endpoint of a kind. @param aliases see {@link Aliases} */
export const createOutput = <Aliases extends z.ZodRawShape>(aliases: Aliases) =>
  dataOf(registered.extend(aliases))

/** Signed link to the application form, which is made when the link is opened. */
const listedForm = z.string()

const totals = z.object({ ...sums, over_cap: overCapCount })

/** The fields of answers that repeat the id and the code of an application under the names of the former system. */
interface Aliases<Id extends z.ZodRawShape, Code extends z.ZodRawShape> {
  id: Id
  code: Code
}

/**
 * Declares the endpoints of one kind.
 * @param path first part of the paths: `application`, `applicationfee` or `request`
 */
export function applicationEndpoints<
  Path extends string,
  Id extends z.ZodRawShape,
  Code extends z.ZodRawShape,
>(path: Path, { id: idAliases, code: codeAliases }: Aliases<Id, Code>) {
  /** An answer with the id of the application and the given fields. */
  const answerWithId = <Shape extends z.ZodRawShape>(shape: Shape) =>
    dataOf(z.object({ application_id: id, ...shape }).extend(idAliases))
  const aliases = { ...idAliases, ...codeAliases }
  return {
    paybalance: endpoint({
      method: 'POST',
      path: `${path}/paybalance`,
      access: 'application.pay',
      summary: 'Receive payments for lines with a balance; issues one receipt per payment method',
      idempotent: 'required',
      input: z.strictObject({
        application_id: id,
        version: expectedVersion,
        lines: z.array(paidLineInput).min(1, { error: messages.noLines }).max(100),
        bank_reference: bankReference.default(''),
        bank_account_id: transferAccount,
        slip_file_id: slipFile,
        cash_received: cashReceived,
        /** The day agreed for the rest; null keeps the day agreed before. */
        due_date: dueDate,
        note: noteOf(500),
      }),
      output: answerWithId({
        balance: baht,
        pdf: z.string(),
        payments: z.array(issuedReceipt),
        /**
         * The outcome for the exam days that are booked after the payment: `BOOKED`, or the code of
         * the refusal with its message.
         */
        exam: z.object({ code: z.string(), message: z.string() }).optional(),
      }),
    }),
    refund: endpoint({
      method: 'POST',
      path: `${path}/refund`,
      access: 'application.refund',
      summary: 'Refund money and end all lines, or the given ones',
      idempotent: 'required',
      input: z.strictObject({
        application_id: id,
        version: expectedVersion,
        value: labelled(positive(nonNegativeSum), titleOf(refund.shape, 'value')),
        /**
         * The lines that end, each with its refund; 0 ends the line without a refund. `value` is
         * their sum. Without `lines` all open lines end, and `value` is divided in proportion to
         * their paid amounts.
         */
        lines: z
          .array(
            z.strictObject({
              line_id: id,
              value: labelled(nonNegativeBaht, titleOf(refund.shape, 'value')),
            }),
          )
          .min(1, { error: messages.noLines })
          .max(100)
          .optional(),
        pay_type: refund.shape.pay_type.default('cash'),
        ...payeeInput,
        /** The account that a transfer is paid from. */
        bank_account_id: transferAccount,
        note: labelled(
          z
            .string({ error: messages.refundReason })
            .overwrite(normalizeThai)
            .min(1, { error: messages.refundReason })
            .max(500, { error: messages.tooLong(500) }),
          titleOf(refund.shape, 'note'),
        ),
      }),
      output: answerWithId({ refund_code: z.string(), pdf: z.string() }),
    }),
    end: endpoint({
      method: 'POST',
      path: `${path}/end`,
      access: 'application.refund',
      summary: 'End all open lines, or the given ones, without money back; writes off what is owed',
      idempotent: 'required',
      input: z.strictObject({
        application_id: id,
        version,
        /** Ids of the lines that end; all open lines by default. */
        lines: z.array(id).min(1, { error: messages.noLines }).max(100).optional(),
        note: reason(500),
      }),
      output: answerWithId({ balance: baht }),
    }),
    amend: endpoint({
      method: 'POST',
      path: `${path}/amend`,
      access: 'application.update',
      summary:
        'Add lines, remove unpaid ones, or replace a course by another, to which the paid amount moves; the number stays',
      idempotent: 'required',
      input: amendInput,
      output: answerWithId({ revision: z.number(), balance: baht }),
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/update`,
      access: 'application.update',
      summary: 'Change the note of an open application',
      input: z.strictObject({ application_id: id, version, note }),
      output: answerWithId({ version }),
    }),
    delete: endpoint({
      method: 'POST',
      path: `${path}/delete`,
      access: 'application.cancel',
      summary:
        'Cancel an application and void its receipts, which also requires the permission to void',
      idempotent: 'required',
      input: z.strictObject({ application_id: id, version: expectedVersion, note: reason(500) }),
      output: dataOf(z.null()),
    }),
    pdf: endpoint({
      method: 'POST',
      path: `${path}/pdf`,
      access: 'application.view',
      summary: 'Link to the application form, with the present state of the application',
      input: z.strictObject({ application_id: id }),
      output: dataOf(pdfLink),
    }),
    pdfpayment: endpoint({
      method: 'POST',
      path: `${path}/pdfpayment`,
      access: 'application.view',
      summary: 'Link to one receipt, or to all receipts of an application; a reprint is a copy',
      input: z.strictObject({ payment_id: id.optional(), application_id: id.optional() }),
      output: dataOf(pdfLink),
    }),
    gettable: endpoint({
      method: 'GET',
      path: `${path}/gettable`,
      access: 'application.view',
      summary: 'List applications of one kind, with the totals of the whole filter',
      input: listQuery,
      output: listOf(applicationRow.extend({ pdf: listedForm, ...aliases })).extend({
        /** Null when the list is capped. */
        total: totals.nullable(),
      }),
    }),
    export: endpoint({
      method: 'POST',
      path: `${path}/export`,
      access: 'application.export',
      summary: 'Link to an Excel file of the whole list',
      input: exportQuery,
      output: dataOf(fileLink),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/get/:application_id`,
      access: 'application.view',
      summary:
        'One application with its customer, lines, payments and the actions allowed to the caller',
      input: z.strictObject({ application_id: idInPath }),
      output: dataOf(applicationDetail.extend(aliases)),
    }),
  }
}
