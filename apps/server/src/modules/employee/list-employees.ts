/** The list of employees and the choices of its filters. */
import { employee } from '@khapdee/contract/entities/employee'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { employeeStatuses } from '@khapdee/domain/employee'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { containing, joinByAnd, limitAndOffset, metaOf, orderBy } from '../../kernel/list.ts'
import { textFilterChoices } from '../catalogue.ts'
import { unpaidPeople } from './visible-pay.ts'
import { employeesWithNames, visiblePeople, withPhotoLink } from './read-employee.ts'
import { storedTexts } from './form-lists.ts'

const searched = ['fname', 'sname', 'nickname', 'fname_en', 'sname_en', 'username', 'phone_1']
const sortable = {
  fname: 'thai',
  username: 'byValue',
  position: 'thai',
  start_date: 'byValue',
  createdAt: 'byValue',
} as const

/** `outstanding` means not yet paid for the latest month of payroll. */
export const employeeListStatuses = { outstanding: { label: 'ค้างจ่าย' }, ...employeeStatuses }

/** The condition for the users `t` that match the filters of a query. */
export function listedEmployees(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const conditions = [visiblePeople(ctx)]
  const { branch, status, position } = query
  if (isSet(branch)) {
    const ids = [...ctx.scope.narrow(branch)]
    conditions.push(sql`(t.branch_id = any(${ids}::int[]) or exists (select from user_branch ub
      where ub.user_id = t.user_id and ub.branch_id = any(${ids}::int[])))`)
  }
  if (status === 'outstanding') conditions.push(unpaidPeople(ctx))
  else if (isSet(status)) conditions.push(sql`t.status = ${status}`)
  if (isSet(position)) conditions.push(sql`t.position = ${position}`)
  return joinByAnd([...conditions, ...containing('t', searched, query)])
}

/** The order of the users `t`. */
export const employeeOrder = ({ sort }: ListQuery): RawBuilder<unknown> =>
  orderBy(sort, sortable, 't', 'user_id')

export const listEmployees = command(employee.gettable, async (ctx, query) => {
  const where = listedEmployees(ctx, query)
  const { limit, offset } = limitAndOffset(query)
  const rows = await employeesWithNames(ctx)
    .where(where)
    .orderBy(employeeOrder(query))
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await ctx.tx
    .selectFrom('app_user as t')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(where)
    .executeTakeFirstOrThrow()
  return {
    // The contract's enums are narrower than the text columns; check constraints guarantee the
    // values.
    data: rows.map((row) => withPhotoLink(ctx, row) as never),
    meta: metaOf(query, total),
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions(employeeListStatuses),
      position: textFilterChoices(await storedTexts(ctx, 'position')),
    },
  }
})
