/** Certificates of training and test results. Source: product specification, sections 6.2 and 6.2b. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { dataOf, day, id, pdfLink, reason, shownText, version } from '../wire.ts'

/** The valid certificate of an exam right. */
export const certificateOfRight = labelled(
  z.object({
    certificate_id: id,
    certificate_code: shownText('เลขที่หนังสือรับรอง'),
    day: labelled(day, fieldTitles.issuedOn),
  }),
  'หนังสือรับรอง',
).nullable()
export type CertificateOfRight = z.output<typeof certificateOfRight>

export const certificate = {
  issue: endpoint({
    method: 'POST',
    path: 'certificate/issue',
    access: 'exam.certificate',
    summary:
      'Issue the certificate of a passed exam right, for all exams of its line; refused while one of them is not passed',
    idempotent: 'optional',
    input: z.strictObject({ right_id: id, version: version.optional() }),
    output: dataOf(
      z.object({
        certificate_id: id,
        certificate_code: shownText('เลขที่หนังสือรับรอง'),
        pdf: pdfLink.shape.pdf,
      }),
    ),
  }),
  pdf: endpoint({
    method: 'POST',
    path: 'certificate/pdf',
    access: 'exam.certificate',
    summary: 'Link to a certificate as it was issued; a second print is marked as a copy',
    input: z.strictObject({ certificate_id: id }),
    output: dataOf(pdfLink),
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'certificate/cancel',
    access: 'exam.correct',
    summary: 'Cancel a certificate; its public page then shows this, and another one can be issued',
    idempotent: 'optional',
    input: z.strictObject({ certificate_id: id, note: reason(500) }),
    output: dataOf(z.null()),
  }),
}
