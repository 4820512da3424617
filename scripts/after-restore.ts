/**
 * `npm run after-restore -- [--skip 100] [--since 2026-11-24]`: skips document numbers in the
 * database of `DATABASE_URL` or `DATA_DIR`, after it was replaced by an older copy or by a standby
 * that lagged: documents whose rows are lost may have these numbers. `--since` is the day of the
 * last row in the database (by default yesterday).
 */
import { parseArgs } from 'node:util'
import { systemClock } from '../apps/server/src/adapters/clock.ts'
import { withDatabase } from './open-database.ts'
import { main } from './run.ts'
import { parseSkip, skipIn } from './skip-numbers.ts'
import { verifyData } from './verify.ts'

const dayMs = 24 * 60 * 60 * 1000

await main(async () => {
  const { values } = parseArgs({
    options: { skip: { type: 'string', default: '100' }, since: { type: 'string' } },
  })
  const skip = parseSkip(values.skip, 1)
  const since = values.since === undefined ? Date.now() - dayMs : Date.parse(values.since)
  if (Number.isNaN(since) || since > Date.now()) {
    throw new Error('--since is a past day such as 2026-11-24')
  }
  return withDatabase(async ({ url, db }) => {
    await skipIn(url, skip, new Date(since), systemClock)
    console.log(`${skip} numbers of each kind are skipped.`)
    return (await verifyData(db)) ? 0 : 1
  })
})
