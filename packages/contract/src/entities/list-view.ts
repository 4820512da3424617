/** Filters and order of a list that a user has saved under a name. Only the user sees them. */
import { entities } from '@khapdee/domain/entities'
import { maxViewName } from '@khapdee/domain/list-view'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, id, listQuery, requiredText } from '../wire.ts'

/** The branch is not part of a view: the header chooses it. */
const filters = labelled(
  z.strictObject(listQuery.omit({ page: true, perPage: true, sort: true, branch: true }).shape),
  'ตัวกรอง',
)

const fields = {
  list: labelled(
    z.string().regex(/^\/[a-z0-9/-]{0,80}$/, { error: messages.invalid }),
    'หน้ารายการ',
  ),
  name: requiredText(`ชื่อ${entities.list_view.label}`, maxViewName),
  filters,
  sort: listQuery.shape.sort,
}

const row = z.object({
  list_view_id: id,
  list: z.string(),
  name: z.string(),
  filters,
  sort: z.string().nullable(),
})
export type ListView = z.output<typeof row>

export const listView = {
  fields,
  gettable: endpoint({
    method: 'GET',
    path: 'list-view/gettable',
    access: 'signed-in',
    summary: 'The saved views of the caller of all lists, oldest first',
    input: z.strictObject({}),
    output: dataOf(z.array(row)),
  }),
  save: endpoint({
    method: 'PUT',
    path: 'list-view/save',
    access: 'signed-in',
    summary: 'Save a view of a list; it replaces the view of the list with the same name',
    input: z.strictObject(fields),
    output: dataOf(row),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'list-view/delete',
    access: 'signed-in',
    summary: 'Delete a view that the caller has saved',
    input: z.strictObject({ list_view_id: id }),
    output: dataOf(z.null()),
  }),
}
