/** Roles: sets of permissions for users. Source: product specification, section 1.2. */
import { allPermissions } from '@khapdee/domain/permissions'
import { entities } from '@khapdee/domain/entities'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, flag, id, idInPath, requiredText, detailOf } from '../wire.ts'

const crudEndpoints = crud({
  entity: entities.role,
  fields: {
    name: requiredText('ชื่อบทบาท', 100),
    detail: detailOf(500),
    /** Users see all branches, not only their assigned ones. */
    all_branches: flag('เห็นข้อมูลทุกสาขา').default(false),
    /** Users may decide their own requests: an exception from the four-eyes rule. */
    may_self_decide: flag('อนุมัติรายการของตนเองได้').default(false),
    /** Stored sorted and without duplicates. */
    permissions: labelled(
      z
        .array(z.enum(allPermissions, { error: messages.invalid }), { error: messages.invalid })
        .overwrite((list) => [...new Set(list)].toSorted()),
      headings.permissions,
    ).default([]),
  },
  computedFields: {
    /** Key of a built-in role, else null; `admin` always has all permissions. */
    key: z.string().nullable(),
    /** Number of users with the role. */
    users: z.int(),
  },
})

export const role = {
  ...crudEndpoints,
  people: endpoint({
    method: 'GET',
    path: 'role/people/:role_id',
    access: 'role.view',
    summary: 'The users with a role, in the branches that the caller sees',
    input: z.strictObject({ role_id: idInPath }),
    output: dataOf(
      z.array(
        z.object({
          user_id: id,
          name: z.string(),
          username: z.string(),
          position: z.string(),
          branch: z.string(),
          is_active: z.boolean(),
        }),
      ),
    ),
  }),
}
