/** SQL of certificates. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { bigint, bool, day, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { hasRefundOfRight } from '../booking/open-booking.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { retakeFees } from './certified.ts'

/** The exam rights of the same line as a right, theory first, each with the day on which it was passed. */
export const rightsOfLine = tunedQuery({
  columns: {
    right_id: int(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    used: bool(),
    disabled: bool(),
    certified: bool(),
    passed_on: orNull(day<Day>()),
    refund_pending: bool(),
  },
  sql: (rightId: number) => sql`
    select r.right_id, r.kind, r.licence_type, r.used_at is not null as used, r.disabled_at is not null as disabled,
      r.certificate_id is not null as certified,
      (select max(e.exam_date) from exam e where e.right_id = r.right_id and e.result = 'pass') as passed_on,
      ${hasRefundOfRight('r')} as refund_pending
    from exam_right own join exam_right r on r.right_id = own.right_id or r.line_id = own.line_id
    where own.right_id = ${rightId} order by r.kind desc, r.right_id`,
})

/** The data of the certificate of a right, which is already locked. */
export const certifiedPerson = tunedQuery({
  columns: {
    customer: jsonb<StoredCustomer>(),
    application_code: text(),
    type: orNull(text<ApplicationKind>()),
    item: text(),
    is_course: bool(),
    retake_fees: bigint<Satang>(),
  },
  sql: (rightId: number) => sql`
    select to_jsonb(c) as customer, coalesce(a.application_code, '') as application_code, a.type,
      coalesce(l.name, '') as item, coalesce(l.kind = 'course', false) as is_course,
      ${retakeFees} as retake_fees
    from exam_right r join customer c on c.customer_id = r.customer_id
      left join application a on a.application_id = r.application_id left join application_line l on l.line_id = r.line_id
    where r.right_id = ${rightId}`,
})

/** The statement that takes a certificate away from its rights and cancels it. */
export const cancelCertificate = tunedQuery({
  columns: { certificate_code: text() },
  sql: (
    certificateId: number,
    note: string,
    { user_id, at }: { user_id: number; at: string },
  ) => sql`
    with freed as (
      update exam_right set certificate_id = null, version = version + 1
      where certificate_id = ${certificateId} returning right_id
    ), noted as (
      insert into exam_right_event (right_id, event, detail, user_id, at)
      select right_id, 'uncertified', jsonb_build_object('certificate_id', ${certificateId}::int,
        'note', (select certificate_code from certificate where certificate_id = ${certificateId}) || ' · ' || ${note}::text),
        ${user_id}, ${at} from freed
    )
    update certificate set cancelled_at = ${at}, cancelled_by = ${user_id}, cancel_note = ${note}
    where certificate_id = ${certificateId} and cancelled_at is null returning certificate_code`,
})
