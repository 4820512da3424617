/** Compacts the tallies of applications and payments: many rows of one kind become one. */
import { withAdvisoryLock } from '../../kernel/advisory-lock.ts'
import type { Job } from '../../kernel/jobs.ts'
import { compactApplicationTally, compactPaymentTally } from './compact-totals.queries.ts'

/** Readers see the same sums at every moment: one statement removes the rows and adds their sum. */
export const compactTotals: Job = {
  everyMs: 60 * 1000,
  run: (db) =>
    withAdvisoryLock(db, 'compact totals', async (tx) => {
      await compactApplicationTally.rows(tx)
      await compactPaymentTally.rows(tx)
    }),
}
