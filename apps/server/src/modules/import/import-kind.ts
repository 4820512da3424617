/** What is known of each kind that can be brought in; all else is the same for all. */
import type { ImportKind } from '@khapdee/domain/import'
import type { Permission } from '@khapdee/domain/permissions'
import type { z } from 'zod'
import type { UserContext } from '../../kernel/context.ts'
import type { CellType, KnownNames } from './cell-types.ts'

export type Values = Readonly<Record<string, unknown>>

export interface ImportColumn {
  field: string
  /** The header. */
  title: string
  type: CellType
  /** A new record needs it. */
  isRequired?: true
  /** Of the template's second sheet. */
  example: string
  /** More than the type says of how it is written. */
  note?: string
  /** The column is only for those who have this. */
  needs?: Permission
}

/** A record that a row is about. */
export interface StoredRecord {
  id: number
  version: number
  /** As the update takes them, decoded. */
  values: Values
  /** Beside them, to compare with: what is left out of an update when it does not change. */
  kept?: Values
  /** Why nobody may change it from here; nothing of it is shown then. */
  closed?: string
}

/** A row's values, decoded, and what is stored of it. */
export interface KnownRow {
  values: Values
  stored: StoredRecord | undefined
}

export interface Saved {
  id: number
  /** Told once. */
  first_password?: string
}

export interface ImportKindSpec {
  kind: ImportKind
  columns: readonly ImportColumn[]
  maxRows: number
  /** What the update calls the record's id. */
  idName: string
  /** The fields that say which record a row is about. */
  keys: readonly string[]
  /** The same text for the same record; null while the row does not say which it is. */
  keyOf(values: Values): string | null
  nameOf(values: Values): string
  /** The records with these keys, by key; more than one where the row could be about each. */
  find(ctx: UserContext, keys: readonly string[]): Promise<ReadonlyMap<string, StoredRecord[]>>
  /** What is there already, in the order of the list, for a file to change and bring back. */
  all?(ctx: UserContext): Promise<readonly Values[]>
  /** What a new record is checked with, and a changed one. */
  created: z.ZodObject
  updated: z.ZodObject
  /** What a row means by leaving something out. */
  complete?(values: Values): Values
  /** What a schema cannot know: a field and what is wrong with it. */
  check?(ctx: UserContext, known: KnownNames): Promise<RowCheck>
  create(ctx: UserContext, values: Values): Promise<Saved>
  /** `values` has id and version as the update takes them. */
  update(ctx: UserContext, values: Values): Promise<Saved>
}

export type RowCheck = (row: KnownRow) => { field: string; message: string } | null
