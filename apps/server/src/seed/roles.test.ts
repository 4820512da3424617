import { allPermissions, defaultRoles } from '@khapdee/domain/permissions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestServices } from '../../test/services.ts'
import { seedRoles } from './roles.ts'

let test: Awaited<ReturnType<typeof openTestServices>>
beforeEach(async () => {
  test = await openTestServices()
})
afterEach(() => test.close())

/** Roles with their permissions, by key. */
async function storedRoles() {
  const { db } = test.services
  const roles = await db
    .selectFrom('role')
    .select(['role_id', 'key', 'name', 'all_branches', 'may_self_decide'])
    .execute()
  const grants = await db.selectFrom('role_permission').selectAll().execute()
  return new Map(
    roles.map(({ role_id, key, ...role }) => [
      key,
      {
        ...role,
        permissions: grants
          .filter((grant) => grant.role_id === role_id)
          .map(({ permission }) => permission)
          .toSorted(),
      },
    ]),
  )
}

const expected = new Map(
  defaultRoles.map(({ key, permissions, ...role }) => [
    key,
    { ...role, permissions: permissions.toSorted() },
  ]),
)

const revoke = (key: string, permission: string) =>
  test.services.db
    .deleteFrom('role_permission')
    .where('permission', '=', permission)
    .where('role_id', '=', (eb) => eb.selectFrom('role').select('role_id').where('key', '=', key))
    .execute()

describe('seedRoles', () => {
  it('adds the default roles to an empty database', async () => {
    await seedRoles(test.services.db)
    expect(await storedRoles()).toEqual(expected)
  })

  it('adds each role once when two servers start at the same time, or start again', async () => {
    const { db } = test.services
    await Promise.all([seedRoles(db), seedRoles(db), seedRoles(db)])
    await seedRoles(db)
    expect(await storedRoles()).toEqual(expected)
  })

  it('does not change a role that the school has edited', async () => {
    const { db } = test.services
    await seedRoles(db)
    await revoke('cashier', 'customer.reveal')
    await db.updateTable('role').set({ name: 'การเงิน' }).where('key', '=', 'cashier').execute()
    await seedRoles(db)
    const cashier = (await storedRoles()).get('cashier')
    expect(cashier?.name).toBe('การเงิน')
    expect(cashier?.permissions).not.toContain('customer.reveal')
  })

  it('adds a role that is missing', async () => {
    const { db } = test.services
    await seedRoles(db)
    await db.deleteFrom('role').where('key', '=', 'examiner').execute()
    await seedRoles(db)
    expect(await storedRoles()).toEqual(expected)
  })

  it('does not restore a role that the school has deleted or whose name another role has', async () => {
    const { db } = test.services
    await seedRoles(db)
    await db.updateTable('role').set({ is_delete: true }).where('key', '=', 'examiner').execute()
    await db.deleteFrom('role').where('key', '=', 'instructor').execute()
    await db.insertInto('role').values({ name: 'ครูฝึก' }).execute()
    const before = await storedRoles()
    await seedRoles(db)
    expect(await storedRoles()).toEqual(before)
  })

  it('gives the administrator permissions that an update added', async () => {
    const { db } = test.services
    await seedRoles(db)
    await revoke('admin', 'course.delete')
    await seedRoles(db)
    expect((await storedRoles()).get('admin')?.permissions).toEqual(allPermissions.toSorted())
  })
})
