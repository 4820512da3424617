/** Leave of employees: first day, last day, kind and reason. */
import { employee } from '@khapdee/contract/entities/employee'
import type { LeaveKind } from '@khapdee/domain/employee'
import { day } from '@khapdee/domain/thai-date'
import { answerMessages } from '@khapdee/domain/words'
import { userName } from '../../db/user-name.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, violatedConstraint } from '../../kernel/errors.ts'
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

const list = command(employee.leave, async (ctx, { user_id }) => {
  await readPerson(ctx, user_id)
  return { data: await readLeaves(ctx, 'user_id', user_id) }
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
