/** SQL of the documents that applications require: at registration, when lines change, and when their customer changes. */
import {
  type DocumentCondition,
  fulfilledConditions,
} from '@khapdee/domain/application/required-document'
import { type Day, ageOn, day, todayInBangkok } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'

/** The properties of a customer that determine the required documents. */
interface Person {
  is_foreigner: boolean
  birthday: string | null
}

/** An application at its registration. */
export interface Registered {
  branchId: number
  customer: Person
  lines: readonly { kind: string; item_id: number }[]
  /** The day of the registration. */
  today: Day
}

/** The conditions that a customer fulfils. @param today the day of the registration */
const conditionsOf = ({ is_foreigner, birthday }: Person, today: Day) =>
  fulfilledConditions(is_foreigner, birthday === null ? null : ageOn(day(birthday), today))

/**
 * The condition that a row of `document_type` is required by the lines and the customer.
 * @param conditions by default those that the customer fulfils
 */
function isRequired(
  { branchId, customer, lines, today }: Registered,
  conditions = conditionsOf(customer, today),
): RawBuilder<SqlBool> {
  const idsOf = (kind: string) =>
    lines.filter((line) => line.kind === kind).map(({ item_id }) => item_id)
  const courses = idsOf('course')
  return sql`(branch_id is null or branch_id = ${branchId})
      and condition = any(${conditions}::text[])
      and (course_id = any(${courses}::int[]) or other_fee_id = any(${idsOf('other_fee')}::int[])
        or request_fee_id = any(${idsOf('request_fee')}::int[])
        or course_id is null and other_fee_id is null and request_fee_id is null and ${courses.length > 0}::boolean)`
}

/** A query for the types of documents that the lines and the customer require, one for each name. */
export const requiredTypes = (
  registered: Registered,
  conditions?: DocumentCondition[],
): RawBuilder<unknown> => sql`
    select distinct on (name) document_type_id, name, valid_days
    from document_type
    where is_activate and not is_delete and ${isRequired(registered, conditions)}
    order by name, valid_days desc, document_type_id`

/**
 * Builds the statement that adds the documents that the lines and the customer require to those of the application, unless
 * it already has them.
 * @param conditions if given, only those of types with these conditions
 */
export const insertRequiredDocuments = (
  application_id: number,
  registered: Registered,
  conditions?: DocumentCondition[],
): RawBuilder<unknown> => sql`
  insert into application_document (application_id, document_type_id, name, valid_days)
  select ${application_id}::int, document_type_id, name, valid_days
  from (${requiredTypes(registered, conditions)}) required
  where not exists (select from application_document d
    where d.application_id = ${application_id} and d.document_type_id = required.document_type_id)
  on conflict (application_id, name) do nothing`

/**
 * Builds the statement that deletes the documents that the remaining lines and the customer no
 * longer require and that were not received. A type that was closed or renamed since is still
 * required.
 * @param conditions only documents of types with one of these conditions; all by default
 */
export const deleteUnrequiredDocuments = (
  application_id: number,
  registered: Registered,
  conditions?: readonly string[],
): RawBuilder<unknown> => sql`
  delete from application_document d
  where application_id = ${application_id} and ticked_at is null
    and not exists (select from document_type t where (t.document_type_id = d.document_type_id or t.name = d.name)
      and ${isRequired(registered)})
    ${
      conditions === undefined
        ? sql``
        : sql`and exists (select from document_type lost where lost.document_type_id = d.document_type_id
            and lost.condition = any(${conditions}::text[]))`
    }`

/**
 * Adapts the required documents of the open applications of a locked customer to another birthday
 * or nationality. Adds the documents that are required now, and deletes those that were required
 * only before and were not received. Other types do not change, because a change of the school's
 * types does not affect existing applications.
 */
export async function adaptDocuments(
  ctx: UserContext,
  before: Person,
  after: Person & { customer_id: number },
): Promise<void> {
  const applications = await ctx.tx
    .selectFrom('application')
    .select(['application_id', 'branch_id', 'createdAt'])
    .where('customer_id', '=', after.customer_id)
    .where('status', 'in', ['outstanding', 'paid'])
    .where('is_delete', '=', false)
    .orderBy('application_id')
    .forNoKeyUpdate()
    .execute()
  for (const { application_id, branch_id, createdAt } of applications) {
    const today = todayInBangkok(new Date(createdAt))
    const [former, present] = [conditionsOf(before, today), conditionsOf(after, today)]
    const gained = present.filter((condition) => !former.includes(condition))
    const lost = former.filter((condition) => !present.includes(condition))
    if (gained.length === 0 && lost.length === 0) continue
    const lines = await ctx.tx
      .selectFrom('application_line')
      .select(({ fn }) => [
        'kind',
        fn.coalesce('course_id', 'other_fee_id', 'request_fee_id').as('item_id'),
      ])
      .where('application_id', '=', application_id)
      .where('status', '=', 'open')
      .$narrowType<{ item_id: number }>()
      .execute()
    const registered = { branchId: branch_id, customer: after, lines, today }
    await insertRequiredDocuments(application_id, registered, gained).execute(ctx.tx)
    await deleteUnrequiredDocuments(application_id, registered, lost).execute(ctx.tx)
  }
}
