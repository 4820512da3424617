/** What the records of the trail are called now. */
import type { AuditEntity } from '@khapdee/contract/audit/entities'
import { type RawBuilder, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { escapeLike } from '../../kernel/list.ts'

interface Named {
  table: string
  id: string
  name: RawBuilder<string>
  /** How a part of a name finds it; left out where there are too many to look through. */
  search?: 'name' | 'code'
}

const plain = (table: string): Named => ({
  table,
  id: `${table}_id`,
  name: sql`name`,
  search: 'name',
})

const numbered = (table: string, code: RawBuilder<string>): Named => ({
  table,
  id: `${table}_id`,
  name: code,
  search: 'code',
})

/** What belongs to somebody is called as he is. */
const personal = (table: string, id: string): Named => ({
  table,
  id,
  name: sql`(select ${userName('u')} from app_user u
    where u.user_id = ${sql.ref(`${table}.user_id`)})`,
})

const namedEntities: Readonly<Partial<Record<AuditEntity, Named>>> = {
  branch: plain('branch'),
  course: plain('course'),
  promotion: { ...plain('promotion'), name: sql`code || ' ' || name` },
  other_fee: plain('other_fee'),
  request_fee: plain('request_fee'),
  list_expenses: plain('list_expenses'),
  evaluate: { ...plain('evaluate'), name: sql`title` },
  vehicle: { ...plain('vehicle'), name: sql`no || ' ' || province` },
  role: plain('role'),
  customer: plain('customer'),
  app_user: { table: 'app_user', id: 'user_id', name: userName('app_user'), search: 'name' },
  user_salary: personal('user_salary', 'user_id'),
  user_leave: personal('user_leave', 'leave_id'),
  session: personal('session', 'session_id'),
  application: numbered('application', sql`application_code`),
  payment: numbered('payment', sql`payment_code`),
  closing: numbered('closing', sql`closing_code`),
  file: { table: 'file', id: 'file_id', name: sql`name` },
}

const find = (entity: string): Named | undefined =>
  Object.hasOwn(namedEntities, entity) ? namedEntities[entity as AuditEntity] : undefined

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

/** The names of these records, by `entity id`. */
export async function readNames(
  ctx: UserContext,
  wanted: readonly (readonly [entity: string, id: string])[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, Set<string>>()
  for (const [entity, id] of wanted) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
  const parts = [...ids].flatMap(([entity, own]) => {
    const named = find(entity)
    if (named === undefined) return []
    const { table, id, name } = named
    // A session's id is a uuid, every other a number; what does not fit the column is no id of it.
    const fits = [...own].filter((each) =>
      (table === 'session' ? /^[\da-f-]{36}$/ : /^\d{1,9}$/).test(each),
    )
    const type = sql.raw(table === 'session' ? 'uuid[]' : 'int[]')
    return [
      sql`select ${entity}::text || ' ' || ${sql.ref(id)}::text as key, ${name} as name
        from ${sql.table(table)} where ${sql.ref(id)} = any(${fits}::text[]::${type})`,
    ]
  })
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ key: string; name: string }>`${union(parts)}`.execute(ctx.tx)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

const mostFound = 200

/** The records that a part of a name, or a whole number of a document, is about. */
export async function findRecords(
  ctx: UserContext,
  text: string,
): Promise<{ entity: string; id: string }[]> {
  const pattern = `%${escapeLike(text.toLowerCase())}%`
  const parts = Object.entries(namedEntities).flatMap(([entity, { table, id, name, search }]) => {
    if (search === undefined) return []
    const fits =
      search === 'code'
        ? sql`${name} = ${text.toUpperCase()}`
        : table === 'customer'
          ? sql`name like ${`%${escapeLike(text)}%`}`
          : sql`lower(${name}) like ${pattern}`
    return [
      sql`(select ${entity}::text as entity, ${sql.ref(id)}::text as id
        from ${sql.table(table)} where ${fits} limit ${mostFound})`,
    ]
  })
  const { rows } = await sql<{ entity: string; id: string }>`${union(parts)}`.execute(ctx.tx)
  return rows
}
