import { api as everyEndpoint } from '@khapdee/contract/api'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { branch } from '@khapdee/contract/entities/branch'
import { type Entity, entityList, listLabel } from '@khapdee/domain/entities'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, startApp } from '../../test/app.ts'
import { branchOf, crudResources, hasBranch } from '../../test/crud-resources.ts'
import { crudUses } from '../../test/crud-uses.ts'
import { bearerOf, sendWire } from '../../test/send-wire.ts'
import type { Wire } from '../../test/wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire) =>
  sendWire(test, endpoint, wire, await bearerOf(test, 'admin'))

let serial = 0

/**
 * Rounds of the race between two updates, by table. One implementation updates every CRUD entity, so
 * courses represent most tables; the others have additional checks in the same transaction.
 */
const raceRounds: Readonly<Record<string, number>> = {
  course: 20,
  branch: 3,
  evaluate: 3,
  promotion: 3,
  role: 3,
}

it('tests every CRUD entity of the contract', () => {
  // Applications and entries of the books, which are cancelled, and employees, their monthly items, rates for work, sums of a year, own events and views of lists, which
  // have rules of their own, are not CRUD entities.
  const deletePaths = everyEndpoint
    .filter(
      ({ path, method }) =>
        /^(?!(user|calendar-event|list-view|income|expenses|list-payrollListUser|payroll\/work-rate|payroll\/opening)\/).*\/delete$/.test(
          path,
        ) && method === 'DELETE',
    )
    .map((endpoint) => endpoint.path)
  expect(crudResources.map(({ api }) => api.delete.path).toSorted()).toEqual(deletePaths.toSorted())
  const referenced = entityList.flatMap(([, { references = {} }]) =>
    Object.values(references).map(({ entity }) => entity),
  )
  expect(Object.keys(crudUses)).toEqual(expect.arrayContaining(referenced))
  const tables = crudResources.map(({ table }) => table)
  expect(tables).toEqual(expect.arrayContaining(Object.keys(raceRounds)))
})

describe.each(crudResources)('$table', (resource) => {
  const { api, table, nameField, changes, required, completed, bahtField } = resource
  const use = crudUses[table]
  const { idName } = api
  const body = (n: number): Wire => ({
    ...resource.body(n),
    ...branchOf(resource, test.school.branch.KKN),
  })
  const fields = Object.keys(api.fields.shape)
  const takesNull = (name: string) => z.safeParse(api.fields.shape[name], null).success
  const create = async (values: Wire = {}): Promise<Wire> => {
    const answer = await send(api.create, { ...body(++serial), ...values })
    expect(answer.body).toMatchObject({ status: 'success' })
    return answer.body.data
  }
  const get = async (row: Wire): Promise<Wire> =>
    (await send(api.get, { [idName]: row[idName] })).body.data
  const fullInput = (row: Wire, values: Wire = {}): Wire => ({
    ...Object.fromEntries(fields.map((name) => [name, row[name]])),
    [idName]: row[idName],
    version: row['version'],
    ...values,
  })
  const readStored = async (row: Wire) => {
    const { rows } = await sql<Wire>`
      select * from ${sql.table(table)} where ${sql.ref(idName)} = ${row[idName]}`.execute(test.db)
    return rows[0] ?? {}
  }
  const trail = async (row: Wire) => {
    const { rows } = await sql<Wire>`
      select call, user_id, before, after from audit_log
      where entity = ${table} and entity_id = ${String(row[idName])} order by audit_id`.execute(
      test.db,
    )
    return rows
  }
  const state = async () => ({
    rows: (await sql`select * from ${sql.table(table)} order by 1`.execute(test.db)).rows,
    trail: (await sql`select count(*) from audit_log`.execute(test.db)).rows,
  })
  /** Sends a call that must be refused, and expects unchanged rows and audit trail. */
  const sendRefused = async (endpoint: Endpoint, wire: Wire) => {
    const before = await state()
    const answer = await send(endpoint, wire)
    expect(await state()).toEqual(before)
    expect(answer.body).toMatchObject({ status: 'error', message: expect.stringMatching(/[ก-๙]/) })
    return answer
  }

  it('answers with the written values', async () => {
    const wire = body(++serial)
    const created = await create(wire)
    expect(created).toMatchObject({ ...wire, version: 1 })
    expect(await get(created)).toEqual(created)
  })

  it('fills omitted fields with the defaults of the contract', async () => {
    const wire = body(++serial)
    const requiredOnly = Object.fromEntries(required.map((name) => [name, wire[name]]))
    const answer = await send(api.create, requiredOnly)
    const withDefaults = Object.entries(z.encode(api.fields, api.fields.parse(requiredOnly)))
    expect(answer.body.data).toMatchObject(
      Object.fromEntries(withDefaults.filter(([name]) => !completed.includes(name))),
    )
    for (const name of required) {
      const { [name]: _, ...rest } = requiredOnly
      const { status, body: error } = await sendRefused(api.create, rest)
      expect([status, error.errors[0].path]).toEqual([400, name])
    }
  })

  it('stores null where the contract allows it', async () => {
    for (const name of fields.filter((field) => takesNull(field) && !completed.includes(field))) {
      expect(await create({ [name]: null })).toMatchObject({ [name]: null })
    }
  })

  it('refuses null in other fields and names the field', async () => {
    for (const name of fields.filter((field) => !takesNull(field))) {
      const answer = await sendRefused(api.create, { ...body(++serial), [name]: null })
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, name])
    }
  })

  it('updates every field and increments the version', async () => {
    const other = await create()
    const created = await create()
    const wire = fullInput(created, changes(++serial))
    const updated = (await send(api.update, wire)).body.data
    expect(updated).toMatchObject({ ...wire, createdAt: created['createdAt'], version: 2 })
    expect(await get(created)).toEqual(updated)
    expect(await get(other)).toEqual(other)
  })

  it('refuses a version other than the current one', async () => {
    const created = await create()
    await send(api.update, fullInput(created))
    for (const version of [1, 3]) {
      const update = await sendRefused(
        api.update,
        fullInput(created, { ...changes(++serial), version }),
      )
      const remove = await sendRefused(api.delete, { [idName]: created[idName], version })
      expect([update.status, update.body.code]).toEqual([409, 'CONFLICT'])
      expect([remove.status, remove.body.code]).toEqual([409, 'CONFLICT'])
    }
  })

  it('refuses every column that users may not write, and names it', async () => {
    const created = await create()
    const columns = Object.keys(await readStored(created))
    const writable = new Set(fields)
    const readOnly = [...columns.filter((name) => !writable.has(name)), 'branch_name', 'nobody']
    expect(readOnly).toEqual(expect.arrayContaining([idName, 'version', 'is_delete', 'createdAt']))
    for (const name of readOnly) {
      const onCreate = await sendRefused(api.create, { ...body(++serial), [name]: 1 })
      expect([onCreate.status, onCreate.body.errors[0].path]).toEqual([400, name])
      if (name === idName || name === 'version') continue
      const onUpdate = await sendRefused(
        api.update,
        fullInput(created, { ...changes(serial), [name]: 1 }),
      )
      expect([onUpdate.status, onUpdate.body.errors[0].path]).toEqual([400, name])
    }
  })

  it('marks the row as deleted, and answers 404 the second time', async () => {
    const created = await create()
    const wire = { [idName]: created[idName], version: 1 }
    expect((await send(api.delete, wire)).body.data).toEqual({ [idName]: created[idName] })
    expect(await readStored(created)).toMatchObject({ is_delete: true })
    const list = await send(api.gettable, { perPage: 100, text: created[nameField] })
    expect(list.body.data.map((row: Wire) => row[idName])).not.toContain(created[idName])
    expect((await send(api.get, { [idName]: created[idName] })).status).toBe(404)
    expect((await sendRefused(api.delete, { ...wire, version: 2 })).status).toBe(404)
    expect((await sendRefused(api.update, fullInput(created, { version: 2 }))).status).toBe(404)
  })

  it.runIf(use)('is not deleted while in use; the answer names the rows that use it', async () => {
    const created = await create()
    await use?.(test, created)
    const { version } = await get(created)
    const answer = await sendRefused(api.delete, { [idName]: created[idName], version })
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE'])
    expect(answer.body.message).toMatch(/^ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: [ก-๙]+ 1 (รายการ|คน) \(.+\)$/)
  })

  it.runIf(hasBranch(resource))('prevents the deletion of its branch', async () => {
    const branches = crudResources.find((candidate) => candidate.table === 'branch')
    const { data } = (await send(branch.create, branches?.body(++serial) ?? {})).body
    const { branch_id, version } = data
    const created = await create({ branch_id })
    const answer = await sendRefused(branch.delete, { branch_id, version })
    const { shortName, name }: Entity = api.entity
    const used = `${listLabel(api.entity)} 1 รายการ (${created[shortName ?? name[0] ?? '']})`
    expect(answer.body.message).toBe(`ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: ${used}`)
  })

  it('has no nullable text column for a field that refuses null', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = ${table} and table_schema = 'public'
        and data_type = 'text' and is_nullable = 'YES'`.execute(test.db)
    const nullable = new Set(rows.map(({ name }) => name))
    expect(fields.filter((name) => nullable.has(name) && !takesNull(name))).toEqual([])
  })

  it('writes audit rows with user and values before and after', async () => {
    const user_id = test.school.userId('admin')
    const created = await create()
    const name = `ชื่ออื่น ${++serial}`
    await send(api.update, fullInput(created, { [nameField]: name }))
    await send(api.delete, { [idName]: created[idName], version: 2 })
    const path = (verb: string) => api.create.path.replace('create', verb)
    expect(await trail(created)).toMatchObject([
      {
        call: `POST ${path('create')}`,
        user_id,
        before: null,
        after: { [nameField]: created[nameField] },
      },
      { call: `PUT ${path('update')}`, user_id },
      { call: `DELETE ${path('delete')}`, user_id, before: { [nameField]: name }, after: null },
    ])
    const [, update] = await trail(created)
    expect(update).toMatchObject({
      before: { [nameField]: created[nameField] },
      after: { [nameField]: name },
    })
    expect(Object.keys(update?.['after'] as Wire)).toEqual([nameField])
  })

  it('answers an unknown id with 404 and an invalid one with 400', async () => {
    const created = await create()
    for (const id of [
      0,
      -1,
      1.5,
      'x',
      2_000_000_000,
      99_999_999_999,
      '9007199254740993',
      '1 or 1',
    ]) {
      const wire = { [idName]: id }
      for (const answer of [
        await sendRefused(api.get, wire),
        await sendRefused(api.update, fullInput(created, wire)),
        await sendRefused(api.delete, { ...wire, version: 1 }),
      ]) {
        expect([id, answer.body.code]).toEqual([
          id,
          expect.stringMatching(/^(VALIDATION|NOT_FOUND)$/),
        ])
      }
    }
    expect((await send(api.get, { [idName]: 2_000_000_000 })).status).toBe(404)
  })

  it('refuses text that cannot be stored', async () => {
    const created = await create()
    const name = 'ศูนย์\u0000กลาง'
    expect((await sendRefused(api.create, { ...body(++serial), [nameField]: name })).status).toBe(
      400,
    )
    expect((await sendRefused(api.update, fullInput(created, { [nameField]: name }))).status).toBe(
      400,
    )
    expect((await send(api.gettable, { text: '\u0000' })).status).toBe(400)
  })

  it.runIf(bahtField)(
    'accepts amounts of up to two decimals, and refuses negative ones',
    async () => {
      const field = String(bahtField)
      for (const [value, message] of [
        [10.001, /^กรุณากรอกจำนวนเงินไม่เกินทศนิยม 2 ตำแหน่ง$/],
        [-1, /ไม่ติดลบ|มากกว่า 0/],
        ['100', /^กรุณากรอกเป็นตัวเลข$/],
        [1e300, /^(จำนวนเงินต้องไม่เกิน|ข้อมูลไม่ถูกต้อง)/],
      ] as const) {
        const answer = await sendRefused(api.create, { ...body(++serial), [field]: value })
        expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
        expect(answer.body.errors[0].message).toMatch(message)
      }
      expect(await create({ [field]: 19.99 })).toMatchObject({ [field]: 19.99 })
    },
  )

  it.runIf(raceRounds[table])('accepts one of two concurrent updates of one version', async () => {
    const rounds = raceRounds[table] ?? 0
    let row = await create()
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(
        ['ก', 'ข'].map((name) =>
          send(api.update, fullInput(row, { [nameField]: `${name} ${round}` })),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const winner = answers.find(({ status }) => status === 200)
      row = await get(row)
      expect(row).toEqual(winner?.body.data)
    }
    expect(row).toMatchObject({ version: rounds + 1 })
    expect(await trail(row)).toHaveLength(rounds + 1)
  })
})
