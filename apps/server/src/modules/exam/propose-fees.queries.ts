/** SQL of the fee items that are proposed for exam rights. */
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { bigint, bool, day, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** The given fee items that the branch offers. */
export const offeredFees = tunedQuery({
  columns: { other_fee_id: int(), name: text(), price: bigint<Satang>() },
  sql: (ids: readonly number[], branchId: number) => sql`
    select other_fee_id, name, price from other_fee
    where other_fee_id = any(${ids}::int[]) and is_activate and not is_delete
      and (branch_id is null or branch_id = ${branchId})`,
})

/** The facts of rights on which the cancellation of their bookings depends. */
export const rightsToCancel = tunedQuery({
  columns: {
    right_id: int(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    branch_id: int(),
    permission_date: day<Day>(),
    disabled: bool(),
    used: bool(),
    forfeited: bool(),
  },
  sql: (rightIds: readonly number[]) => sql`
    select right_id, kind, licence_type, branch_id, permission_date, disabled_at is not null as disabled,
      used_at is not null as used, forfeited_at is not null as forfeited
    from exam_right where right_id = any(${rightIds}::int[])`,
})
