/** The job that makes the drafts of recurring entries on their days. Source: product specification, section 7. */
import { dueDays } from '@khapdee/domain/recurrence'
import { addDays } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { Clock } from '../../adapters/clock.ts'
import type { DB } from '../../db/types.ts'
import type { RowOf } from '../../db/columns.ts'
import { auditRows } from '../../kernel/audit.ts'
import { toAppError } from '../../kernel/errors.ts'
import type { Job } from '../../kernel/jobs.ts'
import { insertDraft, rulesUntil } from './recurring-entry.queries.ts'

type Rule = RowOf<typeof rulesUntil.columns>

/** The day from which drafts of a rule can be made, because nothing is written on locked days. */
const firstOpenDay = ({ draft_from, lock_day }: Rule) => {
  if (lock_day === null || lock_day < draft_from) return draft_from
  return addDays(lock_day, 1)
}

/**
 * Makes every missing draft that is due up to today, including those of the time when no server
 * ran. Locked days get their drafts after they are unlocked. Several servers may do so at the same
 * time.
 */
export async function makeDrafts(db: Kysely<DB>, clock: Clock): Promise<void> {
  const today = clock.today()
  const at = clock.now().toISOString()
  for (const rule of await rulesUntil.rows(db, today)) {
    const { recurring_entry_id: id, version, end_day } = rule
    const made = new Set(rule.made)
    const end = end_day !== null && end_day < today ? end_day : today
    for (const due of dueDays(rule, firstOpenDay(rule), end)) {
      if (!made.has(due.period)) await makeDraft(db, { id, version, ...due, at })
    }
  }
}

async function makeDraft(
  db: Kysely<DB>,
  rule: Parameters<typeof insertDraft.first>[1],
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const draft = await insertDraft.first(tx, rule)
      if (draft === undefined) return
      const { entry_id, branch_id, name } = draft
      const after = { status: 'draft', date: rule.date, name }
      const job = { actor: null, address: '', requestId: '' }
      const entry = { entity: 'account_entry', id: entry_id, branch: branch_id, after } as const
      await auditRows(job, 'JOB recurring-entry', [entry]).execute(tx)
    })
  } catch (error) {
    // The day was locked in the meantime.
    if (toAppError(error)?.code !== 'DAY_LOCKED') throw error
  }
}

export const makeDraftsJob = (clock: Clock): Job => ({
  name: 'recurring entries',
  everyMs: 60_000,
  run: (db) => makeDrafts(db, clock),
})
