/** Refuses locked days early, so that the message is beside the field; the database refuses them in any case. */
import { isLockedDay } from '@khapdee/domain/account-lock'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { dayLocked } from '../../kernel/errors.ts'

/** @throws DAY_LOCKED at `path` when the branch is locked on the day */
export async function refuseLockedDay(
  ctx: UserContext,
  branchId: number,
  day: Day,
  path: string,
): Promise<void> {
  const { lockDay } = await ctx.tx
    .selectNoFrom(sql<Day | null>`lock_day(${branchId})`.as('lockDay'))
    .executeTakeFirstOrThrow()
  if (lockDay !== null && isLockedDay(day, lockDay)) throw dayLocked(day, lockDay, path)
}
