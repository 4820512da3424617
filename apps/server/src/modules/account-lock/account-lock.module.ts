/**
 * Lock days of branches. The database refuses every write of money on locked days; see the function `refuse_locked_day` and
 * decision 0040. Source: product specification, sections 7 and 7b.5.
 */
import {
  type OpenGroup,
  accountLock,
  lockDayTooLateMessage,
} from '@khapdee/contract/entities/account-lock'
import { earlyDateMessage } from '@khapdee/contract/entities/account-entry'
import { firstEntryDay } from '@khapdee/domain/account-entry'
import {
  type OpenKind,
  isLockedDay,
  lockDayTitle,
  lockWords,
  openKinds,
} from '@khapdee/domain/account-lock'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { units } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions } from '../../kernel/crud.ts'
import { conflict, invalid, stateError } from '../../kernel/errors.ts'
import { metaOf } from '../../kernel/list.ts'
import { lockHistory, lockPage } from './lock-day.queries.ts'
import { openItems } from './open-items.queries.ts'

/** What is open in a branch up to a day, by kind; kinds without anything are left out. */
async function openGroups(ctx: UserContext, branchId: number, until: Day): Promise<OpenGroup[]> {
  const rows = await openItems.rows(ctx.tx, branchId, until)
  return (Object.keys(openKinds) as OpenKind[]).flatMap((kind) => {
    const items = rows.filter((row) => row.kind === kind)
    const [first] = items
    if (first === undefined) return []
    const { count, sum: value } = first
    return [{ kind, is_blocking: openKinds[kind].blocks, count, value, items }]
  })
}

/** Reads the lock day of a branch while no other transaction writes money of the branch or changes the day. */
async function holdLock(ctx: UserContext, branchId: number) {
  ctx.scope.assertWritable(branchId)
  await ctx.tx.selectNoFrom(sql`hold_lock_day(${branchId})`.as('held')).execute()
  const last = await ctx.tx
    .selectFrom('account_lock')
    .select(['day', 'account_lock_id as version'])
    .where('branch_id', '=', branchId)
    .orderBy('account_lock_id', 'desc')
    .limit(1)
    .$narrowType<{ day: Day | null }>()
    .executeTakeFirst()
  return last ?? { day: null, version: 0 }
}

interface LockChange {
  branch_id: number
  day: Day | null
  note: string
}

/** Adds a row to the history, which is the lock day from then on. */
async function store(
  ctx: UserContext,
  { branch_id, day, note }: LockChange,
  before: Day | null,
  is_unlock: boolean,
) {
  const { account_lock_id } = await ctx.tx
    .insertInto('account_lock')
    .values({
      branch_id,
      day,
      note,
      is_unlock,
      created_by: ctx.actor.user_id,
      createdAt: ctx.clock.now().toISOString(),
    })
    .returning('account_lock_id')
    .executeTakeFirstOrThrow()
  ctx.audit({
    entity: 'account_lock',
    id: account_lock_id,
    branch: branch_id,
    before: { day: before },
    after: { day, note },
  })
}

const refuseDay = (message: string) => invalid([{ path: 'day', message }])

const lock = command(accountLock.lock, async (ctx, input) => {
  const { branch_id, day } = input
  if (day >= ctx.clock.today()) throw refuseDay(lockDayTooLateMessage)
  if (day < firstEntryDay) throw refuseDay(earlyDateMessage)
  const before = await holdLock(ctx, branch_id)
  if (isLockedDay(day, before.day)) {
    const lockDay = formatDay(before.day ?? day)
    throw refuseDay(`${lockWords.lock}ถึงวันที่ ${lockDay} แล้ว กรุณาเลือกวันหลังจากนั้น`)
  }
  const blocking = (await openGroups(ctx, branch_id, day)).filter((group) => group.is_blocking)
  if (blocking.length > 0) {
    const parts = blocking.map(
      ({ kind, count }) => `${openKinds[kind].label} ${count} ${units.entries}`,
    )
    throw stateError(`ยังล็อกไม่ได้ มี${parts.join(' และ')}ถึงวันที่ ${formatDay(day)}`)
  }
  await store(ctx, input, before.day, false)
  return { message: `${lockWords.lock}ถึงวันที่ ${formatDay(day)} แล้ว`, data: { branch_id, day } }
})

const unlock = command(accountLock.unlock, async (ctx, { version, ...input }) => {
  const { branch_id, day } = input
  const before = await holdLock(ctx, branch_id)
  if (before.version !== version) throw conflict()
  if (before.day === null) throw stateError('สาขานี้ไม่ได้ล็อกบัญชีไว้')
  if (day !== null && day >= before.day)
    throw refuseDay(`กรุณาเลือกวันก่อน${lockDayTitle} ${formatDay(before.day)}`)
  await store(ctx, input, before.day, true)
  return { message: `${lockWords.unlock}เรียบร้อยแล้ว`, data: { branch_id, day } }
})

export const accountLockCommands: Command[] = [
  lock,
  unlock,
  command(accountLock.gettable, async (ctx, query) => {
    const rows = await lockPage.rows(ctx.tx, ctx, query)
    const filter = { branch: branchOptions(ctx) }
    return { data: rows, meta: metaOf(query, rows[0]?.count ?? 0), filter }
  }),
  command(accountLock.history, async (ctx, query) => {
    const rows = await lockHistory.rows(ctx.tx, ctx, query)
    const filter = { branch: branchOptions(ctx) }
    return { data: rows, meta: metaOf(query, rows[0]?.count ?? 0), filter }
  }),
  command(accountLock.open, async (ctx, { branch_id, day }) => {
    ctx.scope.assertWritable(branch_id)
    return { data: await openGroups(ctx, branch_id, day) }
  }),
]
