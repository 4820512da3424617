/** Reads employees the caller may see, and locks them for changes. */
import { maskIdCard } from '@khapdee/domain/id-card'
import { type AllowanceClaim, noClaim } from '@khapdee/domain/payroll/tax'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { uploadLink } from '../file/upload-link.ts'
import { isAdministrative } from '../role/administrators.ts'
import { notAbove, withinOwnRights } from './role-limits.ts'

/**
 * The condition for the users `t` whom the caller sees: those whose home branch the caller works in.
 * Users with a role for the whole school are visible only to callers who see all branches.
 */
export function visiblePeople(ctx: UserContext): RawBuilder<SqlBool> {
  const isLocal = sql<SqlBool>`
    not exists (select from role r where r.role_id = t.role_id and r.all_branches)`
  return joinByAnd([
    ctx.scope.visible('app_user', 't'),
    ...(ctx.actor.all_branches ? [] : [isLocal]),
  ])
}

/**
 * All users `t` with the names of their role and branch, and those of their branches that the
 * caller sees.
 */
export const employeesWithNames = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('app_user as t')
    .innerJoin('role as r', 'r.role_id', 't.role_id')
    .innerJoin('branch as b', 'b.branch_id', 't.branch_id')
    .selectAll('t')
    .select(['t.is_active as is_activate', 'r.name as role_name', 'b.name as branch_name'])
    .select(withinOwnRights(ctx).as('is_manageable'))
    .select(
      sql<number[]>`array(select ub.branch_id from user_branch ub
        where ub.user_id = t.user_id and ub.branch_id = any(${[...ctx.scope.branchIds]}::int[])
        order by ub.branch_id)`.as('branches'),
    )

/** Adds a link to the photo that the caller may open. */
export const withPhotoLink = <Row extends { photo: number | null }>(
  ctx: UserContext,
  row: Row,
) => ({
  ...row,
  photo_link: row.photo === null ? null : uploadLink(ctx, row.photo),
})

/** One employee without their pay. @throws NOT_FOUND where the caller does not see them */
export async function readPerson(ctx: UserContext, userId: number) {
  const person = await employeesWithNames(ctx)
    .where('t.user_id', '=', userId)
    .where(visiblePeople(ctx))
    .executeTakeFirst()
  if (person === undefined) throw notFound()
  return person
}

/** The pay of an employee, with the unmasked ID number; undefined when none is stored. */
export const readSalary = (ctx: UserContext, userId: number) =>
  ctx.tx.selectFrom('user_salary').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** The condition for the users `t` whose terms of pay the caller sees, of those whom the caller sees at all. */
export const visibleTerms = (ctx: UserContext): RawBuilder<SqlBool> =>
  ctx.may('user.view-salary') ? notAbove(ctx) : sql<SqlBool>`false`

/** Whether the caller sees the terms of pay of an employee whom the caller sees. */
export async function seesTerms(ctx: UserContext, userId: number): Promise<boolean> {
  const found = await ctx.tx
    .selectFrom('app_user as t')
    .select('t.user_id')
    .where('t.user_id', '=', userId)
    .where(visibleTerms(ctx))
    .executeTakeFirst()
  return found !== undefined
}

/** Completes a stored claim of tax allowances, which omits the allowances that are not claimed. */
export const wholeClaim = (stored: unknown): AllowanceClaim => ({
  ...noClaim,
  ...(stored as Partial<AllowanceClaim>),
})

/** An employee in the wire format; pay, bank and ID number only for callers who may see them. */
export async function readEmployee(ctx: UserContext, userId: number) {
  const person = withPhotoLink(ctx, await readPerson(ctx, userId))
  if (!(await seesTerms(ctx, userId))) return person
  const { idcard = '', tax_allowances, ...salary } = (await readSalary(ctx, userId)) ?? noSalary
  return {
    ...person,
    ...salary,
    tax_allowances: wholeClaim(tax_allowances),
    masked_idcard: maskIdCard(idcard),
  }
}

/** The default pay, for an employee for whom none is stored. */
export const noSalary = {
  idcard: '',
  salary: 0,
  extra_salary: 0,
  sso_salary: 0,
  is_salary_daily: false,
  salary_pay_type: 'cash',
  bank: '',
  bank_acc: '',
  branch_branch: '',
  bank_account_type: 'savings',
  pay_as: 'employee',
  sso_member: true,
  ewf_exempt: false,
  pvd_rate: 0,
  tax_allowances: {},
}

/**
 * Locks an employee for a change.
 * @throws NOT_FOUND when the caller does not see them; FORBIDDEN when they are an administrator and
 *   the caller is not
 */
export async function lockPerson(ctx: UserContext, userId: number) {
  await ctx.tx
    .selectFrom('app_user as t')
    .select('t.user_id')
    .where('t.user_id', '=', userId)
    .where(visiblePeople(ctx))
    .forUpdate()
    .execute()
  const person = await readPerson(ctx, userId)
  const isProtected =
    person.role_id !== ctx.actor.role_id &&
    (await isAdministrative(ctx, person.role_id)) &&
    !(await isAdministrative(ctx, ctx.actor.role_id))
  if (isProtected) throw forbidden()
  return person
}
