/** Evaluations: the items of score sheets and questionnaires. */
import { evaluation } from '@khapdee/contract/entities/evaluation'
import type { Filters } from '@khapdee/contract/wire'
import { evaluationCategories, evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import { type SqlBool, sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { activeChoices, crudCommands, labelChoices } from '../../kernel/crud.ts'
import { invalid } from '../../kernel/errors.ts'
import { textChoices, textsOf, withAll } from '../catalogue.ts'

async function filterChoices(ctx: UserContext): Promise<Filters> {
  return {
    category: textChoices(await textsOf(ctx, 'evaluate', 'category', evaluationCategories)),
    status: activeChoices,
    type: labelChoices(evaluationTypes),
  }
}

/**
 * Checks that the course or fee is visible to the caller. An unchanged one passes, even when it has been
 * deleted since.
 * @throws VALIDATION
 */
async function assertVisibleOrUnchanged(
  ctx: UserContext,
  table: 'course' | 'other_fee',
  id: unknown,
  before: unknown,
): Promise<void> {
  if (id === null || id === before) return
  const idColumn = `${table}_id`
  const found = await ctx.tx
    .selectFrom(ctx.tx.dynamic.table(table).as('t'))
    .select('t.branch_id')
    .where(sql<SqlBool>`${sql.ref(`t.${idColumn}`)} = ${id}::int`)
    .where(ctx.scope.visible(table, 't'))
    .executeTakeFirst()
  if (found === undefined) {
    throw invalid([{ path: idColumn, message: 'ไม่พบรายการนี้ หรือปิดใช้งานแล้ว' }])
  }
}

export const evaluationCommands: Command[] = [
  ...crudCommands({
    api: evaluation,
    search: ['title', 'category'],
    sort: { category: 'thai', sort: 'byValue' },
    computedColumns: sql`(select c.name from course c where c.course_id = t.course_id) as course_name,
      (select f.name from other_fee f where f.other_fee_id = t.other_fee_id) as other_fee_name`,
    options: async (ctx) => withAll(await filterChoices(ctx)),
    async check(ctx, values, before) {
      for (const table of ['course', 'other_fee'] as const) {
        const column = `${table}_id`
        await assertVisibleOrUnchanged(ctx, table, values[column], before?.[column])
      }
    },
  }),
  command(evaluation.list, async (ctx) => ({
    data: { ...(await filterChoices(ctx)), scale: labelChoices(evaluationScales) },
  })),
]
