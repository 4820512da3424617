/** Evaluations: the items of score sheets and questionnaires. */
import { evaluation } from '@khapdee/contract/entities/evaluation'
import type { Filters } from '@khapdee/contract/wire'
import { evaluationCategories, evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { activeChoices, crudCommands, labelChoices } from '../../kernel/crud.ts'
import { assertVisibleOrUnchanged, textChoices, textsOf, withAllOption } from '../catalogue.ts'
import { evaluationResultCommands } from './results.ts'

async function filterChoices(ctx: UserContext): Promise<Filters> {
  return {
    category: textChoices(await textsOf(ctx, 'evaluate', 'category', evaluationCategories)),
    status: activeChoices,
    type: labelChoices(evaluationTypes),
  }
}

export const evaluationCommands: Command[] = [
  ...crudCommands({
    api: evaluation,
    search: ['title', 'category'],
    sort: { category: 'thai', sort: 'byValue' },
    computedColumns: sql`(select c.name from course c where c.course_id = t.course_id) as course_name,
      (select f.name from other_fee f where f.other_fee_id = t.other_fee_id) as other_fee_name`,
    options: async (ctx) => withAllOption(await filterChoices(ctx)),
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
  ...evaluationResultCommands,
]
