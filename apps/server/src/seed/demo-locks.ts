/** Locked months of the demo: in the second week of each month the accountant locks the month before the last one. */
import { accountLock } from '@khapdee/contract/entities/account-lock'
import { addDays, type Day, day } from '@khapdee/domain/thai-date'
import { lock } from '../modules/account-lock/change-lock-day.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { type BranchCode, branchCodes } from './demo-branches.ts'

/** The number of months that were locked one after another. */
const lockedMonths = 6

const firstOfMonth = (date: Day): Day => day(`${date.slice(0, 7)}-01`)

/** Locks every branch up to the end of the month before the last one, month by month. */
export async function lockMonths(
  actAs: ActAs,
  branchIdOf: (code: BranchCode) => number,
  today: Day,
): Promise<void> {
  // The first days of this month and of the ones before, latest first.
  const months = [firstOfMonth(today)]
  for (let n = 0; n < lockedMonths; n++)
    months.push(firstOfMonth(addDays(months.at(-1) ?? today, -1)))
  for (const month of months.slice(1).toReversed()) {
    const ctx = actAs(
      'accountant',
      new Date(`${addDays(month, 8)}T16:30:00+07:00`),
      callOf(accountLock.lock),
    )
    for (const code of branchCodes) {
      const input = {
        branch_id: branchIdOf(code),
        day: addDays(month, -1),
        note: 'ส่งงบให้สำนักงานบัญชีแล้ว',
      }
      await lock.run(ctx, input)
    }
  }
}
