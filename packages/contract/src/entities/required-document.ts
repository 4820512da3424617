/** Ticking off the required documents of an application. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, optionalDay, reference } from '../wire.ts'
import { requiredDocument as shape } from './application-shapes.ts'

const documentInput = z.strictObject({
  application_document_id: id,
  /**
   * The time of the receipt that the caller saw; null if the document had not been received. A
   * different receipt that was recorded meanwhile is not replaced.
   */
  ticked_at: instant.nullable().default(null),
})
const output = dataOf(shape.pick({ application_document_id: true }))

export const requiredDocument = {
  tick: endpoint({
    method: 'POST',
    path: 'application/document/tick',
    access: 'application.documents',
    summary: 'Record that a required document was received; one that expires needs its date',
    idempotent: 'optional',
    input: documentInput.extend({
      document_day: optionalDay('วันที่ของเอกสาร'),
      /** A picture of the document. */
      file_id: reference('file', 'ภาพเอกสาร').nullable().default(null),
    }),
    output,
  }),
  copy: endpoint({
    method: 'POST',
    path: 'application/document/copy',
    access: 'application.documents',
    summary: 'Copy the valid document that the customer brought to an earlier application',
    idempotent: 'optional',
    input: documentInput,
    output,
  }),
  untick: endpoint({
    method: 'POST',
    path: 'application/document/untick',
    access: 'application.documents',
    summary: 'Undo the receipt of a required document',
    idempotent: 'optional',
    input: documentInput.extend({ ticked_at: instant.optional() }),
    output,
  }),
}
