/** The description from which the list and the form of a plain record are built. */
import type { Endpoint, OutputOf } from '@khapdee/contract/endpoint'
import type { ImportKind } from '@khapdee/domain/import'
import { type Fields, titleOf } from '@khapdee/contract/field-meta'
import { type Entity, type PermittedEntity, listLabel } from '@khapdee/domain/entities'
import type { CrudResource } from '@khapdee/domain/permissions'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Session } from '../session/session.ts'
import type { Column } from '../ui/columns.tsx'
import type { RowAction } from '../ui/menu.tsx'
import { type FieldColumn, activeColumn, columnsOf, branchColumn, nameColumn } from './columns.tsx'
import { type FilterSpec, type FilterValues, byBranch, byStatus, byText } from './list-search.ts'
import type { ListEndpoint, TableState } from './use-table.ts'

/** An entity with a list and a form in the browser. */
type ScreenEntity = Extract<PermittedEntity, { path: string }>

/** The five calls that the contract's `crud()` yields. */
export interface CrudApi {
  readonly entity: ScreenEntity
  readonly resource: CrudResource
  readonly idName: string
  readonly fields: z.ZodObject
  readonly row: z.ZodObject
  readonly create: Endpoint
  readonly update: Endpoint
  readonly delete: Endpoint
  readonly gettable: ListEndpoint
  readonly get: Endpoint
}

/** Decoded values; numbers may be missing while a form is filled in. */
type FormValues<Input> = {
  [Name in keyof Input]: NonNullable<Input[Name]> extends number ? Input[Name] | null : Input[Name]
}

export type RecordOf<Api extends CrudApi> = OutputOf<Api['get']>['data'] & { version: number }
export type ValuesOf<Api extends CrudApi> = FormValues<z.output<Api['fields']>>

export interface FieldsProps<Api extends CrudApi> {
  /** The record as it is stored; null while a new one is written. */
  record: RecordOf<Api> | null
}

export interface Resource<Api extends CrudApi> {
  api: Api
  /** Address of the list; `/new` and the id are below it. */
  path: string
  /** As in the menu. */
  title: string
  /** Noun of one record: เพิ่ม…, แก้ไข…. */
  itemLabel: string
  nameOf: (record: RecordOf<Api>) => string
  columns: readonly Column<RecordOf<Api>>[]
  /** Shown in this order; their choices come with the list's answer. `text` is the search field. */
  filters: readonly FilterSpec[]
  searchPlaceholder?: string
  /** The inside of the form; lazy, so that the list is there without it. */
  Fields: ComponentType<FieldsProps<Api>>
  /** Initial values of a new record, where they differ from the schema's defaults. */
  defaults?: (branchId: number | null) => Partial<ValuesOf<Api>>
  /** First parts of the paths to read again after a change; `application` has the dropdowns. */
  invalidates: readonly string[]
  /** Filters that hold until they are taken off. */
  defaultFilters?: FilterValues
  /** Below the form of a stored record: parts that are saved on their own; lazy. */
  Beside?: ComponentType<{ record: RecordOf<Api> }>
  /** Shows data that only the answer to `create` contains; closing it leaves the screen. */
  Created?: ComponentType<{ created: OutputOf<Api['create']>['data']; onClose: () => void }>
  /** Before the usual actions of a row. */
  rowActions?: (record: RecordOf<Api>, can: Session['can']) => readonly RowAction[]
  /** Before the usual buttons of the list. */
  toolbar?: ComponentType<{ table: TableState }>
  /** Its records can be brought in from a spreadsheet. */
  importKind?: ImportKind
  /** The form shows one part of the record, on a screen of its own below the record's. */
  part?: { path: string; title: string }
  /** Instead of the usual form screen. */
  Form?: ComponentType<{ id?: number }>
}

/** What the descriptor and the contract tell of the screens, unless a resource says otherwise. */
type Derived =
  | 'path'
  | 'title'
  | 'itemLabel'
  | 'nameOf'
  | 'columns'
  | 'filters'
  | 'defaults'
  | 'invalidates'

type ResourceSpec<Api extends CrudApi> = Omit<Resource<Api>, Derived> &
  Partial<Omit<Pick<Resource<Api>, Derived>, 'columns'>> & {
    columns?: readonly FieldColumn<RecordOf<Api>>[]
  }

/**
 * Declares the screens of a plain record; typed by its contract. Address, titles and the record's
 * name are those of the entity. Left out, the list shows name, branch and status, can be filtered by
 * them, and a new record is of the current branch.
 */
export function defineResource<Api extends CrudApi>(spec: ResourceSpec<Api>): Resource<Api> {
  const { entity, fields, row } = spec.api
  const { path } = entity
  const { label, name, scope, apiPath = '' }: Entity = entity
  const isShared = scope === 'shared' && 'branch_id' in fields.shape
  const isSwitched = 'is_activate' in fields.shape
  const nameOf = (record: RecordOf<Api>) =>
    name.map((column) => String((record as Record<string, unknown>)[column])).join(' ')
  const [nameField = ''] = name
  const nameTitle = titleOf(fields.shape as Fields, nameField)
  const hrefOf = (record: object) => `${path}/${idOf(spec.api, record as RecordOf<Api>)}`
  const usualColumns = [
    nameColumn(nameTitle, nameField, hrefOf),
    ...(isShared ? [branchColumn] : []),
    ...(isSwitched ? [activeColumn] : []),
  ] as unknown as readonly Column<RecordOf<Api>>[]
  return {
    path,
    title: listLabel(entity),
    itemLabel: label,
    nameOf,
    filters: [...(isShared ? [byBranch] : []), ...(isSwitched ? [byStatus] : []), byText],
    ...(isShared && {
      defaults: (branch_id: number | null) => ({ branch_id }) as Partial<ValuesOf<Api>>,
    }),
    searchPlaceholder: nameTitle,
    invalidates: [apiPath],
    ...spec,
    columns: spec.columns ? columnsOf(row.shape as Fields, spec.columns) : usualColumns,
  }
}

/** The field that the contract names as the id. */
export function idOf<Api extends CrudApi>(api: Api, record: RecordOf<Api>): number {
  return Number((record as Record<string, unknown>)[api.idName])
}
