/** The list of employees, and what its filters offer. */
import { employee } from '@khapdee/contract/entities/employee'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { employeeStatuses } from '@khapdee/domain/employee'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { containing, every, metaOf, orderBy, pageOf } from '../../kernel/list.ts'
import { toOptions } from '../catalogue.ts'
import {
  employeeColumns,
  employeeTables,
  visiblePeople,
  withPhotoLink,
} from './employee.queries.ts'
import { writtenBefore } from './form-lists.ts'

const searched = ['fname', 'sname', 'nickname', 'fname_en', 'sname_en', 'username', 'phone_1']
const sortable = {
  fname: 'thai',
  username: 'plain',
  position: 'thai',
  start_date: 'plain',
  createdAt: 'plain',
} as const

/**
 * `outstanding` are the people whose pay of the month is still to come: all who are active, for as
 * long as no payroll says otherwise.
 */
export const employeeListStatuses = { outstanding: { label: 'ค้างจ่าย' }, ...employeeStatuses }

/** The condition for the people `t` that the query leaves. */
export function listedEmployees(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const conditions = [visiblePeople(ctx)]
  const { branch, status, position } = query
  if (isSet(branch)) {
    const ids = [...ctx.scope.narrow(branch)]
    conditions.push(sql`(t.branch_id = any(${ids}::int[]) or exists (select from user_branch ub
      where ub.user_id = t.user_id and ub.branch_id = any(${ids}::int[])))`)
  }
  if (status === 'outstanding') conditions.push(sql`t.is_active`)
  else if (isSet(status)) conditions.push(sql`t.status = ${status}`)
  if (isSet(position)) conditions.push(sql`t.position = ${position}`)
  return every([...conditions, ...containing('t', searched, query)])
}

/** The order of the people `t`. */
export const employeeOrder = ({ sort }: ListQuery): RawBuilder<unknown> =>
  orderBy(sort, sortable, 't', 'user_id')

export const listEmployees = command(employee.gettable, async (ctx, query) => {
  const where = listedEmployees(ctx, query)
  const { rows } = await sql<{ photo: number | null }>`
    select ${employeeColumns(ctx)} from ${employeeTables} where ${where}
    order by ${employeeOrder(query)} ${pageOf(query)}`.execute(ctx.tx)
  const count = await sql<{ total: number }>`
    select count(*)::int as total from app_user t where ${where}`.execute(ctx.tx)
  return {
    // The contract's columns are those of `app_user`, which a hand-written query does not show.
    data: rows.map((row) => withPhotoLink(ctx, row) as never),
    meta: metaOf(query, count.rows[0]?.total ?? 0),
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions(employeeListStatuses),
      position: toOptions(await writtenBefore(ctx, 'position')),
    },
  }
})
