/** Compares the entity descriptors with the database, the contract and the default roles. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crudApis } from '@khapdee/contract/api'
import { type CrudEntity, type Entity, entities, entityList } from '@khapdee/domain/entities'
import { defaultRoles } from '@khapdee/domain/permissions'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { crudResources } from './crud-resources.ts'
import { isId } from './crud-samples.ts'
import { dropDatabase, databaseUrl, runOnServer } from './server-admin.ts'

const server = inject('databaseServer')
const name = `${inject('databaseTemplate')}_entities`
const url = databaseUrl(server, name)
const migrations = fileURLToPath(new URL('../src/db/migrations', import.meta.url))
let folder: string

/**
 * Creates a database with the first migration and the default roles, and then runs the other migrations.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-entities-'))
  await runOnServer(server, `create database ${name} template template0`)
  await cp(migrations, folder, {
    recursive: true,
    filter: (file) => !/\d{4}_/.test(file) || /0001_/.test(file),
  })
  await migrate(url, { folder })
  const roles = defaultRoles.map((role) => `('${role.key}', '${role.name}')`)
  await runOnServer(url, `insert into role (key, name) values ${roles.join(', ')}`)
  await migrate(url)
})
afterAll(async () => {
  await dropDatabase(server, name)
  await rm(folder, { recursive: true })
})

it('the contract has crud() endpoints for exactly the entities with an API path', () => {
  const described = entityList
    .filter(([, { apiPath }]) => apiPath !== undefined)
    .map(([table]) => table)
  const declared = crudApis.map(({ entity }) => entity.table)
  expect(declared.toSorted()).toEqual(described.toSorted())
})

it.each(crudResources)(
  'gives two sample values for every field of $table that does not refer to another record',
  ({ api, oneBranch, body, changes }) => {
    const fields = Object.entries(api.fields.shape)
    const needed = fields.filter(([field]) => !(oneBranch && field === 'branch_id'))
    expect(Object.keys(body(1))).toEqual(expect.arrayContaining(needed.map(([field]) => field)))
    const nonIdFields = needed.filter(([, schema]) => !isId(schema)).map(([field]) => field)
    expect(Object.keys(changes(1))).toEqual(expect.arrayContaining(nonIdFields))
  },
)

/** Columns of all CRUD entities that are not written by users. */
const commonColumns = ['is_delete', 'createdAt', 'updatedAt', 'version']
/** Columns that are computed by the database or written only by the server. */
const readOnlyColumns: Partial<Record<CrudEntity['table'], readonly string[]>> = {
  course: ['has_theory_exam', 'has_practice_exam'],
  promotion: ['usage'],
  other_fee: ['kind_confirmed'],
  vehicle: ['plate', 'next_due'],
  role: ['key'],
  list_expenses: ['system_key'],
  recurring_entry: ['draft_from', 'created_by'],
}
/** Fields that are stored in another table. */
const externalFields: Partial<Record<CrudEntity['table'], readonly string[]>> = {
  role: ['permissions'],
}

describe.each(crudApis.map((api) => [api.entity.table, api] as const))('%s', (table, api) => {
  it('has a column for every field and a field for every column', async () => {
    const rows = await runOnServer<{ column_name: string }>(
      url,
      `select column_name from information_schema.columns where table_name = '${table}'`,
    )
    const fields = Object.keys(api.fields.shape).filter(
      (field) => !externalFields[table]?.includes(field),
    )
    const expected = [api.idName, ...commonColumns, ...fields, ...(readOnlyColumns[table] ?? [])]
    expect(rows.map(({ column_name }) => column_name).toSorted()).toEqual(
      [...new Set(expected)].toSorted(),
    )
  })

  it('declares the entity that each foreign key refers to', async () => {
    const rows = await runOnServer<{ column: string; to: string }>(
      url,
      `select a.attname as column, c.confrelid::regclass::text as to
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.conrelid = '${table}'::regclass`,
    )
    const { references = {}, scope }: Entity = api.entity
    const ofBranch = table !== 'branch' && (scope === 'own' || scope === 'shared')
    // Files are not declared, because they do not prevent the deletion of a record.
    const declared = rows.filter(({ to }) => to !== 'file').map(({ column, to }) => [column, to])
    expect(Object.fromEntries(declared)).toEqual({
      ...(ofBranch && { branch_id: 'branch' }),
      ...Object.fromEntries(
        Object.entries(references).map(([column, { entity }]) => [column, entity]),
      ),
    })
  })
})

describe('an entity', () => {
  it.each(entityList)('%s is listed under the name of its table', (key, { table }) => {
    expect([key, null]).toContain(table)
  })

  it.each(entityList)('%s has the columns of its id, its name and its owner', async (_, entity) => {
    const { table, id, name: columns, owner, references = {} } = entity
    if (table === null) return
    const rows = await runOnServer<{ column_name: string }>(
      url,
      `select column_name from information_schema.columns where table_name = '${table}'`,
    )
    expect(rows.map(({ column_name }) => column_name)).toEqual(
      expect.arrayContaining([
        id,
        ...columns,
        ...Object.keys(references),
        ...(owner === undefined ? [] : [owner]),
      ]),
    )
  })
})

/** Entities of the first migration; the migration of a later entity grants the permissions for it to existing roles. */
const firstEntities = new Set<string>([
  'branch',
  'course',
  'promotion',
  'other_fee',
  'request_fee',
  'role',
])
const laterEntities = crudApis
  .map(({ entity }) => entity)
  .filter(({ table }) => !firstEntities.has(table))

it.each(laterEntities)(
  'the migrations grant the permissions for $table to the same roles as in a new school',
  async (entity) => {
    const { resource } = entities[entity.table].permission
    const rows = await runOnServer<{ key: string; permission: string }>(
      url,
      `select key, permission from role_permission join role using (role_id)
     where permission like '${resource}.%'`,
    )
    const expected = defaultRoles.flatMap(({ key, permissions }) =>
      permissions
        .filter((permission) => permission.startsWith(`${resource}.`))
        .map((permission) => `${key} ${permission}`),
    )
    expect(rows.map(({ key, permission }) => `${key} ${permission}`).toSorted()).toEqual(
      expected.toSorted(),
    )
  },
)
