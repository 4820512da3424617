/** Building the months of a branch: missing drafts are made, and drafts computed again. Source: section 10b.1. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { lastTerms } from '@khapdee/domain/payroll/propose-earnings'
import type { DraftLine, MonthDraft } from '@khapdee/domain/payroll/draft'
import type { LineDifference } from '@khapdee/domain/payroll/lines'
import { type Month, month as monthOf } from '@khapdee/domain/payroll/month'
import { proposeMonth } from '@khapdee/domain/payroll/propose-month'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import type { PaidPerson } from './month-people.ts'
import { type MonthBook, readMonth } from './month-facts.ts'
import { insertMonths } from './payroll.queries.ts'
import {
  type NewDraft,
  type StoredMonth,
  asDraft,
  lockMonths,
  readLines,
  writeDrafts,
} from './stored-months.ts'
import { unclaimedWork } from './work.ts'
import { visibleMonths } from '../employee/visible-pay.ts'

/** Months that are computed before other calls get a turn. */
const monthsAtOnce = 25

/** How many months ahead of the present one may be built. */
const monthsAhead = 1

/** @throws VALIDATION for a month that is further ahead than payroll is prepared */
function assertBuildable(ctx: UserContext, month: Month): void {
  const [year = 0, at = 0] = ctx.clock.today().split('-').map(Number)
  const [otherYear = 0, other = 0] = month.split('-').map(Number)
  if (otherYear * 12 + other > year * 12 + at + monthsAhead)
    throw invalid([{ path: 'month', message: 'จัดทำเงินเดือนล่วงหน้าได้ไม่เกิน 1 เดือน' }])
}

/** Inserts the months of people who have none. @returns the ids of the people */
async function insertMissing(
  ctx: UserContext,
  branch_id: number,
  month: Month,
  { people, pay_date, factsOf }: MonthBook,
): Promise<number[]> {
  const rows = [...people.values()].map((person) => {
    const { position, pay_as } = lastTerms(factsOf(person, null))
    const { user_id, pay_type, bank, bank_acc } = person
    return { user_id, month, branch_id, position, pay_as, pay_date, pay_type, bank, bank_acc }
  })
  const inserted = await insertMonths.rows(ctx.tx, JSON.stringify(rows), {
    by: ctx.actor.user_id,
    at: ctx.clock.now().toISOString(),
  })
  return inserted.map(({ user_id }) => user_id)
}

/** The names of lines by their source. */
const namesOf = (...lists: readonly (readonly DraftLine[])[]) =>
  new Map(lists.flat().map(({ source, name }) => [source, name]))

/** A draft and its changes. */
interface Computed extends NewDraft {
  differences: (LineDifference & { name: string })[]
  isChanged: boolean
}

/** Computes a locked draft anew. */
export function computeDraft(
  book: MonthBook,
  person: PaidPerson,
  month: StoredMonth,
  stored: readonly DraftLine[],
): Computed {
  const facts = book.factsOf(person, month)
  const draft: MonthDraft = proposeMonth(facts, stored)
  const names = namesOf(stored, draft.lines)
  const { pay_date, overtime, consent, note } = month
  const { branch_id, position } = lastTerms(facts)
  const { pay_type, bank, bank_acc } = person
  const now = { ...draft.figures, branch_id, position, pay_type, bank, bank_acc }
  const isSame = Object.entries(now).every(
    ([name, value]) => month[name as keyof typeof now] === value,
  )
  return {
    month,
    person,
    facts,
    draft,
    head: { pay_date, overtime, consent, note },
    differences: draft.differences.map((difference) => ({
      ...difference,
      name: names.get(difference.source) ?? '',
    })),
    isChanged: !isSame || !isDeepStrictEqual(draft.lines, stored),
  }
}

/**
 * Makes the drafts of a branch that are missing and computes the others again.
 * @throws NOT_FOUND for another branch; VALIDATION for a month too far ahead
 */
async function buildMonth(ctx: UserContext, branch_id: number, month: Month) {
  ctx.scope.assertWritable(branch_id)
  assertBuildable(ctx, month)
  const book = await readMonth(ctx, branch_id, month, null)
  const built = new Set(await insertMissing(ctx, branch_id, month, book))
  const months = await lockMonths(
    ctx,
    joinByAnd([
      visibleMonths(ctx),
      sql`p.month = ${month} and p.status in ('draft', 'returned')
        and p.user_id = any(${[...book.people.keys()]}::int[])`,
    ]),
  )
  const lines = await readLines(
    ctx,
    months.map(({ payroll_id }) => payroll_id),
  )
  const computed: Computed[] = []
  for (const [i, stored] of months.entries()) {
    if (i % monthsAtOnce === 0) await setImmediate()
    const person = book.people.get(stored.user_id)
    if (person === undefined) continue
    const drafted = (lines.get(stored.payroll_id) ?? []).map(asDraft)
    computed.push(computeDraft(book, person, stored, drafted))
  }
  const isNew = ({ user_id }: StoredMonth) => built.has(user_id)
  const unclaimed = await unclaimedWork(
    ctx,
    months.map(({ payroll_id }) => payroll_id),
  )
  const changed = computed.filter(
    ({ isChanged, month: stored }) =>
      isChanged || isNew(stored) || unclaimed.has(stored.payroll_id),
  )
  await writeDrafts(ctx, changed)
  const old = changed.filter(({ month: stored }) => !isNew(stored))
  for (const { month: stored, person, draft } of changed) {
    ctx.audit({
      entity: 'payroll_month',
      id: stored.payroll_id,
      branch: branch_id,
      after: { user_id: person.user_id, payroll_month: month, lines: draft.lines.length },
    })
  }
  if (changed.length === 0) {
    const after = { payroll_month: month }
    ctx.audit({ entity: 'payroll_month', id: month, branch: branch_id, after })
  }
  return {
    built: built.size,
    changed: old.length,
    differences: old.flatMap(({ person, differences }) =>
      differences.map(({ name, before, after, kept }) => ({
        name,
        before,
        after,
        kept,
        user_id: person.user_id,
        user: person.name,
      })),
    ),
  }
}

export const build = command(payroll.build, async (ctx, { branch_id, month }) => {
  const data = await buildMonth(ctx, branch_id, monthOf(month))
  const message = `จัดทำเงินเดือนใหม่ ${data.built} คน คำนวณซ้ำแล้วเปลี่ยนแปลง ${data.changed} คน`
  return { message, data }
})
