/** SQL that reads an application for its printed form. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import type {
  ApplicationKind,
  ApplicationStatus,
  RequestDecision,
} from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { bigint, bool, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { fullUserName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { type HeaderRow, headerOfBranch } from '../branch-header.queries.ts'
import type { FormLine } from './document-views.ts'
import { isRefundPending } from '../refund-requests.ts'
import { missingDocuments } from './missing-documents.ts'

/** The values of an application on its form, and the logo of its branch; only of the caller's branches. */
export const formData = tunedQuery({
  columns: {
    application_code: text(),
    type: text<ApplicationKind>(),
    status: text<ApplicationStatus>(),
    decision: orNull(text<RequestDecision>()),
    refund_due: bool(),
    total: bigint<Satang>(),
    discount: bigint<Satang>(),
    net: bigint<Satang>(),
    paid: bigint<Satang>(),
    written_off: bigint<Satang>(),
    refunded: bigint<Satang>(),
    balance: bigint<Satang>(),
    note: text(),
    revision: int(),
    createdAt: instant(),
    clerk: text(),
    header: jsonb<HeaderRow>(),
    logo_file_id: orNull(int()),
    customer: jsonb<StoredCustomer>(),
    vehicle: orNull(jsonb<CheckedVehicle>()),
    lines: jsonb<FormLine[]>(),
    documents: jsonb<string[]>(),
  },
  sql: (ctx: UserContext, applicationId: number) => sql`
    select a.application_code, a.type, a.status, a.decision, a.refund_due, a.total, a.discount, a.net, a.paid, a.written_off, a.balance, a.note, a.revision,
      coalesce((select -sum(paid) from payment where application_id = a.application_id and kind = 'refund'), 0)::bigint
        as refunded,
      a."createdAt", ${fullUserName('u')} as clerk, ${headerOfBranch} as header, b.logo_file_id,
      to_jsonb(c) as customer,
      (select to_jsonb(v) from application_vehicle v where v.application_id = a.application_id) as vehicle,
      (select jsonb_agg(to_jsonb(l) || jsonb_build_object('refund_pending', ${isRefundPending('l')}) order by l.position)
        from application_line l where l.application_id = a.application_id and l.status <> 'removed') as lines,
      ${missingDocuments('a', ctx.clock.today())} as documents
    from application a join branch b using (branch_id) join customer c using (customer_id)
      join app_user u on u.user_id = a.created_by
    where a.application_id = ${applicationId} and ${ctx.scope.visible('application', 'a')}`,
})
