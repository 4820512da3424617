import type { InputOf } from '@khapdee/contract/endpoint'
import { course } from '@khapdee/contract/entities/course'
import { role } from '@khapdee/contract/entities/role'
import { type Permission, allPermissions } from '@khapdee/domain/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeBranchAdmin } from '../../../test/make/branch-admin.ts'
import { bearer, openSession } from '../../../test/session.ts'
import { buildApp } from '../../app.ts'
import { createAccess } from '../../kernel/access.ts'
import { listenForChanges } from '../../kernel/change-listener.ts'
import { apiBase } from '../../kernel/mount.ts'
import { commands } from '../index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

let roleCount = 0
type RoleInput = InputOf<typeof role.create>

const create = async (values: Partial<RoleInput> = {}) =>
  (await test.call(role.create, { name: `บทบาท ${++roleCount}`, ...values }, 'admin')).data

const byKey = async (key: string) => {
  const { role_id } = await test.db
    .selectFrom('role')
    .select('role_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return (await test.call(role.get, { role_id }, 'admin')).data
}

const get = async (role_id: number) => (await test.call(role.get, { role_id }, 'admin')).data

/** Updates a stored role with these values; the other fields stay the same. */
const update = async (role_id: number, values: Partial<RoleInput>, as = 'admin') => {
  const { name, detail, all_branches, may_self_decide, permissions, version } = await get(role_id)
  const stored = { name, detail, all_branches, may_self_decide, permissions, version }
  return test.call(role.update, { role_id, ...stored, ...values }, as)
}

const assign = async (username: string, role_id: number) => {
  await test.db.updateTable('app_user').set({ role_id }).where('username', '=', username).execute()
  test.services.access.clearCache()
}

/** Assigns `manager.kkn` a role with the permissions to manage roles and the given ones. */
async function makeRoleManager(permissions: readonly Permission[] = ['course.view']) {
  const { role_id } = await create({
    permissions: ['role.view', 'role.create', 'role.update', 'role.delete', ...permissions],
  })
  await assign('manager.kkn', role_id)
}

describe('a role', () => {
  it('stores its permissions sorted and without duplicates', async () => {
    const made = await create({ permissions: ['course.view', 'branch.view', 'course.view'] })
    expect(made).toMatchObject({ permissions: ['branch.view', 'course.view'], users: 0, key: null })
  })

  it('cannot have an unknown permission or a name in use', async () => {
    const headers = bearer((await openSession(test, 'admin')).token)
    const strange = { name: 'แปลก', permissions: ['course.view', 'ship.sail'] }
    const answer = await test.raw('POST', role.create.path, strange, headers)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'permissions.1'])
    const twice = await test.call(role.create, { name: 'ผู้บริหาร' }, 'admin')
    expect(twice.body).toMatchObject({ code: 'DUPLICATE', errors: [{ path: 'name' }] })
  })

  it('can have the name of a deleted role', async () => {
    const { role_id, name, version } = await create()
    expect((await test.call(role.delete, { role_id, version }, 'admin')).status).toBe(200)
    expect((await test.call(role.create, { name }, 'admin')).status).toBe(200)
  })

  it('audits only the changed fields', async () => {
    const { role_id } = await create({ permissions: ['branch.view'] })
    await update(role_id, { permissions: ['course.view'] })
    const { before, after } = await test.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('call', '=', 'PUT role/update')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect({ before, after }).toEqual({
      before: { permissions: ['branch.view'] },
      after: { permissions: ['course.view'] },
    })
  })
})

describe('a change of a role', () => {
  it('takes effect with the next request of its users', async () => {
    const { role_id } = await create({ permissions: ['course.view'] })
    await assign('registrar.bpi', role_id)
    const listStatus = async () => (await test.call(course.gettable, {}, 'registrar.bpi')).status
    expect(await listStatus()).toBe(200)
    await update(role_id, { permissions: [] })
    expect(await listStatus()).toBe(403)
    await update(role_id, { permissions: ['course.view'] })
    expect(await listStatus()).toBe(200)
  })

  it('takes effect on other servers', async () => {
    const { role_id } = await create({ permissions: ['course.view'] })
    await assign('registrar.kkn', role_id)
    const changes = await listenForChanges(test.db, { url: test.url, report: () => {} })
    const access = createAccess(test.db, changes)
    const other = await buildApp({ ...test.services, access }, { commands })
    try {
      const headers = bearer((await openSession(test, 'registrar.kkn')).token)
      const url = `${apiBase}/${course.gettable.path}`
      const listStatus = async () =>
        (await other.inject({ method: 'GET', url, headers })).statusCode
      expect(await listStatus()).toBe(200)
      await update(role_id, { permissions: [] })
      await expect.poll(listStatus, { timeout: 10_000 }).toBe(403)
    } finally {
      await other.close()
      await changes.close()
    }
  })
})

describe('a user who may manage roles', () => {
  it('cannot grant a permission without having it', async () => {
    await makeRoleManager()
    const refused = await test.call(
      role.create,
      { name: 'สูงกว่า', permissions: ['course.view', 'payment.void'] },
      'manager.kkn',
    )
    expect(refused.body).toMatchObject({
      code: 'VALIDATION',
      message: 'ให้สิทธิ์ที่คุณไม่มีไม่ได้: การชำระเงิน: อนุมัติลบรายการชำระเงิน',
      errors: [{ path: 'permissions' }],
    })
    const equal = { name: 'เท่ากัน', permissions: ['course.view'] } satisfies Partial<RoleInput>
    expect((await test.call(role.create, equal, 'manager.kkn')).status).toBe(200)
  })

  it.each(['all_branches', 'may_self_decide'] as const)(
    'cannot grant %s without having it',
    async (flag) => {
      await makeRoleManager()
      const answer = await test.call(role.create, { name: flag, [flag]: true }, 'manager.kkn')
      expect(answer.body).toMatchObject({ code: 'VALIDATION', errors: [{ path: flag }] })
    },
  )

  it('cannot add permissions to their own role', async () => {
    await makeRoleManager()
    const { role_id } = await test.db
      .selectFrom('app_user')
      .select('role_id')
      .where('username', '=', 'manager.kkn')
      .executeTakeFirstOrThrow()
    const { permissions } = await get(role_id)
    const answer = await update(
      role_id,
      { permissions: [...permissions, 'application.refund'] },
      'manager.kkn',
    )
    expect(answer.status).toBe(400)
    expect((await get(role_id)).permissions).toEqual(permissions)
  })

  it.each([
    ['a permission', { permissions: ['payment.void', 'course.view'] as Permission[] }],
    ['access to all branches', { all_branches: true }],
    ['the right to decide own requests', { may_self_decide: true }],
  ])('cannot change or delete a role with %s that they lack', async (_, rights) => {
    await makeRoleManager()
    const stronger = await create(rights)
    const { role_id, version } = stronger
    const [reduced, renamed, removed] = [
      await update(
        role_id,
        { permissions: [], all_branches: false, may_self_decide: false },
        'manager.kkn',
      ),
      await update(role_id, { name: 'ชื่ออื่น' }, 'manager.kkn'),
      await test.call(role.delete, { role_id, version }, 'manager.kkn'),
    ]
    for (const { status, body } of [reduced, renamed, removed]) {
      expect([status, body.code]).toEqual([403, 'ROLE_ABOVE'])
      expect(body.message).toMatch(/^บทบาทนี้มีสิทธิ์ที่คุณไม่มี จึงแก้ไขหรือลบไม่ได้: [ก-๙]/)
    }
    expect(await get(role_id)).toEqual(stronger)
    const { name: _name, ...copied } = rights as Partial<RoleInput>
    const copy = await test.call(role.create, { name: 'สำเนา', ...copied }, 'manager.kkn')
    expect([copy.status, copy.body.code]).toEqual([400, 'VALIDATION'])
  })

  it('can change and delete a role with no more rights than their own', async () => {
    await makeRoleManager()
    const { role_id } = await create({ permissions: ['course.view'] })
    const reduced = await update(role_id, { permissions: [] }, 'manager.kkn')
    expect(reduced.data.permissions).toEqual([])
    const { version } = reduced.data
    expect((await test.call(role.delete, { role_id, version }, 'manager.kkn')).status).toBe(200)
  })
})

describe('the administrator role', () => {
  it('cannot lose a right', async () => {
    const { role_id, permissions } = await byKey('admin')
    expect(permissions).toEqual(allPermissions.toSorted())
    for (const values of [
      { permissions: permissions.filter((permission) => permission !== 'course.view') },
      { permissions: [] },
      { all_branches: false },
      { may_self_decide: false },
    ]) {
      expect((await update(role_id, values)).status).toBe(400)
    }
    expect((await update(role_id, { name: 'ผู้ดูแล' })).status).toBe(200)
  })

  it('cannot be deleted, not even without users', async () => {
    const { role_id, version } = await byKey('admin')
    const spare = await create({
      all_branches: true,
      may_self_decide: true,
      permissions: [...allPermissions],
    })
    await assign('owner', spare.role_id)
    await test.db
      .updateTable('app_user')
      .set({ is_delete: true })
      .where('role_id', '=', role_id)
      .execute()
    try {
      const answer = await test.call(role.delete, { role_id, version }, 'owner')
      expect([answer.status, answer.body.code]).toEqual([409, 'ADMIN_ROLE'])
    } finally {
      await test.db.updateTable('app_user').set({ is_delete: false }).execute()
      await assign('owner', (await byKey('owner')).role_id)
    }
  })
})

describe('the last user who can manage all rights', () => {
  /** Two administrative roles with one user each; the user `admin` is inactive. */
  async function twoRoles() {
    const values = { all_branches: true, permissions: [...allPermissions] }
    const [first, second] = [await create(values), await create(values)]
    await assign('owner', first.role_id)
    await assign('accountant', second.role_id)
    await test.db
      .updateTable('app_user')
      .set({ is_active: false })
      .where('username', '=', 'admin')
      .execute()
    test.services.access.clearCache()
    return [first, second] as const
  }
  async function restoreUsers() {
    await test.db.updateTable('app_user').set({ is_active: true }).execute()
    await assign('owner', (await byKey('owner')).role_id)
    await assign('accountant', (await byKey('accountant')).role_id)
  }
  /** Input that removes a permission, without which the role is not administrative. */
  const reducedInput = ({
    role_id,
    name,
    version,
  }: {
    role_id: number
    name: string
    version: number
  }) => ({
    role_id,
    name,
    version,
    all_branches: true,
    permissions: allPermissions.filter((permission) => permission !== 'role.update'),
  })

  /** The number of connections that wait for a lock. */
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db)
    return rows[0]?.count
  }

  it('keeps the rights when two administrative roles are reduced concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = await twoRoles()
      try {
        // The rows are locked until both calls wait, so that they continue at the same time.
        const { calls } = await test.db.transaction().execute(async (tx) => {
          await tx.selectFrom('role').select('role_id').forUpdate().execute()
          const started = [
            test.call(role.update, reducedInput(second), 'owner'),
            test.call(role.update, reducedInput(first), 'accountant'),
          ]
          await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2)
          return { calls: started }
        })
        const codes = (await Promise.all(calls)).map(({ status, body }) => body.code ?? status)
        expect(codes.toSorted()).toEqual([200, 'LAST_ADMINISTRATOR'])
      } finally {
        await restoreUsers()
      }
    }
  })

  it('must be active and see all branches', async () => {
    const [first, second] = await twoRoles()
    try {
      await test.db
        .updateTable('app_user')
        .set({ is_active: false })
        .where('username', '=', 'accountant')
        .execute()
      await makeBranchAdmin(test)
      const reduced = await test.call(role.update, reducedInput(first), 'owner')
      expect([reduced.status, reduced.body.code]).toEqual([409, 'LAST_ADMINISTRATOR'])
      const branchesOnly = {
        ...reducedInput(first),
        permissions: [...allPermissions],
        all_branches: false,
      }
      const withoutAudit = branchesOnly.permissions.filter(
        (permission) => permission !== 'audit.view',
      )
      const narrowed = await test.call(
        role.update,
        { ...branchesOnly, permissions: withoutAudit },
        'owner',
      )
      expect(narrowed.body.code).toBe('LAST_ADMINISTRATOR')
      // No active user has this role any more.
      expect((await test.call(role.update, reducedInput(second), 'owner')).status).toBe(200)
    } finally {
      await restoreUsers()
    }
  })
})

describe('a role in use', () => {
  it('cannot be deleted, and the message lists its users', async () => {
    const { role_id, version } = await byKey('cashier')
    const answer = await test.call(role.delete, { role_id, version }, 'admin')
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE'])
    expect(answer.body.message).toBe(
      'ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: พนักงาน 2 คน (เจ้าหน้าที่การเงิน ขอนแก่น, เจ้าหน้าที่การเงิน บ้านไผ่)',
    )
    const { data } = await test.call(role.people, { role_id }, 'admin')
    expect(data.map(({ username }) => username).toSorted()).toEqual(['cashier.bpi', 'cashier.kkn'])
  })

  it('lists only users that the caller may see', async () => {
    const { role_id, version, permissions } = await byKey('cashier')
    await makeRoleManager(permissions)
    const answer = await test.call(role.delete, { role_id, version }, 'manager.kkn')
    expect(answer.body.message).toBe(
      'ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: พนักงาน 2 คน (เจ้าหน้าที่การเงิน ขอนแก่น และอื่น ๆ)',
    )
    const { data } = await test.call(role.people, { role_id }, 'manager.kkn')
    expect(data.map(({ username }) => username)).toEqual(['cashier.kkn'])
  })

  it('lists at most five users', async () => {
    const { role_id, version } = await create()
    for (const branch of ['kkn', 'bpi']) {
      for (const job of ['cashier', 'instructor', 'examiner'])
        await assign(`${job}.${branch}`, role_id)
    }
    const answer = await test.call(role.delete, { role_id, version }, 'admin')
    expect(answer.body.message.split(', ')).toHaveLength(5)
    expect(answer.body.message).toMatch(/: พนักงาน 6 คน \(.* และอื่น ๆ\)$/)
  })

  it('cannot be deleted while a concurrent transaction assigns it', async () => {
    const { role_id, version } = await create()
    let deleted!: ReturnType<typeof test.call<typeof role.delete>>
    await test.db.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ role_id }).where('username', '=', 'hr').execute()
      deleted = test.call(role.delete, { role_id, version }, 'admin')
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect((await deleted).body.code).toBe('IN_USE')
  })

  it('returns 404 for the users of an unknown role', async () => {
    expect((await test.call(role.people, { role_id: 999_999 }, 'admin')).status).toBe(404)
  })
})
