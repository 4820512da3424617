/** The audit trail as a list. */
import { auditKinds } from '@khapdee/contract/audit/calls'
import { auditedEntities } from '@khapdee/contract/audit/entities'
import { audit } from '@khapdee/contract/entities/audit'
import { type Command, command } from '../../kernel/command.ts'
import { labelOptions } from '../../kernel/crud.ts'
import { boundedMeta, limitAndOffset } from '../../kernel/list.ts'
import { auditCount, auditEntries, auditFilter, auditOrder } from './audit.queries.ts'
import { recorderOptions } from '../user-options.ts'
import { describeEntries } from './describe-entries.ts'

const list = command(audit.gettable, async (ctx, query) => {
  const where = await auditFilter(ctx, query)
  const { limit, offset } = limitAndOffset(query)
  const entries = await auditEntries(ctx)
    .where(where)
    .orderBy(auditOrder(query))
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await auditCount.one(ctx.tx, where)
  return {
    data: await describeEntries(ctx, entries),
    meta: boundedMeta(query, count),
    filter: {
      user: await recorderOptions(ctx, 'audit', query.user),
      type: labelOptions(auditedEntities),
      category: labelOptions(auditKinds),
    },
  }
})

export const auditCommands: Command[] = [list]
