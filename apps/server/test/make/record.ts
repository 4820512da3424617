import type { CrudEntity } from '@khapdee/domain/entities'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../../src/db/types.ts'
import { crudResources } from '../crud-resources.ts'

// Starts above the numbers of request bodies in tests, so that names are unique.
let serial = 5_000

/** Columns that the server fills in and that are not fields. */
const ownColumns: Readonly<Partial<Record<CrudEntity['table'], Record<string, unknown>>>> = {
  recurring_entry: {
    draft_from: '2026-01-01',
    created_by: sql`(select min(user_id) from app_user)`,
  },
}

/**
 * Inserts a CRUD record with the values of its generated sample, except `values`; it belongs to all branches
 * unless `branch_id` is given. Money is in satang.
 */
export async function makeRecord<Table extends CrudEntity['table']>(
  db: Kysely<DB>,
  table: Table,
  values: Partial<Insertable<DB[Table]>> = {},
): Promise<Selectable<DB[Table]>> {
  const resource = crudResources.find((candidate) => candidate.table === table)
  if (resource === undefined) throw new Error(`${table} is not a CRUD entity`)
  // The fields of the sample have the names of columns, which the types do not express.
  const sample = resource.api.fields.partial().parse(resource.body(++serial))
  const row: Record<string, unknown> = { ...sample, ...ownColumns[table], ...values }
  // The driver would send a list of objects as an array of PostgreSQL, not as JSON.
  if (Array.isArray(row['exams'])) row['exams'] = JSON.stringify(row['exams'])
  const { rows } = await sql<Selectable<DB[Table]>>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) returning *`.execute(db)
  const [inserted] = rows
  if (inserted === undefined) throw new Error(`no row was inserted into ${table}`)
  return inserted
}
