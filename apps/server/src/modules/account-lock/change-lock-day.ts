/** Locks and unlocks branches. Source: product specification, sections 7 and 7b.5. */
import { earlyDateMessage } from '@khapdee/contract/entities/account-entry'
import { accountLock, lockDayTooLateMessage } from '@khapdee/contract/entities/account-lock'
import { firstEntryDay } from '@khapdee/domain/account-entry'
import { isLockedDay, lockDayTitle, lockWords, openKinds } from '@khapdee/domain/account-lock'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { units } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, invalid, stateError } from '../../kernel/errors.ts'
import { openGroups } from './open-groups.ts'

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

/** Adds a row to the history; its day is the lock day from then on. */
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

export const lock = command(accountLock.lock, async (ctx, input) => {
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

export const unlock = command(accountLock.unlock, async (ctx, { version, ...input }) => {
  const { branch_id, day } = input
  const before = await holdLock(ctx, branch_id)
  if (before.version !== version) throw conflict()
  if (before.day === null) throw stateError('สาขานี้ไม่ได้ล็อกบัญชีไว้')
  if (day !== null && day >= before.day)
    throw refuseDay(`กรุณาเลือกวันก่อน${lockDayTitle} ${formatDay(before.day)}`)
  await store(ctx, input, before.day, true)
  return { message: `${lockWords.unlock}เรียบร้อยแล้ว`, data: { branch_id, day } }
})
