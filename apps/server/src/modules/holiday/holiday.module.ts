/** Holidays of all branches or of one, and the branches that open on them. */
import { holiday } from '@khapdee/contract/entities/holiday'
import { answerMessages } from '@khapdee/domain/words'
import { type SqlBool, sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { invalid, notFound } from '../../kernel/errors.ts'

/** The branches of the caller that are open on the holiday. */
const visibleBranches = (ctx: UserContext, openBranches: readonly number[]) =>
  openBranches.filter((branchId) => ctx.scope.branchIds.includes(branchId))

const readOpenBranches = async (ctx: UserContext, holidayId: number): Promise<number[]> => {
  const rows = await ctx.tx
    .selectFrom('holiday_open_branch')
    .select('branch_id')
    .where('holiday_id', '=', holidayId)
    .orderBy('branch_id')
    .execute()
  return visibleBranches(
    ctx,
    rows.map(({ branch_id }) => branch_id),
  )
}

const open = command(holiday.open, async (ctx, { holiday_id, branch_id, is_open }) => {
  ctx.scope.assertWritable(branch_id)
  const stored = await ctx.tx
    .selectFrom('holiday')
    .select('branch_id')
    .where('holiday_id', '=', holiday_id)
    .where(ctx.scope.visible('holiday'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  if (stored.branch_id !== null) {
    throw invalid([{ path: 'branch_id', message: 'วันหยุดนี้เป็นของสาขาเดียว แก้ไขหรือลบวันหยุดแทน' }])
  }
  const before = await readOpenBranches(ctx, holiday_id)
  if (is_open) {
    await ctx.tx
      .insertInto('holiday_open_branch')
      .values({ holiday_id, branch_id })
      .onConflict((row) => row.doNothing())
      .execute()
  } else {
    await ctx.tx
      .deleteFrom('holiday_open_branch')
      .where('holiday_id', '=', holiday_id)
      .where('branch_id', '=', branch_id)
      .execute()
  }
  const open_branches = await readOpenBranches(ctx, holiday_id)
  ctx.audit({
    entity: 'holiday',
    id: holiday_id,
    before: { open_branches: before },
    after: { open_branches },
    branch: branch_id,
  })
  return { message: answerMessages.changed, data: { holiday_id, open_branches } }
})

export const holidayCommands: Command[] = [
  ...crudCommands({
    api: holiday,
    sort: { day: 'byValue' },
    defaultSort: () => 'day',
    filters: {
      start: (first) => sql<SqlBool>`t.day >= ${first}::date`,
      end: (last) => sql<SqlBool>`t.day <= ${last}::date`,
    },
    computedColumns: sql`array(select o.branch_id from holiday_open_branch o
      where o.holiday_id = t.holiday_id order by o.branch_id) as open_branches`,
    extendRow: (ctx, row) => ({
      ...row,
      open_branches: visibleBranches(ctx, row['open_branches'] as number[]),
    }),
    unique: { holiday_day: 'day' },
  }),
  open,
]
