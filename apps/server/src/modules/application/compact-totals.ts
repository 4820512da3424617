/** Compacts the tallies of applications, payments and the books: rows with the same key are merged. */
import { withAdvisoryLock } from '../../kernel/advisory-lock.ts'
import type { Job } from '../../kernel/jobs.ts'
import {
  compactAccountTally,
  compactApplicationTally,
  compactOpenPayments,
  compactPaymentTally,
} from './compact-totals.queries.ts'

/**
 * Runs every minute. One statement deletes the rows and inserts their sum, so that concurrent readers
 * always see the same totals.
 */
export const compactTotals: Job = {
  name: 'compact totals',
  everyMs: 60 * 1000,
  run: (db) =>
    withAdvisoryLock(db, 'compact totals', async (tx) => {
      await compactApplicationTally.rows(tx)
      await compactPaymentTally.rows(tx)
      await compactOpenPayments.rows(tx)
      await compactAccountTally.rows(tx)
    }),
}
