/** The only place that inserts issued documents: forms, receipts, refund documents, reports of day closes, certificates, vouchers. */
import { type RawBuilder, sql } from 'kysely'
import type { DocumentKind } from './print-document.ts'

/** A numbered document, and the record it belongs to. */
export interface NewDocument {
  document_id: number
  kind: DocumentKind
  number: string
  /**
   * Absent for the report of a day close, which has `closing_id` instead, and for a voucher or
   * certificate of withheld tax, which has `entry_id`. A certificate also has `certificate_id`.
   */
  application_id?: number
  /** Set for a receipt and a refund document. */
  payment_id?: number
  closing_id?: number
  certificate_id?: number
  entry_id?: number
  /** The data that the document prints (see `adapters/pdf/view.ts`); reprints use it again. */
  snapshot: object
  /** Whether the current call returns a link to it, which counts as the first print. */
  printed: boolean
}

/**
 * Builds the statement that issues documents of a branch, with the current logo of the
 * branch or else of the school.
 * @param issue.at time of issue, ISO 8601
 */
export const issueDocuments = (
  documents: readonly NewDocument[],
  { branch_id, at }: { branch_id: number; at: string },
): RawBuilder<unknown> => sql`
  insert into issued_document (document_id, kind, number, application_id, payment_id, closing_id, certificate_id, entry_id, branch_id,
    snapshot, logo_file_id, prints, first_printed_at, "createdAt")
  overriding system value
  select document_id, kind, number, application_id, payment_id, closing_id, certificate_id, entry_id, ${branch_id}, snapshot,
    (select coalesce(b.logo_file_id, s.logo_file_id) from branch b, school s where b.branch_id = ${branch_id}), printed::int,
    case when printed then ${at}::timestamptz end, ${at}
  from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as d (document_id int, kind text, number text,
    application_id int, payment_id int, closing_id int, certificate_id int, entry_id int, snapshot jsonb, printed boolean)`
