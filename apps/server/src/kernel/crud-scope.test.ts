import type { Endpoint } from '@khapdee/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { crudResources, hasBranch, mayBeShared } from '../../test/crud-resources.ts'
import { branchAdmin, makeBranchAdmin } from '../../test/make/branch-admin.ts'
import { bearerOf, sendWire } from '../../test/send-wire.ts'
import type { Wire } from '../../test/wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
  await makeBranchAdmin(test)
  await test.login(branchAdmin)
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire, as: string) =>
  sendWire(test, endpoint, wire, await bearerOf(test, as))

let serial = 0

describe.each(crudResources.filter(({ ofSchool }) => !ofSchool))(
  '$table of another branch',
  (resource) => {
    const { api, table, nameField, body, changes } = resource
    const { idName } = api
    /** Creates a record as the administrator, who sees every branch. A created branch is itself the other branch. */
    const create = async (branch_id: number | null): Promise<Wire> => {
      const values = { ...body(++serial), ...(hasBranch(resource) && { branch_id }) }
      return (await send(api.create, values, 'admin')).body.data
    }
    const fullInput = (row: Wire, values: Wire = {}): Wire => ({
      ...Object.fromEntries(Object.keys(api.fields.shape).map((name) => [name, row[name]])),
      [idName]: row[idName],
      version: row['version'],
      ...values,
    })
    const everything = async () => [
      (await sql`select * from ${sql.table(table)} order by 1`.execute(test.db)).rows,
      (await sql`select count(*) from audit_log`.execute(test.db)).rows,
    ]
    const refusalStatus = async (endpoint: Endpoint, wire: Wire) => {
      const before = await everything()
      const { status, body: answer } = await send(endpoint, wire, branchAdmin)
      expect(await everything()).toEqual(before)
      expect(answer).not.toHaveProperty('data')
      return status
    }
    const listed = async (query: Wire) =>
      (await send(api.gettable, { perPage: 100, ...query }, branchAdmin)).body

    it('is answered with 404 for reading and writing', async () => {
      const foreign = await create(test.school.branch.BPI)
      const id = { [idName]: foreign[idName] }
      expect(await refusalStatus(api.get, id)).toBe(404)
      expect(await refusalStatus(api.update, fullInput(foreign, changes(++serial)))).toBe(404)
      expect(await refusalStatus(api.delete, { ...id, version: 1 })).toBe(404)
      // A wrong version must not reveal that the record exists.
      expect(await refusalStatus(api.delete, { ...id, version: 7 })).toBe(404)
    })

    it('is neither in the list nor in its total, for any query', async () => {
      const foreign = await create(test.school.branch.BPI)
      const all = await listed({})
      const own = hasBranch(resource) ? sql`branch_id is null or branch_id` : sql`branch_id`
      const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from ${sql.table(table)}
      where not is_delete and (${own} = ${test.school.branch.KKN})`.execute(test.db)
      expect(all.meta.total).toBe(rows[0]?.total)
      expect(all.data.map((row: Wire) => row[idName])).not.toContain(foreign[idName])
      const byName = await listed({ text: foreign[nameField] })
      expect([byName.data, byName.meta.total]).toEqual([[], 0])
      const byBranch = await listed({ branch: test.school.branch.BPI })
      expect(JSON.stringify(byBranch)).not.toContain('บ้านไผ่')
      expect(all.filter.branch.map((option: Wire) => option['name'])).toEqual([
        'ทั้งหมด',
        'เมืองขอนแก่น',
      ])
    })

    it.runIf(hasBranch(resource))(
      'cannot be created, and no own record can be moved there',
      async () => {
        const { KKN, BPI } = test.school.branch
        const own = await create(KKN)
        expect(await refusalStatus(api.create, { ...body(++serial), branch_id: BPI })).toBe(404)
        expect(await refusalStatus(api.create, { ...body(++serial), branch_id: 999_999 })).toBe(404)
        expect(await refusalStatus(api.update, fullInput(own, { branch_id: BPI }))).toBe(404)
        expect(
          (await send(api.update, fullInput(own, changes(++serial)), branchAdmin)).status,
        ).toBe(200)
      },
    )

    it.runIf(mayBeShared(resource))(
      'can be read but not changed when it belongs to all branches',
      async () => {
        const { KKN } = test.school.branch
        const shared = await create(null)
        const own = await create(KKN)
        const id = { [idName]: shared[idName] }
        expect((await send(api.get, id, branchAdmin)).body.data).toEqual(shared)
        expect((await listed({ text: shared[nameField] })).meta.total).toBe(1)
        expect(await refusalStatus(api.update, fullInput(shared, changes(++serial)))).toBe(403)
        expect(await refusalStatus(api.delete, { ...id, version: 1 })).toBe(403)
        expect(await refusalStatus(api.create, { ...body(++serial), branch_id: null })).toBe(403)
        expect(await refusalStatus(api.update, fullInput(own, { branch_id: null }))).toBe(403)
        // Moving a shared record to one branch would remove it from the others.
        expect(await refusalStatus(api.update, fullInput(shared, { branch_id: KKN }))).toBe(403)
      },
    )
  },
)

describe('a user of two branches', () => {
  it('creates and deletes records in the second branch', async () => {
    const { BPI } = test.school.branch
    await test.db
      .insertInto('user_branch')
      .values({ user_id: test.school.userId('manager.kkn'), branch_id: BPI })
      .execute()
    for (const { api, body } of crudResources.filter(hasBranch)) {
      const values = { ...body(++serial), branch_id: BPI }
      const created = await send(api.create, values, 'manager.kkn')
      expect(created.body.data).toMatchObject(values)
      const { [api.idName]: id, version } = created.body.data
      const removed = await send(api.delete, { [api.idName]: id, version }, 'manager.kkn')
      expect(removed.status).toBe(200)
    }
  })
})
