/** SQL that reads a refund request for its decision and its payout. */
import type { RequestedRefund } from '@khapdee/contract/entities/application-shapes'
import type { RequestState } from '@khapdee/domain/application/approval-request'
import { sql } from 'kysely'
import { type RowOf, int, jsonb, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { fullUserName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { requestedRefund } from '../refund-requests.ts'

const columns = {
  application_id: int(),
  state: text<RequestState>(),
  requested_by: int(),
  note: text(),
  /** Name of the user who decided; empty before the decision. */
  decided_by: text(),
  refund: jsonb<RequestedRefund>(),
}
export type StoredRefundRequest = RowOf<typeof columns>

/** A refund request of an application that the caller sees. */
export const storedRefundRequest = tunedQuery({
  columns,
  sql: (ctx: UserContext, requestId: number) => sql`
    select r.application_id, r.state, r.requested_by, r.note, coalesce(${fullUserName('d')}, '') as decided_by,
      ${requestedRefund('r')} as refund
    from approval_request r join application a using (application_id) left join app_user d on d.user_id = r.decided_by
    where r.request_id = ${requestId} and r.kind = 'refund' and ${ctx.scope.visible('application', 'a')}`,
})
