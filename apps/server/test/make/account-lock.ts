/** Locked days, for tests. */
import type { Day } from '@khapdee/domain/thai-date'
import type { TestApp } from '../app.ts'

/**
 * Locks a branch up to a day without the checks of the call, and returns the version of the lock.
 * @param day null unlocks it
 */
export async function lockBranch(
  { db, school, clock }: TestApp,
  branch_id: number,
  day: Day | null,
): Promise<number> {
  const { account_lock_id } = await db
    .insertInto('account_lock')
    .values({
      branch_id,
      day,
      is_unlock: day === null,
      note: 'ทดสอบ',
      created_by: school.userId('admin'),
      createdAt: clock.now().toISOString(),
    })
    .returning('account_lock_id')
    .executeTakeFirstOrThrow()
  return account_lock_id
}
