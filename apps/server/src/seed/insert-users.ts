/** Inserts the demo school's employees. */
import { personName } from '@khapdee/domain/person-name'
import type { Day } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Actor } from '../kernel/access.ts'
import { storeEmployment, storeFirstTerms } from '../modules/employee/record-terms.ts'
import { demoPassword, hashPassword } from '../modules/user/passwords.ts'
import { demoBranches } from './demo-branches.ts'
import { insertLeaves } from './demo-days.ts'
import { earlierEmployment, generateEmployee } from './demo-employees.ts'
import { licencesOf } from './demo-licences.ts'
import { demoOtherStaff, demoUsers } from './demo-staff.ts'
import type { Timestamps } from './insert-school.ts'
import { createLookup } from './create-lookup.ts'

async function readRoles(tx: Kysely<DB>) {
  const roles = await tx
    .selectFrom('role')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('role_permission')
        .whereRef('role_permission.role_id', '=', 'role.role_id')
        .select((inner) => inner.fn<string[]>('array_agg', ['permission']).as('permissions'))
        .as('permissions'),
    )
    .execute()
  return createLookup(
    roles.flatMap((role) => (role.key === null ? [] : [[role.key, role] as const])),
  )
}

/** @returns a function from a user name to its actor */
export async function insertUsers(
  tx: Kysely<DB>,
  branchIdOf: (code: string) => number,
  today: Day,
  timestamps: Timestamps,
): Promise<(username: string) => Actor> {
  const roleOf = await readRoles(tx)
  // One hash for all users, who share the password, because hashing is slow by design.
  const password_hash = await hashPassword(demoPassword)
  const employees = [...demoUsers, ...demoOtherStaff].map((user, serial) => ({
    user,
    ...generateEmployee(user, serial, today),
  }))
  const inserted = await tx
    .insertInto('app_user')
    .values(
      employees.map(({ user: { role, branch, ...user }, person }) => ({
        ...user,
        ...person,
        role_id: roleOf(role).role_id,
        branch_id: branchIdOf(branch),
        password_hash,
        ...timestamps,
      })),
    )
    .returning(['username', 'user_id'])
    .execute()
  const userIdOf = createLookup(inserted.map(({ username, user_id }) => [username, user_id]))
  await tx
    .insertInto('user_salary')
    .values(employees.map(({ user, salary }) => ({ user_id: userIdOf(user.username), ...salary })))
    .execute()
  for (const { user, person } of employees) {
    const user_id = userIdOf(user.username)
    const earlier = earlierEmployment(user, person.start_date)
    if (earlier !== null) await storeEmployment({ tx }, user_id, earlier, null)
    await storeEmployment({ tx }, user_id, person, earlier)
    await storeFirstTerms(tx, user_id, person.start_date)
  }
  await tx
    .insertInto('user_licence')
    .values(
      employees.flatMap(({ user }, serial) =>
        licencesOf(user, serial, today).map((licence) => ({
          user_id: userIdOf(user.username),
          ...licence,
        })),
      ),
    )
    .execute()
  await insertLeaves(tx, userIdOf, today)
  return createLookup(
    demoUsers.map(({ username, prefix, fname, sname, role, branch }) => {
      const { role_id, all_branches, may_self_decide, permissions } = roleOf(role)
      const branch_id = branchIdOf(branch)
      const actor: Actor = {
        user_id: userIdOf(username),
        // The demo's applications are created without a session.
        session_id: '',
        username,
        name: personName({ prefix, fname, sname }),
        role_id,
        permissions: new Set(permissions),
        all_branches,
        may_self_decide,
        must_change_password: false,
        branch_id,
        branches: demoBranches
          .filter(({ code }) => all_branches || code === branch)
          .map(({ code, name }) => ({ branch_id: branchIdOf(code), code, name })),
        access_version: 0,
      }
      return [username, actor]
    }),
  )
}
