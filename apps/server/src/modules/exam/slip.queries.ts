/** SQL of the appointment slip of a booking. */
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { bigint, bool, day, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { missingDocuments } from '../application/missing-documents.ts'
import { bookedIn, isOneOf, isOpenBooking, owedForRight } from '../booking/open-booking.ts'

/** A booking of the caller's branches, as its slip shows it. */
export const slipOfBooking = tunedQuery({
  columns: {
    right_id: int(),
    /** The branch that holds the exam. */
    branch_id: int(),
    branch: text(),
    /** The branch of the right, whose rules apply to moves, and its settings. */
    right_branch_id: int(),
    right_settings: jsonb(),
    open: bool(),
    displaced: bool(),
    slip_code: text(),
    exam_date: day<Day>(),
    starts_at: orNull(instant()),
    ends_at: orNull(instant()),
    place: text(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    permission_date: day<Day>(),
    item: text(),
    application_code: text(),
    balance: bigint<Satang>(),
    missing_documents: jsonb<string[]>(),
    moves: int(),
    prefix: text(),
    name: text(),
    idcard: text(),
    passport: text(),
    is_foreigner: bool(),
    phone_1: text(),
  },
  sql: (ctx: UserContext, examId: number) => sql`
    select e.right_id, b.branch_id, b.name as branch, e.branch_id as right_branch_id, rb.settings as right_settings, ${isOpenBooking('e')} as open,
      e.displaced_from is not null as displaced, e.slip_code, e.exam_date, s.starts_at, s.ends_at,
      coalesce(p.name, '') as place, r.kind, r.licence_type, r.permission_date, coalesce(l.name, '') as item,
      coalesce(a.application_code, '') as application_code, ${owedForRight} as balance,
      ${missingDocuments('r', ctx.clock.today())} as missing_documents,
      (select count(*)::int from exam_right_event v
        where v.right_id = r.right_id and v.event in ('moved', 'unbooked') and v.detail @> '{"counted": true}') as moves,
      c.prefix, c.name, c.idcard, c.passport, c.is_foreigner, c.phone_1
    from exam e join exam_right r using (right_id) join branch rb on rb.branch_id = e.branch_id
      join branch b on b.branch_id = coalesce(e.host_branch_id, e.branch_id)
      join customer c on c.customer_id = r.customer_id
      left join application a on a.application_id = r.application_id left join application_line l on l.line_id = r.line_id
      left join exam_session s on s.exam_session_id = e.exam_session_id left join place p on p.place_id = s.place_id
    where e.exam_id = ${examId} and ${bookedIn(isOneOf(ctx.scope.branchIds))}`,
})
