/** Declares the five endpoints of a CRUD entity from its fields. */
import type { CrudEntity } from '@khapdee/domain/entities'
import type { CrudResource } from '@khapdee/domain/permissions'
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { fieldMeta, labelled } from './field-meta.ts'
import {
  branchName,
  dataOf,
  day,
  filters,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  version,
} from './wire.ts'

/** A wrong field and its Thai message. */
export interface FieldProblem {
  path: string
  message: string
}

/** The part of the result of {@link crud} that is common to all entities. */
export interface CrudApi {
  readonly entity: CrudEntity
  readonly idName: string
  readonly fields: z.ZodObject
  /** See `problems` of {@link crud}. */
  readonly problems?: ((values: never) => FieldProblem[]) | undefined
  readonly create: Endpoint
  readonly update: Endpoint
  readonly delete: Endpoint
  readonly gettable: Endpoint
  readonly get: Endpoint
}

/** The computed field of entities with scope `shared`: the name of the branch, or null if the row applies to all. */
const sharedFields = { branch_name: branchName.nullable() }
type NoFields = Record<never, never>

/** The fields of stored rows: their days may be outside the range that calls accept, because the range was introduced later. */
const storedFields = <Fields extends z.ZodRawShape>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { as, title, isRequired } = fieldMeta(field as z.ZodType)
      if (as !== 'day') return [name, field]
      return [name, labelled(isRequired ? day : day.nullable(), title)]
    }),
  ) as unknown as Fields

type SharedFields<E extends CrudEntity> = E['scope'] extends 'shared'
  ? typeof sharedFields
  : NoFields

/**
 * Declares create, update, delete, gettable and get of one entity.
 * @param entity its descriptor: permissions, API path, name of the id
 * @param fields the fields that a user may write; answers contain them too
 * @param computedFields fields of answers only, such as counts and names of related records; an
 *   entity with scope `shared` also gets `branch_name`
 * @param problems the rules between several fields, which the form and the server check. In a form, values may be missing
 *   (null) or invalid (NaN)
 */
export function crud<
  E extends CrudEntity,
  Fields extends z.ZodRawShape,
  Computed extends z.ZodRawShape = NoFields,
>(spec: {
  entity: E
  fields: Fields
  computedFields?: Computed
  problems?: (values: Partial<z.output<z.ZodObject<Fields>>>) => FieldProblem[]
}) {
  type IdName = E['id']
  const { entity, fields } = spec
  const computedFields = {
    ...(entity.scope === 'shared' && sharedFields),
    ...spec.computedFields,
  } as SharedFields<E> & Computed
  const idName: IdName = entity.id
  const path = entity.apiPath
  const resource: CrudResource = entity.permission.resource
  const permissionFor = (action: 'view' | 'create' | 'update' | 'delete') =>
    `${resource}.${action}` as const
  const idField = { [idName]: id } as Record<IdName, typeof id>
  const idFromPath = { [idName]: idInPath } as Record<IdName, typeof idInPath>
  const row = z.object({
    ...idField,
    ...storedFields(fields),
    ...computedFields,
    /** A field of the former system. Always false, because deleted records are not returned. */
    is_delete: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
    version,
  })
  return {
    entity,
    resource,
    idName,
    row,
    fields: z.strictObject(fields),
    problems: spec.problems,
    create: endpoint({
      method: 'POST',
      path: `${path}/create`,
      access: permissionFor('create'),
      idempotent: 'optional',
      summary: `Create a ${resource}`,
      input: z.strictObject(fields),
      output: dataOf(row),
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/update`,
      access: permissionFor('update'),
      summary: `Update a ${resource}; a stale version is refused`,
      input: z.strictObject({ ...idField, ...fields, version }),
      output: dataOf(row),
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `${path}/delete`,
      access: permissionFor('delete'),
      summary: `Delete a ${resource} that is not in use`,
      input: z.strictObject({ ...idField, version }),
      output: dataOf(z.object(idField)),
    }),
    gettable: endpoint({
      method: 'GET',
      path: `${path}/gettable`,
      access: permissionFor('view'),
      summary: `List ${resource} records`,
      input: listQuery,
      output: listOf(row),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/get/:${idName}`,
      access: permissionFor('view'),
      summary: `Read one ${resource}`,
      input: z.strictObject(idFromPath),
      output: dataOf(row),
    }),
  }
}

/** Declares the endpoint that returns the choices of the form, by field. */
export const dropdowns = ({ apiPath, permission }: CrudEntity) =>
  endpoint({
    method: 'GET',
    path: `${apiPath}/list`,
    access: `${permission.resource}.view`,
    summary: `Dropdowns of the ${permission.resource} form, by field`,
    input: z.strictObject({}),
    output: dataOf(filters),
  })
