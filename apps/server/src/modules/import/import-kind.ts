/** The specification of one kind of importable record; the rest of the import is shared. */
import type { ImportKind } from '@khapdee/domain/import'
import type { Permission } from '@khapdee/domain/permissions'
import type { z } from 'zod'
import type { UserContext } from '../../kernel/context.ts'
import type { CellType, References } from './cell-types.ts'

export type Values = Readonly<Record<string, unknown>>

export interface ImportColumn {
  field: string
  /** The header. */
  title: string
  type: CellType
  /** Required for a new record. */
  isRequired?: true
  /** An example value, shown on the template's second sheet. */
  example: string
  /** Explains the format beyond the hint of the type, in Thai. */
  note?: string
  /** The column requires this permission. */
  permission?: Permission
}

/** A stored record that a row refers to. */
export interface StoredRecord {
  id: number
  version: number
  /** The stored values, decoded, for the fields that the update endpoint accepts. */
  values: Values
  /** Values of further fields, which an update sends only when they change. */
  extraValues?: Values
  /** The reason in Thai why an import cannot change the record; its values are then not shown. */
  refusal?: string
}

/** A row's decoded values and its stored record. */
export interface MatchedRow {
  values: Values
  stored: StoredRecord | undefined
}

export interface Saved {
  id: number
  /** Initial password, in the first answer only. */
  first_password?: string
}

export interface ImportKindSpec {
  kind: ImportKind
  columns: readonly ImportColumn[]
  maxRows: number
  /** Name of the id in the update's input. */
  idName: string
  /** The fields that identify the record of a row. */
  keyFields: readonly string[]
  /** A text that identifies the record; null when the row lacks the fields for it. */
  keyOf(values: Values): string | null
  /** The name of the record for the preview. */
  nameOf(values: Values): string
  /** The records with these keys, by key; several when the key is ambiguous. */
  find(
    ctx: UserContext,
    recordKeys: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRecord[]>>
  /** The stored records in the order of the list, to fill a template for editing. */
  all?(ctx: UserContext): Promise<readonly Values[]>
  /** Input schemas of a new record and of a changed one. */
  createSchema: z.ZodObject
  updateSchema: z.ZodObject
  /** Derives further values from the values of the row. */
  deriveValues?(values: Values): Values
  /**
   * Checks that need the database; each problem has a field and a Thai message. The rows are checked
   * in their order.
   * @param rows the decoded values of all rows; those of cells with errors are omitted
   */
  check?(ctx: UserContext, references: References, rows: readonly Values[]): Promise<RowCheck>
  create(ctx: UserContext, values: Values): Promise<Saved>
  /** @param values decoded input of the update, with id and version */
  update(ctx: UserContext, values: Values): Promise<Saved>
}

export type RowCheck = (row: MatchedRow) => { field: string; message: string } | null
