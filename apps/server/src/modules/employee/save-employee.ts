/** Creating and changing an employee. Source: product specification, sections 2 and 9. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { employee, employeeFields, salaryFieldNames } from '@khapdee/contract/entities/employee'
import { titleOf } from '@khapdee/contract/field-meta'
import type { Day } from '@khapdee/domain/thai-date'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  AppError,
  conflict,
  duplicate,
  forbidden,
  invalid,
  violatedConstraint,
} from '../../kernel/errors.ts'
import { attachImage } from '../file/attach-file.ts'
import { assertAdministratorRemains } from '../role/administrators.ts'
import { assertNotGuessable, hashPassword, makePassword } from '../user/passwords.ts'
import { endSessions } from '../user/sessions.ts'
import {
  lockPerson,
  noSalary,
  readEmployee,
  readSalary,
  seesTerms,
  wholeClaim,
} from './read-employee.ts'
import { storeEmployment, storeTerms } from './record-terms.ts'
import {
  assertCanAssignRole,
  assertCanManageAccount,
  changedAccountField,
  isActiveAccount,
} from './role-limits.ts'

type Fields = Omit<InputOf<typeof employee.create>, 'password'>
type SalaryName = (typeof salaryFieldNames)[number]
type Salary = { [Name in SalaryName]?: NonNullable<Fields[Name]> }

/**
 * Splits the input into the row of the user, the salary fields that were sent, and the additional
 * branches.
 */
function splitInput({ branches, is_activate, ...fields }: Fields) {
  const given = salaryFieldNames.filter((name) => fields[name] !== undefined)
  const salary = Object.fromEntries(given.map((name) => [name, fields[name]])) as Salary
  const person = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !salaryFieldNames.some((other) => other === name)),
  ) as Omit<typeof fields, SalaryName>
  const additionalBranches = [...new Set(branches)].filter((id) => id !== fields.branch_id)
  const is_active = isActiveAccount({ is_activate, status: fields.status })
  return {
    person: { ...person, is_active },
    salary,
    branches: additionalBranches.toSorted((a, b) => a - b),
  }
}

type Parts = ReturnType<typeof splitInput>

function assertMayWrite(ctx: UserContext, { person, salary, branches }: Parts): void {
  for (const branchId of [person.branch_id, ...branches]) ctx.scope.assertWritable(branchId)
  if (Object.keys(salary).length > 0 && !ctx.may('user.view-salary')) throw forbidden()
}

async function mapUniqueViolation<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) === 'app_user_username_key') {
      throw duplicate('username', titleOf(employeeFields, 'username'))
    }
    throw error
  }
}

/**
 * Replaces the additional branches of a user; branches that the caller does not see stay unchanged.
 */
async function writeBranches(
  ctx: UserContext,
  user_id: number,
  branches: readonly number[],
): Promise<void> {
  await ctx.tx
    .deleteFrom('user_branch')
    .where('user_id', '=', user_id)
    .where('branch_id', 'in', [...ctx.scope.branchIds])
    .execute()
  if (branches.length === 0) return
  await ctx.tx
    .insertInto('user_branch')
    .values(branches.map((branch_id) => ({ user_id, branch_id })))
    .execute()
}

/**
 * Stores the salary fields that were sent. They are audited as a separate entity, whose values the
 * audit trail hides.
 * @returns whether any of them changed
 */
async function writeSalary(ctx: UserContext, userId: number, given: Salary): Promise<boolean> {
  const { idcard, ...rest } = given
  // Forms only get the masked number, so an empty one means no change.
  const values: Salary = { ...rest, ...(idcard && { idcard }) }
  if (Object.keys(values).length === 0) return false
  const stored = (await readSalary(ctx, userId)) ?? noSalary
  const before = { ...stored, tax_allowances: wholeClaim(stored.tax_allowances) }
  const changes = changesOf(before, values)
  if (Object.keys(changes.after).length === 0) return false
  await ctx.tx
    .insertInto('user_salary')
    .values({ user_id: userId, ...values })
    .onConflict((found) => found.column('user_id').doUpdateSet(values))
    .execute()
  ctx.audit({ entity: 'user_salary', id: userId, ...changes })
  return true
}

const datesOf = (person: { start_date: string | null; end_date: string | null }) =>
  person as { start_date: Day | null; end_date: Day | null }

export const registerEmployee = command(
  employee.create,
  async (ctx, { password, ...fields }) => {
    const parts = splitInput(fields)
    const { person, salary, branches } = parts
    assertMayWrite(ctx, parts)
    await assertCanAssignRole(ctx, person.role_id)
    await attachImage(ctx, 'photo', person.photo, null)
    if (password !== '') assertNotGuessable(password, person.username, 'password')
    const first_password = password || makePassword()
    const { user_id } = await mapUniqueViolation(
      ctx.tx
        .insertInto('app_user')
        .values({
          ...person,
          password_hash: await hashPassword(first_password),
          must_change_password: true,
        })
        .returning('user_id')
        .executeTakeFirstOrThrow(),
    )
    await writeBranches(ctx, user_id, branches)
    ctx.audit({ entity: 'app_user', id: user_id, after: { ...person, branches } })
    await writeSalary(ctx, user_id, salary)
    await storeEmployment(ctx, user_id, datesOf(person), null)
    await storeTerms(ctx, user_id, datesOf(person).start_date ?? undefined)
    const data = await readEmployee(ctx, user_id)
    // The contract's enums are narrower than the text columns; check constraints guarantee the values.
    return { message: answerMessages.added, data: { ...data, first_password } as never }
  },
  {
    changesAccess: true,
    // The first password is shown once and not stored, so a replayed answer does not have it.
    replayAnswer: (answer) => ({ ...answer, data: { ...answer.data, first_password: '' } }),
  },
)

function assertNewUsername(username: string): void {
  const [issue] = employeeFields.username.safeParse(username).error?.issues ?? []
  if (issue !== undefined) throw invalid([{ path: 'username', message: issue.message }])
}

/** Refuses to deactivate or delete the caller's own account. @throws ONESELF */
export function assertNotOneself(ctx: UserContext, userId: number): void {
  if (userId !== ctx.actor.user_id) return
  throw new AppError('ONESELF', 'ปิดใช้งานหรือลบบัญชีของตนเองไม่ได้', 409)
}

export const updateEmployee = command(
  employee.update,
  async (ctx, { user_id, version, pay_from, ...fields }) => {
    const stored = await lockPerson(ctx, user_id)
    if (stored.version !== version) throw conflict()
    const parts = splitInput(fields)
    const { person, salary, branches } = parts
    assertMayWrite(ctx, parts)
    if (Object.keys(salary).length > 0 && !(await seesTerms(ctx, user_id))) throw forbidden()
    if (changedAccountField(stored, fields) !== null) {
      await assertCanManageAccount(ctx, stored.role_id)
    }
    if (person.role_id !== stored.role_id) await assertCanAssignRole(ctx, person.role_id)
    await attachImage(ctx, 'photo', person.photo, stored.photo)
    // User names that are older than the current rules stay valid.
    if (person.username !== stored.username) assertNewUsername(person.username)
    const isDeactivated = stored.is_activate && !person.is_active
    if (isDeactivated) assertNotOneself(ctx, user_id)
    await mapUniqueViolation(
      ctx.tx
        .updateTable('app_user')
        .set({ ...person, version: version + 1, updatedAt: sql`now()` })
        .where('user_id', '=', user_id)
        .execute(),
    )
    await writeBranches(ctx, user_id, branches)
    if (isDeactivated) await endSessions(ctx, { userId: user_id }, 'deactivated')
    if (isDeactivated || person.role_id !== stored.role_id) await assertAdministratorRemains(ctx)
    ctx.audit({
      entity: 'app_user',
      id: user_id,
      ...changesOf({ ...stored, is_active: stored.is_activate }, { ...person, branches }),
    })
    const pay = await writeSalary(ctx, user_id, salary)
    await storeEmployment(ctx, user_id, datesOf(person), datesOf(stored))
    const isTransferred =
      person.branch_id !== stored.branch_id || person.position !== stored.position
    if (pay || isTransferred || pay_from != null)
      await storeTerms(ctx, user_id, pay_from ?? undefined)
    // Cast as in `registerEmployee`.
    return { message: answerMessages.changed, data: (await readEmployee(ctx, user_id)) as never }
  },
  { changesAccess: true },
)
