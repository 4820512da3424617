/** The audit trail as a list. */
import { auditKinds } from '@khapdee/contract/audit/calls'
import { auditedEntities } from '@khapdee/contract/audit/entities'
import { audit } from '@khapdee/contract/entities/audit'
import { allOption } from '@khapdee/contract/wire'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import { labelOptions } from '../../kernel/crud.ts'
import { boundedMeta, mostCounted, pageOf } from '../../kernel/list.ts'
import { assertSeesAll, auditColumns, keptOf, newestFirst, tell } from './audit.queries.ts'

const gettable = command(audit.gettable, async (ctx, query) => {
  assertSeesAll(ctx)
  const where = await keptOf(ctx, query)
  const { rows } = await sql<Parameters<typeof tell>[1][number]>`
    select ${auditColumns} from audit_log a left join app_user u using (user_id)
    where ${where} order by ${newestFirst(query)} ${pageOf(query)}`.execute(ctx.tx)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from audit_log a where ${where} limit ${mostCounted + 1}) counted`.execute(ctx.tx)
  const colleagues = await ctx.services.access.colleagues()
  return {
    data: await tell(ctx, rows),
    meta: boundedMeta(query, counted.rows[0]?.count ?? 0),
    filter: {
      user: [allOption, ...colleagues.map(({ user_id, name }) => ({ value: user_id, name }))],
      type: labelOptions(auditedEntities),
      category: labelOptions(auditKinds),
    },
  }
})

export const auditCommands: Command[] = [gettable]
