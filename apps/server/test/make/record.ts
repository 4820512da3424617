import type { CrudEntity } from '@khapdee/domain/entities'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../../src/db/types.ts'
import { crudResources } from '../crud-resources.ts'

// Apart from the numbers that tests give to the bodies they send.
let made = 5_000

/**
 * Inserts a record of a CRUD entity with the values of its generated sample, or with others; of every branch
 * unless `branch_id` says otherwise. Money is in satang.
 */
export async function makeRecord<Table extends CrudEntity['table']>(
  db: Kysely<DB>,
  table: Table,
  values: Partial<Insertable<DB[Table]>> = {},
): Promise<Selectable<DB[Table]>> {
  const resource = crudResources.find((one) => one.table === table)
  if (resource === undefined) throw new Error(`${table} is not a CRUD entity`)
  // The sample's fields and the columns have the same names; Kysely cannot see that.
  const sample = resource.api.fields.partial().parse(resource.body(++made))
  const row: Record<string, unknown> = { ...sample, ...values }
  const { rows } = await sql<Selectable<DB[Table]>>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) returning *`.execute(db)
  const [inserted] = rows
  if (inserted === undefined) throw new Error(`${table} took no row`)
  return inserted
}
