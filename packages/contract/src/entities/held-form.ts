/** JSON as the browser wrote it. The server stores it without parsing it. */
import { heldFormHours } from '@khapdee/domain/application/held-form'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { createdAt, dataOf, flag, id, idInPath, reference, shownText, text } from '../wire.ts'
import { kind } from './application-shapes.ts'

/** JSON as the browser wrote it. The server stores it without reading it. */
const json = labelled(z.string().max(200_000, { error: messages.tooLong(200_000) }), headings.data)

/** A create call that was sent and not answered. It is executed only once, even if it is sent again with its key. */
const attempt = z.strictObject({
  /** `Idempotency-Key` of the request. */
  key: z.uuid({ error: messages.invalid }),
  /** The decoded input of the create call of the kind. */
  content: json,
})
export type HeldAttempt = z.output<typeof attempt>

const heldFormRow = z.object({
  held_form_id: id,
  type: kind,
  branch_id: reference('branch'),
  /** Name of the customer; empty until it is typed. */
  name: shownText(fieldTitles.name),
  /** Whether the form is held because its save was not answered. */
  is_unanswered: z.boolean(),
  /** Whether the form was put aside automatically, because its page was left. */
  is_left: z.boolean(),
  createdAt,
})
export type HeldForm = z.output<typeof heldFormRow>

export const heldForm = {
  create: endpoint({
    method: 'POST',
    path: 'held-form/create',
    access: 'application.create',
    summary: `Put a registration form aside for ${heldFormHours} hours, with its save if that got no answer`,
    idempotent: 'optional',
    input: z.strictObject({
      branch_id: reference('branch').optional(),
      type: kind,
      name: text(titleOf(heldFormRow.shape, 'name'), 400).default(''),
      values: json,
      is_left: flag('พักไว้อัตโนมัติ').default(false),
      attempt: labelled(attempt, 'การบันทึกที่ยังไม่ทราบผล').optional(),
    }),
    output: dataOf(heldFormRow.pick({ held_form_id: true })),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'held-form/gettable',
    access: 'application.create',
    summary: 'The forms that the caller has put aside, newest first',
    input: z.strictObject({}),
    output: dataOf(z.array(heldFormRow)),
  }),
  get: endpoint({
    method: 'GET',
    path: 'held-form/get/:held_form_id',
    access: 'application.create',
    summary: 'A form that the caller has put aside, with its values',
    input: z.strictObject({ held_form_id: idInPath }),
    output: dataOf(heldFormRow.extend({ values: z.string(), attempt: attempt.nullable() })),
  }),
  discard: endpoint({
    method: 'POST',
    path: 'held-form/discard',
    access: 'application.create',
    summary:
      'Delete a form that the caller has put aside, after it was recalled or its outcome is known',
    input: z.strictObject({ held_form_id: id }),
    output: dataOf(z.null()),
  }),
}
