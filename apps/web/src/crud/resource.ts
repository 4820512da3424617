/** The description from which the list and the form of a CRUD entity are built. */
import type { FieldProblem } from '@khapdee/contract/crud'
import type { Endpoint, OutputOf } from '@khapdee/contract/endpoint'
import type { ImportKind } from '@khapdee/domain/import'
import { type Fields, titleOf } from '@khapdee/contract/field-meta'
import { type Entity, type PermittedEntity, listLabel } from '@khapdee/domain/entities'
import type { CrudResource } from '@khapdee/domain/permissions'
import type { Day } from '@khapdee/domain/thai-date'
import { type ComponentType, useCallback } from 'react'
import type { z } from 'zod'
import { type Session, useSession } from '../session/session.ts'
import type { Column } from '../ui/columns.tsx'
import type { RowAction } from '../ui/menu.tsx'
import {
  type FieldColumn,
  activeColumn,
  columnsOf,
  optionalBranchColumn,
  nameColumn,
} from './columns.tsx'
import { type FilterSpec, type FilterValues, byStatus, byText } from './list-search.ts'
import type { ListEndpoint, TableState } from './use-table.ts'

/** An entity with a list and a form in the browser. */
export type ScreenEntity = Extract<PermittedEntity, { table: string; path: string }>

/** The result of the contract's `crud()`: the entity and its five endpoints. */
export interface CrudApi {
  readonly entity: ScreenEntity
  /** The resource of the permissions: `course` in `course.view`. */
  readonly resource: CrudResource
  /** Name of the id field. */
  readonly idName: string
  /** The fields that a user may write. */
  readonly fields: z.ZodObject
  /** The rules between several fields; see `crud()`. */
  readonly problems?: ((values: never) => FieldProblem[]) | undefined
  /** The fields of a stored record. */
  readonly row: z.ZodObject
  readonly create: Endpoint
  readonly update: Endpoint
  readonly delete: Endpoint
  readonly gettable: ListEndpoint
  readonly get: Endpoint
}

/** Decoded values, in which a number is null until it is entered. */
type FormValues<Input> = {
  [Name in keyof Input]: NonNullable<Input[Name]> extends number ? Input[Name] | null : Input[Name]
}

export type RecordOf<Api extends CrudApi> = OutputOf<Api['get']>['data'] & { version: number }
export type ValuesOf<Api extends CrudApi> = FormValues<z.output<Api['fields']>>

export interface FieldsProps<Api extends CrudApi> {
  /** The stored record; null in the form of a new one. */
  record: RecordOf<Api> | null
}

/** The list and the form of one CRUD entity. */
export interface Resource<Api extends CrudApi> {
  api: Api
  /** URL path of the list; `/new` and the id are below it. */
  path: string
  /** Title of the list, the same as in the menu. */
  title: string
  /** Noun for one record, used after verbs such as เพิ่ม and แก้ไข. */
  itemLabel: string
  nameOf: (record: RecordOf<Api>) => string
  columns: readonly Column<RecordOf<Api>>[]
  /** The filters in the order shown. Their choices come with the list's answer; `text` is the search. */
  filters: readonly FilterSpec[]
  searchPlaceholder?: string
  /** The fields of the form; lazy, so that the list does not load them. */
  Fields: ComponentType<FieldsProps<Api>>
  /** Initial values of a new record that differ from the schema's defaults; `branchId` is the current branch. */
  defaults?: (branchId: number | null) => Partial<ValuesOf<Api>>
  /**
   * First path segments of the endpoints whose cached queries are invalidated after a change; includes
   * `application` when its dropdowns list these records.
   */
  invalidates: readonly string[]
  /** Filters that apply until the user removes them, or a function of the current day that returns them. */
  defaultFilters?: FilterValues | ((today: Day) => FilterValues)
  /** Content below the form of a stored record that is saved separately; lazy. */
  BelowForm?: ComponentType<{ record: RecordOf<Api> }>
  /** A dialog with data that only the answer to `create` contains, e.g. a first password; its `onClose` leaves the screen. */
  CreatedDialog?: ComponentType<{ created: OutputOf<Api['create']>['data']; onClose: () => void }>
  /** A dialog shown after a change; its `onClose` leaves the screen. */
  UpdatedDialog?: ComponentType<{ record: RecordOf<Api>; onClose: () => void }>
  /** A message above the rows of the list. */
  ListNotice?: ComponentType<{ table: TableState }>
  /** Actions of a row before edit and delete. */
  rowActions?: (record: RecordOf<Api>, can: Session['can']) => readonly RowAction[]
  /** Whether the record may be deleted, besides the permission; every record by default. */
  isDeletable?: (record: RecordOf<Api>) => boolean
  /** Buttons of the list before import and create. */
  toolbar?: ComponentType<{ table: TableState }>
  /** Set if the records can be imported from a spreadsheet. */
  importKind?: ImportKind
  /** Another way to create the first records, offered while there are none. */
  starter?: { to: string; label: string }
  /** Set when the form edits one section of the record, on a separate screen; `path` is below the record's path. */
  section?: { path: string; title: string }
  /** Replaces the standard form screen. */
  Form?: ComponentType<{ id?: number }>
}

/** Properties that are derived from the entity and the contract unless a resource declares them. */
type DerivedName =
  | 'path'
  | 'title'
  | 'itemLabel'
  | 'nameOf'
  | 'columns'
  | 'filters'
  | 'defaults'
  | 'invalidates'

type ResourceSpec<Api extends CrudApi> = Omit<Resource<Api>, DerivedName> &
  Partial<Omit<Pick<Resource<Api>, DerivedName>, 'columns'>> & {
    columns?: readonly FieldColumn<RecordOf<Api>>[]
  }

/**
 * Declares the list and the form of a CRUD entity. By default path, titles and the record's name come
 * from the entity, the list shows name, branch and status and can be filtered by them, and a new record
 * belongs to the current branch.
 */
export function defineResource<Api extends CrudApi>(spec: ResourceSpec<Api>): Resource<Api> {
  const { entity, fields, row } = spec.api
  const { path } = entity
  const { label, name, scope, apiPath = '' }: Entity = entity
  const hasBranch = scope === 'shared' && 'branch_id' in fields.shape
  const hasStatus = 'is_activate' in fields.shape
  const nameOf = (record: RecordOf<Api>) =>
    name.map((column) => String((record as Record<string, unknown>)[column])).join(' ')
  const [nameField = ''] = name
  const nameTitle = titleOf(fields.shape as Fields, nameField)
  const hrefOf = (record: object) => `${path}/${idOf(spec.api, record as RecordOf<Api>)}`
  const defaultColumns = [
    nameColumn(nameTitle, nameField, hrefOf),
    ...(hasBranch ? [optionalBranchColumn] : []),
    ...(hasStatus ? [activeColumn] : []),
  ] as unknown as readonly Column<RecordOf<Api>>[]
  return {
    path,
    title: listLabel(entity),
    itemLabel: label,
    nameOf,
    filters: [...(hasStatus ? [byStatus] : []), byText],
    ...(hasBranch && {
      defaults: (branch_id: number | null) => ({ branch_id }) as Partial<ValuesOf<Api>>,
    }),
    searchPlaceholder: nameTitle,
    invalidates: [apiPath],
    ...spec,
    columns: spec.columns ? columnsOf(row.shape as Fields, spec.columns) : defaultColumns,
  }
}

/** The id of a record, from the field that the contract names. */
export function idOf<Api extends CrudApi>(api: Api, record: RecordOf<Api>): number {
  return Number((record as Record<string, unknown>)[api.idName])
}

/**
 * Returns a function that checks whether a record is read-only for the user because all branches
 * share it: only users with access to all branches may change it. The server applies the same rule.
 */
export function useIsSharedReadOnly<Api extends CrudApi>({
  entity,
}: Api): (record: RecordOf<Api>) => boolean {
  const seesAll = useSession().user?.all_branches === true
  const isShared = (entity as Entity).scope === 'shared'
  return useCallback(
    (record) => !seesAll && isShared && (record as { branch_id?: unknown }).branch_id === null,
    [seesAll, isShared],
  )
}
