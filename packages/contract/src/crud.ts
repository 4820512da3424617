/** The five calls of a plain record, from its fields. */
import type { CrudResource } from '@khapdee/domain/permissions'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dataOf, filters, id, idInPath, instant, listOf, listQuery, version } from './wire.ts'

/**
 * Declares create, update, delete, gettable and get of one entity.
 * @param resource what permissions are about, e.g. `course`
 * @param path first part of the wire path, e.g. `otherfee`
 * @param idName name of the id on the wire, e.g. `course_id`
 * @param fields what a user may write; the same shape is read back
 * @param shown what is read back beside `fields`: counted or frozen, never written
 */
export function crud<
  IdName extends string,
  Fields extends z.ZodRawShape,
  Shown extends z.ZodRawShape,
>(spec: { resource: CrudResource; path: string; idName: IdName; fields: Fields; shown: Shown }) {
  const { resource, path, idName, fields, shown } = spec
  const may = (action: 'view' | 'create' | 'update' | 'delete') => `${resource}.${action}` as const
  const idField = { [idName]: id } as Record<IdName, typeof id>
  const idFromPath = { [idName]: idInPath } as Record<IdName, typeof idInPath>
  const row = z.object({
    ...idField,
    ...fields,
    ...shown,
    /** Of the source; what is deleted is not shown at all. */
    is_delete: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
    version,
  })
  return {
    resource,
    idName,
    row,
    fields: z.strictObject(fields),
    create: endpoint({
      method: 'POST',
      path: `${path}/create`,
      access: may('create'),
      idempotent: 'optional',
      summary: `Create a ${resource}`,
      input: z.strictObject(fields),
      output: dataOf(row),
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/update`,
      access: may('update'),
      summary: `Update a ${resource}; a stale version is refused`,
      input: z.strictObject({ ...idField, ...fields, version }),
      output: dataOf(row),
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `${path}/delete`,
      access: may('delete'),
      summary: `Delete a ${resource} that nothing open uses`,
      input: z.strictObject({ ...idField, version }),
      output: dataOf(z.object(idField)),
    }),
    gettable: endpoint({
      method: 'GET',
      path: `${path}/gettable`,
      access: may('view'),
      summary: `List ${resource} records`,
      input: listQuery,
      output: listOf(row),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/get/:${idName}`,
      access: may('view'),
      summary: `Read one ${resource}`,
      input: z.strictObject(idFromPath),
      output: dataOf(row),
    }),
  }
}

/** What a plain record's fields are chosen from, by field: `x/list` of the source. */
export const dropdowns = (resource: CrudResource, path: string) =>
  endpoint({
    method: 'GET',
    path: `${path}/list`,
    access: `${resource}.view`,
    summary: `Dropdowns of the ${resource} form, by field`,
    input: z.strictObject({}),
    output: dataOf(filters),
  })
