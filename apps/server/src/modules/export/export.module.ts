/** Commands that create download links for exported lists. */
import { type Command, command } from '../../kernel/command.ts'
import { recordLookup } from '../number-lookup.ts'
import { applicationLists } from './application-lists.ts'
import { auditList } from './audit-list.ts'
import { customers } from './customer-list.ts'
import { employees } from './employee-list.ts'
import type { ExportedList } from './export-list.ts'
import { paymentLists } from './payment-lists.ts'
import { vehicles } from './vehicle-lists.ts'

export const exportedLists: readonly ExportedList[] = [
  ...applicationLists,
  ...paymentLists,
  customers,
  vehicles,
  employees,
  auditList,
]

/** Exports are audited, so creating a link is a writing call. */
export const exportCommands: Command[] = exportedLists.map(({ endpoint, name, revealPermission }) =>
  command(endpoint, async (ctx, query) => {
    const { path: list } = endpoint
    await recordLookup(ctx, query.text)
    const revealed =
      revealPermission !== undefined && ctx.may(revealPermission) ? { revealed: 'idcard' } : {}
    ctx.audit({ entity: 'export', id: name, after: { ...query, ...revealed } })
    const token = ctx.services.tokens.signExport({
      list,
      query,
      sessionId: ctx.actor.session_id,
    })
    return { data: { file: `/files/exports/${token}/${name}-${ctx.clock.today()}.xlsx` } }
  }),
)
