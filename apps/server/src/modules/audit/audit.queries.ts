/** SQL about the trail, and its rows in Thai. */
import { callsOf } from '@khapdee/contract/audit/calls'
import {
  describeCall,
  describeChanges,
  describeEntity,
  namesIn,
} from '@khapdee/contract/audit/describe'
import type { NameOf } from '@khapdee/contract/audit/show'
import type { AuditRow } from '@khapdee/contract/entities/audit'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { forbidden } from '../../kernel/errors.ts'
import { escapeLike, every, madeBetween, orderBy, personId } from '../../kernel/list.ts'
import { listNames } from './list-names.ts'
import { findRecords, readNames } from './record-names.ts'

/** The trail knows no branches, so it is for those alone who see them all. @throws FORBIDDEN */
export function assertSeesAll({ actor }: UserContext): void {
  if (!actor.all_branches) throw forbidden()
}

/** Rows `a` of a list. */
export async function keptOf(ctx: UserContext, query: ListQuery): Promise<RawBuilder<SqlBool>> {
  const { user, type, category, text } = query
  return every([
    sql`true`,
    ...(isSet(user) ? [sql<SqlBool>`a.user_id = ${personId(user)}`] : []),
    ...(isSet(type) ? [sql<SqlBool>`a.entity = ${type}`] : []),
    ...(isSet(category) ? [sql<SqlBool>`a.call = any(${callsOf(category)}::text[])`] : []),
    ...madeBetween('a', query, 'at'),
    ...(isSet(text) ? [await saying(ctx, text)] : []),
  ])
}

/** What a record was called in the entry, or is called now; never a value that is concealed. */
async function saying(ctx: UserContext, text: string): Promise<RawBuilder<SqlBool>> {
  const pattern = `%${escapeLike(text.toLowerCase())}%`
  const records = await findRecords(ctx, text)
  return sql<SqlBool>`a.audit_id in (
    select n.audit_id from audit_log n where audit_text(n.before, n.after) like ${pattern}
    union all
    select n.audit_id
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (entity text, id text)
      join audit_log n on n.entity = r.entity and n.entity_id = r.id)`
}

export const newestFirst = ({ sort }: ListQuery) =>
  orderBy(sort || '-at', { at: 'plain' }, 'a', 'audit_id')

interface Stored {
  audit_id: number
  at: string
  user: string | null
  username: string | null
  address: string
  call: string
  entity: string
  entity_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Columns of `a` and of the person `u`. */
export const auditColumns = sql<Stored>`a.audit_id, a.at, ${userName('u')} as user, u.username,
  a.address, a.call, a.entity, a.entity_id, a.before, a.after`

/** As many letters of a value as anybody reads in a list. */
const mostLetters = 2000
const shortened = (text: string | null) =>
  text !== null && text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text

/** Tells stored rows in Thai; ids are told by what they stand for now. */
export async function tell(ctx: UserContext, rows: readonly Stored[]): Promise<AuditRow[]> {
  const names = await readNames(
    ctx,
    rows.flatMap(({ entity, entity_id, before, after }) => [
      [entity, entity_id] as const,
      ...namesIn(entity, before),
      ...namesIn(entity, after),
    ]),
  )
  const nameOf: NameOf = (entity, id) => names.get(`${entity} ${id}`)
  return rows.map(({ call, entity, entity_id, before, after, ...row }) => {
    const { kind, label } = describeCall(call)
    const changes = describeChanges(entity, before, after, nameOf)
    return {
      ...row,
      kind,
      action: label,
      entity: describeEntity(entity),
      record: listNames[entity_id] ?? nameOf(entity, entity_id) ?? entity_id,
      changes: changes.map((change) => ({
        label: change.label,
        before: shortened(change.before),
        after: shortened(change.after),
      })),
    }
  })
}

/** As many entries as one reads of a single record. */
const mostOfOne = 100

/**
 * What was done to a customer and to the records that were merged into him, newest first. For who
 * changes customers himself and may not read the whole trail: from where it was done is left out.
 */
export async function customerTrail(ctx: UserContext, customerId: number): Promise<AuditRow[]> {
  const { rows } = await sql<Stored>`
    with recursive records (id) as (
      select ${customerId}::int
      union all
      select customer_id from customer join records on merged_into = id)
    select ${auditColumns} from audit_log a left join app_user u using (user_id)
    where a.entity = 'customer' and a.entity_id = any(array(select id::text from records))
    order by a.at desc, a.audit_id desc limit ${mostOfOne}`.execute(ctx.tx)
  return (await tell(ctx, rows)).map((row) => ({ ...row, address: '' }))
}
