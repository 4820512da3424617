/** Leave of employees: first day, last day, kind and reason. */
import { employee } from '@khapdee/contract/entities/employee'
import type { LeaveKind, Weekday } from '@khapdee/domain/employee'
import { type Leave, leaveBalances } from '@khapdee/domain/payroll/leave'
import { rateOn } from '@khapdee/domain/payroll/rates'
import { day } from '@khapdee/domain/thai-date'
import { answerMessages } from '@khapdee/domain/words'
import { userName } from '../../db/user-name.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, violatedConstraint } from '../../kernel/errors.ts'
import { readHolidaysOfYear } from '../timetable/working-days.ts'
import { readRates } from '../payroll-rate/payroll-rate.module.ts'
import { lockPerson, readPerson, visiblePeople } from './read-employee.ts'

/** Leave of a user, or the one with this id; latest first. */
async function readLeaves(ctx: UserContext, column: 'user_id' | 'leave_id', value: number) {
  const rows = await ctx.tx
    .selectFrom('user_leave as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.created_by')
    .selectAll('l')
    .$narrowType<{ kind: LeaveKind }>()
    .select(userName('u').as('user'))
    .where(`l.${column}`, '=', value)
    .orderBy('l.start', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, start: day(row.start), end: day(row.end) }))
}

/**
 * The remaining days of each kind of leave in the present year, by the rates of the person's
 * branch.
 */
async function balancesOf(
  ctx: UserContext,
  person: { user_id: number; branch_id: number; day_off: readonly string[] },
  leaves: readonly Leave[],
) {
  const today = ctx.clock.today()
  const { province } = await ctx.tx
    .selectFrom('branch')
    .select('province')
    .where('branch_id', '=', person.branch_id)
    .executeTakeFirstOrThrow()
  const employed = await ctx.tx
    .selectFrom('employment_period')
    .select('start')
    .where('user_id', '=', person.user_id)
    .where('start', '<=', today)
    .orderBy('start', 'desc')
    .limit(1)
    .executeTakeFirst()
  return leaveBalances(
    {
      leaves,
      // A check constraint guarantees the weekdays.
      day_off: person.day_off as Weekday[],
      holidays: await readHolidaysOfYear(ctx, person.branch_id, today.slice(0, 4)),
      first_employed: employed === undefined ? today : day(employed.start),
      rate: rateOn(await readRates(ctx), 'leave', { day: today, province }),
    },
    today,
  )
}

const list = command(employee.leave, async (ctx, { user_id }) => {
  const person = await readPerson(ctx, user_id)
  const leaves = await readLeaves(ctx, 'user_id', user_id)
  return { data: leaves, detail: await balancesOf(ctx, person, leaves) }
})

const add = command(employee.addLeave, async (ctx, leave) => {
  await lockPerson(ctx, leave.user_id)
  try {
    const { leave_id } = await ctx.tx
      .insertInto('user_leave')
      .values({ ...leave, created_by: ctx.actor.user_id })
      .returning('leave_id')
      .executeTakeFirstOrThrow()
    ctx.audit({ entity: 'user_leave', id: leave_id, after: leave })
    const [created] = await readLeaves(ctx, 'leave_id', leave_id)
    if (created === undefined) throw notFound()
    return { message: answerMessages.added, data: created }
  } catch (error) {
    if (violatedConstraint(error) !== 'user_leave_once') throw error
    throw invalid([{ path: 'start', message: 'มีวันลาที่ซ้อนกับช่วงวันที่นี้แล้ว' }])
  }
})

const remove = command(employee.removeLeave, async (ctx, { leave_id }) => {
  const before = await ctx.tx
    .deleteFrom('user_leave as l')
    .using('app_user as t')
    .where('l.leave_id', '=', leave_id)
    .whereRef('t.user_id', '=', 'l.user_id')
    .where(visiblePeople(ctx))
    .returning(['l.user_id', 'l.start', 'l.end', 'l.kind', 'l.reason'])
    .executeTakeFirst()
  if (before === undefined) throw notFound()
  ctx.audit({ entity: 'user_leave', id: leave_id, before })
  return { message: answerMessages.deleted, data: { leave_id } }
})

export const leaveCommands: Command[] = [list, add, remove]
