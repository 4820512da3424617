/** SQL of the days and sessions that are offered for a right. */
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { bigint, bool, day, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { missingDocuments } from '../application/missing-documents.ts'
import { type ShownBooking, openBookingOf } from '../booking/open-booking.ts'

/**
 * A right of the caller's branches with its booking, what its application still owes, and the
 * documents that it still lacks.
 */
export const rightForSlots = tunedQuery({
  columns: {
    branch_id: int(),
    customer_id: int(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    permission_date: day<Day>(),
    disabled: bool(),
    used: bool(),
    forfeited: bool(),
    balance: bigint<Satang>(),
    booking: orNull(jsonb<ShownBooking>()),
    missing_documents: jsonb<string[]>(),
  },
  sql: (ctx: UserContext, rightId: number) => sql`
    select r.branch_id, r.customer_id, r.kind, r.licence_type, r.permission_date, r.disabled_at is not null as disabled,
      r.used_at is not null as used, r.forfeited_at is not null as forfeited, coalesce(a.balance, 0) as balance, ${openBookingOf('r')} as booking,
      ${missingDocuments('r', ctx.clock.today())} as missing_documents
    from exam_right r left join application a using (application_id)
    where r.right_id = ${rightId} and r.branch_id = any(${[...ctx.scope.branchIds]}::int[])`,
})
