/** SQL about employees. */
import { maskIdCard } from '@khapdee/domain/id-card'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { every } from '../../kernel/list.ts'
import { uploadLink } from '../file/upload-link.ts'
import { isAdministrative } from '../role/administrators.ts'

/**
 * The people whom the caller sees: those at home in his branches. Who works for the whole school is
 * nobody's but of those who see all of it.
 */
export function visiblePeople(ctx: UserContext): RawBuilder<SqlBool> {
  const isLocal = sql<SqlBool>`
    not exists (select from role r where r.role_id = t.role_id and r.all_branches)`
  return every([ctx.scope.visible('app_user', 't'), ...(ctx.actor.all_branches ? [] : [isLocal])])
}

export const employeeColumns = (ctx: UserContext) => sql`
  t.*, t.is_active as is_activate, r.name as role_name, b.name as branch_name,
  array(select ub.branch_id from user_branch ub
    where ub.user_id = t.user_id and ub.branch_id = any(${[...ctx.scope.branchIds]}::int[])
    order by ub.branch_id) as branches`

export const employeeTables = sql`
  app_user t join role r on r.role_id = t.role_id join branch b on b.branch_id = t.branch_id`

/** His photo as a link that the caller may open. */
export const withPhotoLink = <Row extends { photo: number | null }>(
  ctx: UserContext,
  row: Row,
) => ({
  ...row,
  photo_link: row.photo === null ? null : uploadLink(ctx, row.photo),
})

interface Stored {
  user_id: number
  username: string
  role_id: number
  branch_id: number
  is_activate: boolean
  branches: number[]
  photo: number | null
  version: number
}

/** Everything but his pay. */
export async function readPerson(ctx: UserContext, userId: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select ${employeeColumns(ctx)} from ${employeeTables}
    where t.user_id = ${userId} and ${visiblePeople(ctx)}`.execute(ctx.tx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** What he is paid, with the ID number as it is stored; nothing where nothing was written. */
export const readSalary = (ctx: UserContext, userId: number) =>
  ctx.tx.selectFrom('user_salary').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** His record as the wire shows it; pay, bank and ID number to whom they may be shown. */
export async function readEmployee(ctx: UserContext, userId: number) {
  const person = withPhotoLink(ctx, await readPerson(ctx, userId))
  if (!ctx.may('user.view-salary')) return person
  const { idcard = '', ...salary } = (await readSalary(ctx, userId)) ?? noSalary
  return { ...person, ...salary, masked_idcard: maskIdCard(idcard) }
}

/** What is read of whom no pay was written for. */
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
}

/**
 * Locks somebody for a change.
 * @throws NOT_FOUND when the caller does not see him; FORBIDDEN when he is an administrator and the
 *   caller is none
 */
export async function lockPerson(ctx: UserContext, userId: number): Promise<Stored> {
  await sql`
    select from app_user t where t.user_id = ${userId} and ${visiblePeople(ctx)} for update`.execute(
    ctx.tx,
  )
  const person = await readPerson(ctx, userId)
  const isAbove =
    person.role_id !== ctx.actor.role_id &&
    (await isAdministrative(ctx, person.role_id)) &&
    !(await isAdministrative(ctx, ctx.actor.role_id))
  if (isAbove) throw forbidden()
  return person
}
