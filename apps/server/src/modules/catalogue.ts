/** What the priced items of the catalogue have in common. */
import { type Option, allOption } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'

export const activeOptions: Option[] = [
  allOption,
  { value: 'true', name: 'เปิดใช้งาน' },
  { value: 'false', name: 'ปิดใช้งาน' },
]

export const activeFilter = (value: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`t.is_activate::text = ${value}`

/** Name of the row's branch; null where the row is for every branch. */
export const branchName = sql`(select b.name from branch b where b.branch_id = t.branch_id) as branch_name`

export const toOptions = (names: readonly string[]): Option[] => [
  allOption,
  ...names.map((name) => ({ value: name, name })),
]

/** Says how many unpaid applications have the item on a line; such an item is not deleted. */
export async function openLines(
  ctx: UserContext,
  column: 'course_id' | 'other_fee_id' | 'request_fee_id' | 'promotion_id',
  id: number,
): Promise<string[]> {
  const { count } = await ctx.tx
    .selectFrom('application_line')
    .innerJoin('application', 'application.application_id', 'application_line.application_id')
    .select((eb) => eb.fn.count<number>('application.application_id').distinct().as('count'))
    .where(`application_line.${column}`, '=', id)
    .where('application.status', '=', 'outstanding')
    .where('application.is_delete', '=', false)
    .executeTakeFirstOrThrow()
  return count > 0 ? [`ใบสมัครที่ค้างชำระ ${count} รายการ`] : []
}
