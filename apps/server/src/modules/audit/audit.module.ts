/** The audit trail as a list. */
import { auditKinds } from '@khapdee/contract/audit/calls'
import { auditedEntities } from '@khapdee/contract/audit/entities'
import { audit } from '@khapdee/contract/entities/audit'
import { allOption } from '@khapdee/contract/wire'
import { type Command, command } from '../../kernel/command.ts'
import { labelOptions } from '../../kernel/crud.ts'
import { boundedMeta } from '../../kernel/list.ts'
import {
  assertSeesAll,
  auditCount,
  auditEntries,
  auditFilter,
  newestFirst,
} from './audit.queries.ts'
import { describeEntries } from './describe-entries.ts'

const gettable = command(audit.gettable, async (ctx, query) => {
  assertSeesAll(ctx)
  const where = await auditFilter(ctx, query)
  const entries = await auditEntries(ctx)
    .where(where)
    .orderBy(newestFirst(query))
    .limit(query.perPage)
    .offset((query.page - 1) * query.perPage)
    .execute()
  const { count } = await auditCount.one(ctx.tx, where)
  const colleagues = await ctx.services.access.colleagues()
  return {
    data: await describeEntries(ctx, entries),
    meta: boundedMeta(query, count),
    filter: {
      user: [allOption, ...colleagues.map(({ user_id, name }) => ({ value: user_id, name }))],
      type: labelOptions(auditedEntities),
      category: labelOptions(auditKinds),
    },
  }
})

export const auditCommands: Command[] = [gettable]
