/** Days on which an employee is away, each time with a reason. */
import { employee } from '@khapdee/contract/entities/employee'
import { day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, violatedConstraint } from '../../kernel/errors.ts'
import { lockPerson, readPerson, visiblePeople } from './employee.queries.ts'

interface StoredLeave {
  leave_id: number
  user_id: number
  start: string
  end: string
  reason: string
  user: string
  createdAt: string
}

/** The leaves that `condition` on `l` keeps, the latest first. */
async function readLeaves(ctx: UserContext, condition: RawBuilder<unknown>) {
  const { rows } = await sql<StoredLeave>`
    select l.*, ${userName('u')} as user
    from user_leave l join app_user u on u.user_id = l.created_by
    where ${condition} order by l.start desc`.execute(ctx.tx)
  return rows.map((row) => ({ ...row, start: day(row.start), end: day(row.end) }))
}

const list = command(employee.leave, async (ctx, { user_id }) => {
  await readPerson(ctx, user_id)
  return { data: await readLeaves(ctx, sql`l.user_id = ${user_id}`) }
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
    const [made] = await readLeaves(ctx, sql`l.leave_id = ${leave_id}`)
    if (made === undefined) throw notFound()
    return { message: 'เพิ่มข้อมูลเรียบร้อยแล้ว', data: made }
  } catch (error) {
    if (violatedConstraint(error) !== 'user_leave_once') throw error
    throw invalid([{ path: 'start', message: 'มีวันลาที่ซ้อนกับช่วงวันที่นี้แล้ว' }])
  }
})

const remove = command(employee.removeLeave, async (ctx, { leave_id }) => {
  const { rows } = await sql<{ user_id: number; start: string; end: string; reason: string }>`
    delete from user_leave l using app_user t
    where l.leave_id = ${leave_id} and t.user_id = l.user_id and ${visiblePeople(ctx)}
    returning l.user_id, l.start, l.end, l.reason`.execute(ctx.tx)
  const before = rows[0]
  if (before === undefined) throw notFound()
  ctx.audit({ entity: 'user_leave', id: leave_id, before })
  return { message: 'ลบข้อมูลเรียบร้อยแล้ว', data: { leave_id } }
})

export const leaveCommands: Command[] = [list, add, remove]
