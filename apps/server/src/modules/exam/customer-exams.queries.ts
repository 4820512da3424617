/** SQL of the payments and documents that a customer lacks before exams. */
import type { ApplicationKind, ApplicationStatus } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { bigint, int, jsonb, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { missingDocuments } from '../application/missing-documents.ts'

/** The visible applications of a customer that have a balance, or lack required documents; newest first. */
export const unsettledApplications = tunedQuery({
  columns: {
    application_id: int(),
    application_code: text(),
    type: text<ApplicationKind>(),
    status: text<ApplicationStatus>(),
    balance: bigint<Satang>(),
    missing_documents: jsonb<string[]>(),
  },
  sql: (ctx: UserContext, customerId: number) => sql`
    select * from (
      select a.application_id, a.application_code, a.type, a.status, a.balance,
        ${missingDocuments('a', ctx.clock.today())} as missing_documents
      from application a where a.customer_id = ${customerId} and ${ctx.scope.visible('application', 'a')}) found
    where balance > 0 or missing_documents <> '[]' order by application_id desc`,
})
