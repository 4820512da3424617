/** Skips document numbers, for `npm run restore` and `npm run after-restore`. */
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { Clock } from '../apps/server/src/adapters/clock.ts'
import { createClient } from '../apps/server/src/db/hosts.ts'
import { maxSkip, skipNumbers } from '../apps/server/src/backup/skip-numbers.ts'

/** @throws an Error for a text that is not a number from `least` to the maximum */
export function parseSkip(text: string, least: 0 | 1): number {
  const skip = Number(text)
  if (text !== '' && Number.isInteger(skip) && skip >= least && skip <= maxSkip) return skip
  throw new Error(`--skip is a number from ${least} to ${maxSkip}, not "${text}"`)
}

/** Skips numbers in the database at `url`, in the months from `since` until now. */
export async function skipIn(url: string, skip: number, since: Date, clock: Clock): Promise<void> {
  const client = createClient(url, { application_name: 'khapdee-restore' })
  await client.connect()
  try {
    await skipNumbers(client, { skip, since: todayInBangkok(since), today: clock.today() })
  } finally {
    await client.end()
  }
}
