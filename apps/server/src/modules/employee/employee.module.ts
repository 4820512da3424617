/** Employees of the school, who are also its users. */
import { employee } from '@khapdee/contract/entities/employee'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { assertAdministratorRemains } from '../role/administrators.ts'
import { endSessions } from '../user/sessions.ts'
import { lockPerson, readEmployee, readSalary, readPerson } from './read-employee.ts'
import { formLists } from './form-lists.ts'
import { leaveCommands } from './leave.ts'
import { licenceCommands } from './licences.ts'
import { listEmployees } from './list-employees.ts'
import { assertCanManageAccount } from './role-limits.ts'
import { assertNotOneself, registerEmployee, updateEmployee } from './save-employee.ts'
import { signInCommands } from './sign-in.ts'

// The contract's enums are narrower than the text columns; check constraints guarantee the values.
const get = command(employee.get, async (ctx, { user_id }) => ({
  data: (await readEmployee(ctx, user_id)) as never,
}))

const remove = command(
  employee.delete,
  async (ctx, { user_id, version }) => {
    const stored = await lockPerson(ctx, user_id)
    if (stored.version !== version) throw conflict()
    assertNotOneself(ctx, user_id)
    await assertCanManageAccount(ctx, stored.role_id)
    await ctx.tx
      .updateTable('app_user')
      .set({ is_delete: true, is_active: false, version: version + 1, updatedAt: sql`now()` })
      .where('user_id', '=', user_id)
      .execute()
    await endSessions(ctx, { userId: user_id }, 'deleted')
    await assertAdministratorRemains(ctx)
    const { username, role_id, branch_id } = stored
    ctx.audit({ entity: 'app_user', id: user_id, before: { username, role_id, branch_id } })
    return { message: answerMessages.deleted, data: { user_id } }
  },
  { changesAccess: true },
)

const reveal = command(employee.reveal, async (ctx, { user_id }) => {
  await readPerson(ctx, user_id)
  const { idcard = '' } = (await readSalary(ctx, user_id)) ?? {}
  if (idcard === '') throw notFound()
  ctx.audit({ entity: 'app_user', id: user_id, after: { revealed: 'idcard' } })
  return { data: { idcard } }
})

export const employeeCommands: Command[] = [
  registerEmployee,
  updateEmployee,
  remove,
  listEmployees,
  get,
  formLists,
  reveal,
  ...signInCommands,
  ...leaveCommands,
  ...licenceCommands,
]
