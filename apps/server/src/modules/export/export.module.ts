/** Commands that create download links for exported lists. */
import { type Command, command } from '../../kernel/command.ts'
import { recordLookup } from '../number-lookup.ts'
import { accountExports } from './account-lists.ts'
import { applicationExports } from './application-lists.ts'
import { auditExport } from './audit-list.ts'
import { customerExport } from './customer-list.ts'
import { employeeExport } from './employee-list.ts'
import { commentExport, evaluationResultExport } from './evaluation-results.ts'
import { examBookingExport } from './exam-booking-list.ts'
import { examRosterExport } from './exam-roster.ts'
import { examRightExport } from './exam-right-list.ts'
import type { ExportedList } from './export-list.ts'
import { paymentExports } from './payment-lists.ts'
import { reportExport } from './reports.ts'
import { statementExport } from './statement-list.ts'
import { taxCertificateExport } from './tax-certificate-list.ts'
import { withheldTaxExport } from './withheld-tax-list.ts'
import { vehicleExport } from './vehicle-lists.ts'

export const exportedLists: readonly ExportedList[] = [
  ...applicationExports,
  ...paymentExports,
  ...accountExports,
  reportExport,
  statementExport,
  withheldTaxExport,
  taxCertificateExport,
  examBookingExport,
  examRightExport,
  examRosterExport,
  evaluationResultExport,
  commentExport,
  customerExport,
  vehicleExport,
  employeeExport,
  auditExport,
]

/** Exports are audited, so creating a link is a writing call. */
export const exportCommands: Command[] = exportedLists.map(
  ({ endpoint, name, revealPermission, check }) =>
    command(endpoint, async (ctx, query) => {
      const { path: list } = endpoint
      await recordLookup(ctx, query.text)
      await check?.(ctx, { ...query, page: 1, perPage: 1 })
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
