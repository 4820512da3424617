/** Current names of audited records, and the search for audited records by name. */
import { type Entity, entities, entityList } from '@khapdee/domain/entities'
import { type RawBuilder, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { escapeLike } from '../../kernel/list.ts'
import { nameColumns } from '../../kernel/usage.ts'

interface Named {
  table: string
  id: string
  name: RawBuilder<string>
  search: Entity['search']
}

/** The name of a record without a name column: the name of the user who owns it. */
const ownerName = (table: string, owner: string): RawBuilder<string> =>
  sql`(select ${userName('u')} from app_user u where u.user_id = ${sql.ref(`${table}.${owner}`)})`

/** The name of a record without a name column: the name of the first record to which one of the columns refers. */
function referredName(table: string, namedBy: NonNullable<Entity['namedBy']>): RawBuilder<string> {
  const names = namedBy.map(({ column, entity }) => {
    const named = entities[entity as keyof typeof entities] as Entity & { table: string }
    return sql`(select ${nameColumns(named.name, named.table)} from ${sql.table(named.table)}
      where ${sql.ref(`${named.table}.${named.id}`)} = ${sql.ref(`${table}.${column}`)})`
  })
  return sql`coalesce(${sql.join(names)})`
}

const namedEntities: ReadonlyMap<string, Named> = new Map(
  entityList.flatMap(([entity, { table, id, name, owner, namedBy, search }]): [string, Named][] => {
    if (table === null) return []
    if (owner !== undefined) return [[entity, { table, id, name: ownerName(table, owner), search }]]
    if (namedBy !== undefined)
      return [[entity, { table, id, name: referredName(table, namedBy), search }]]
    return name.length === 0
      ? []
      : [[entity, { table, id, name: nameColumns(name, table), search }]]
  }),
)

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

/** The names of these records; the keys are `<entity> <id>`. */
export async function readNames(
  ctx: UserContext,
  wanted: readonly (readonly [entity: string, id: string])[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, Set<string>>()
  for (const [entity, id] of wanted) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
  const parts = [...ids].flatMap(([entity, entityIds]) => {
    const named = namedEntities.get(entity)
    if (named === undefined) return []
    const { table, id, name } = named
    // Ids of sessions are UUIDs, all others integers. Other texts are dropped: they would fail the
    // cast.
    const validIds = [...entityIds].filter((id) =>
      (table === 'session' ? /^[\da-f-]{36}$/ : /^\d{1,9}$/).test(id),
    )
    const type = sql.raw(table === 'session' ? 'uuid[]' : 'int[]')
    return [
      sql`select ${entity}::text || ' ' || ${sql.ref(id)}::text as key, ${name} as name
        from ${sql.table(table)} where ${sql.ref(id)} = any(${validIds}::text[]::${type})`,
    ]
  })
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ key: string; name: string }>`${union(parts)}`.execute(ctx.tx)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

const maxFound = 200

/** Records with the text in their name, or with exactly this document number. */
export async function findRecords(
  ctx: UserContext,
  text: string,
): Promise<{ entity: string; id: string }[]> {
  const pattern = `%${escapeLike(text.toLowerCase())}%`
  const parts = [...namedEntities].flatMap(([entity, { table, id, name, search }]) => {
    if (search === 'none') return []
    const condition =
      search === 'code'
        ? sql`${name} = ${text.toUpperCase()}`
        : search === 'case-sensitive-name'
          ? sql`${name} like ${`%${escapeLike(text)}%`}`
          : sql`lower(${name}) like ${pattern}`
    return [
      sql`(select ${entity}::text as entity, ${sql.ref(id)}::text as id
        from ${sql.table(table)} where ${condition} limit ${maxFound})`,
    ]
  })
  const { rows } = await sql<{ entity: string; id: string }>`${union(parts)}`.execute(ctx.tx)
  return rows
}
