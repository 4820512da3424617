/** Roles: what the people who have one may do. */
import { role } from '@khapdee/contract/entities/role'
import { describePermissions } from '@khapdee/domain/permission-labels'
import {
  type Permission,
  allPermissions,
  wholeSchoolPermissions,
} from '@khapdee/domain/permissions'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { usageOf } from '../catalogue.ts'
import { assertAdministratorRemains } from './administrators.ts'

interface Rights {
  all_branches: boolean
  may_self_decide: boolean
  permissions: readonly Permission[]
}

const none: Rights = { all_branches: false, may_self_decide: false, permissions: [] }

/** Nobody gives what he has not; what a role has already may stay. */
function assertOwnToGive({ actor }: UserContext, given: Rights, before: Rights): void {
  const foreign = given.permissions.filter(
    (permission) => !before.permissions.includes(permission) && !actor.permissions.has(permission),
  )
  const refuse = (path: string, what: string) =>
    invalid([{ path, message: `ให้สิทธิ์ที่คุณไม่มีไม่ได้: ${what}` }])
  if (foreign.length > 0) throw refuse('permissions', describePermissions(foreign))
  if (given.all_branches && !before.all_branches && !actor.all_branches) {
    throw refuse('all_branches', 'เห็นข้อมูลทุกสาขา')
  }
  if (given.may_self_decide && !before.may_self_decide && !actor.may_self_decide) {
    throw refuse('may_self_decide', 'อนุมัติรายการของตนเองได้')
  }
}

function assertFitsTogether({ all_branches, permissions }: Rights): void {
  const whole = permissions.filter((permission) => wholeSchoolPermissions.has(permission))
  if (all_branches || whole.length === 0) return
  const message = `สิทธิ์นี้ให้ได้เฉพาะบทบาทที่เห็นข้อมูลทุกสาขา: ${describePermissions(whole)}`
  throw invalid([{ path: 'permissions', message }])
}

/** The administrator holds everything, always; his role can only be given another name. */
function assertStaysAdministrator(given: Rights): void {
  const missing = allPermissions.filter((permission) => !given.permissions.includes(permission))
  if (missing.length === 0 && given.all_branches && given.may_self_decide) return
  const message = 'บทบาทผู้ดูแลระบบมีสิทธิ์ทุกอย่างเสมอ ลดสิทธิ์ไม่ได้'
  throw invalid([{ path: 'permissions', message }])
}

/** Who has the role, by name as far as the caller may know them. */
const peopleOf = (ctx: UserContext, id: number) =>
  usageOf(
    ctx,
    'พนักงาน',
    sql`select u.user_id as id,
        case when ${ctx.scope.visible('app_user', 'u')} then u.fname || ' ' || u.sname end as name
      from app_user u where u.role_id = ${id} and not u.is_delete`,
    'คน',
  )

const people = command(role.people, async (ctx, { role_id }) => {
  const found = await ctx.tx
    .selectFrom('role')
    .select('role_id')
    .where('role_id', '=', role_id)
    .where(ctx.scope.visible('role'))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const data = await ctx.tx
    .selectFrom('app_user as u')
    .innerJoin('branch as b', 'b.branch_id', 'u.branch_id')
    .select(['u.user_id', 'u.username', 'u.position', 'u.is_active', 'b.name as branch'])
    .select(sql<string>`u.prefix || u.fname || ' ' || u.sname`.as('name'))
    .where('u.role_id', '=', role_id)
    .where(ctx.scope.visible('app_user', 'u'))
    .orderBy('u.is_active', 'desc')
    .orderBy(sql`u.fname collate thai`)
    .orderBy('u.user_id')
    .execute()
  return { data }
})

export const roleCommands: Command[] = [
  ...crudCommands({
    api: role,
    table: 'role',
    search: ['name', 'detail'],
    sort: { name: 'thai', createdAt: 'plain' },
    shown: sql`(select count(*)::int from app_user u where u.role_id = t.role_id and not u.is_delete) as users`,
    elsewhere: {
      permissions: {
        // A permission that an update took out of the product is forgotten at the next change.
        read: sql`array(select p.permission from role_permission p
          where p.role_id = t.role_id and p.permission = any(${allPermissions}::text[])
          order by p.permission collate "C")`,
        async write(ctx, id, value) {
          await sql`delete from role_permission where role_id = ${id}`.execute(ctx.tx)
          await sql`
            insert into role_permission (role_id, permission)
            select ${id}::int, unnest(${value}::text[])`.execute(ctx.tx)
          await assertAdministratorRemains(ctx)
        },
      },
    },
    unique: { role_name: { field: 'name', label: 'ชื่อบทบาท' } },
    changesAccess: true,
    async check(ctx, values, before) {
      // The contract has checked what comes in; what is stored was checked when it came.
      const given = values as unknown as Rights
      const had = before === null ? none : (before as unknown as Rights)
      if (before?.['key'] === 'admin') assertStaysAdministrator(given)
      assertFitsTogether(given)
      assertOwnToGive(ctx, given, had)
    },
    async usedBy(ctx, id) {
      const { key } = await ctx.tx
        .selectFrom('role')
        .select('key')
        .where('role_id', '=', id)
        .executeTakeFirstOrThrow()
      if (key === 'admin') throw new AppError('ADMIN_ROLE', 'ลบบทบาทผู้ดูแลระบบไม่ได้', 409)
      return [await peopleOf(ctx, id)]
    },
  }),
  people,
]
