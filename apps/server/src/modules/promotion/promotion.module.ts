/** Promotion codes. */
import { promotion, promotionTypes } from '@khapdee/contract/entities/promotion'
import { titleOf } from '@khapdee/contract/field-meta'
import { allOption } from '@khapdee/contract/wire'
import { type SqlBool, sql } from 'kysely'
import { lockByName } from '../../kernel/advisory-lock.ts'
import { type Command, command } from '../../kernel/command.ts'
import { crudCommands, labelChoices } from '../../kernel/crud.ts'
import { duplicate } from '../../kernel/errors.ts'
import { outstandingApplications } from '../catalogue.ts'

const types = labelChoices(promotionTypes)

export const promotionCommands: Command[] = [
  ...crudCommands({
    api: promotion,
    sort: { code: 'byValue', name: 'thai', start: 'byValue', end: 'byValue', usage: 'byValue' },
    // The type `all` (valid for every item) has the value of the filter's option for all, so it is not a separate option.
    options: async () => ({
      type: [allOption, ...types.filter((type) => type.value !== 'all')],
    }),
    unique: { promotion_code: 'code' },
    usedBy: (ctx, id) => outstandingApplications(ctx, 'promotion_id', id),
    async check(ctx, values, before) {
      const { code, branch_id } = values
      // A branch must not see two promotions with the same code, one of its own and one for all branches.
      // The database has no constraint for that, so concurrent changes of a code are serialised.
      await lockByName(ctx.tx, `promotion ${String(code)}`)
      const other = await ctx.tx
        .selectFrom('promotion as p')
        .select('p.promotion_id')
        .where('p.code', '=', String(code))
        .where('p.is_delete', '=', false)
        .where(sql<SqlBool>`p.promotion_id is distinct from ${before?.['promotion_id'] ?? null}::int
          and (p.branch_id is null or ${branch_id}::int is null or p.branch_id = ${branch_id}::int)`)
        .limit(1)
        .executeTakeFirst()
      if (other !== undefined) throw duplicate('code', titleOf(promotion.fields.shape, 'code'))
    },
  }),
  command(promotion.type, async () => ({ data: Object.keys(promotionTypes) })),
]
