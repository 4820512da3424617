/**
 * The first start of an empty school. Separate from `user`, so that signing in does not load the
 * fields of branches and customers.
 */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../wire.ts'
import { branch } from './branch.ts'
import { customerFields } from './customer.ts'
import { firstAdministratorState } from './first-administrator-state.ts'
import { schoolName } from './school.ts'
import { newPassword, username } from './user.ts'

export const firstAdministrator = {
  state: firstAdministratorState,
  setup: endpoint({
    method: 'POST',
    path: 'user/setup',
    access: 'public',
    summary: 'Create the first administrator and branch with the one-time link of an empty school',
    input: z.strictObject({
      token: z.string().max(100),
      school_name: schoolName,
      branch_code: branch.fields.shape.code,
      branch_name: branch.fields.shape.name,
      username,
      password: newPassword.meta({ title: fieldTitles.password }),
      fname: customerFields.fname,
      sname: customerFields.sname,
    }),
    output: dataOf(z.object({ user_id: id })),
  }),
}
