/** Columns of a statement's rows: their types in PostgreSQL, and the types of the values that the driver returns. */
import type { Selectable } from 'kysely'
import type { DB } from './types.ts'

export interface Column<Value> {
  /** Name of the type in `pg_type`; names of array types begin with `_`. */
  readonly type: string
  readonly nullable: boolean
  /** Never set; carries the type of the value in a row. */
  readonly value?: Value
}

const columnType =
  <Default>(type: string) =>
  <Value extends Default = Default>(): Column<Value> => ({ type, nullable: false })

export const bool = columnType<boolean>('bool')
export const int = columnType<number>('int4')
/** Money in satang, and counts of rows; safe integers. */
export const bigint = columnType<number>('int8')
/** @public */
export const numeric = columnType<number>('numeric')
export const text = columnType<string>('text')
/** Names of tables and columns in the catalogues of PostgreSQL. */
export const name = columnType<string>('name')
export const uuid = columnType<string>('uuid')
/** `YYYY-MM-DD` */
export const day = columnType<string>('date')
/** ISO 8601 in UTC */
export const instant = columnType<string>('timestamptz')
export const json = columnType<unknown>('json')
export const jsonb = columnType<unknown>('jsonb')
/** @public */
export const ints = columnType<number[]>('_int4')
export const texts = columnType<string[]>('_text')

export const orNull = <Value>({ type }: Column<Value>): Column<Value | null> => ({
  type,
  nullable: true,
})

/** The columns of a statement's rows, by name. */
export type Columns = Readonly<Record<string, Column<unknown>>>

export type RowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

type AllOrNull<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Column<Value | null> : never
}

/** The columns of an outer-joined part of a statement. */
export const allOrNull = <C extends Columns>(columns: C): AllOrNull<C> =>
  // The cast is needed because `Object.fromEntries` loses the names.
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, orNull(column)]),
  ) as AllOrNull<C>

/** Key under which {@link columnsOf} stores a table's name; `tuned-queries.test.ts` reads its columns from the database. */
export const wholeTable = Symbol('whole table')

type TableColumns<Table extends keyof DB> = {
  [Name in keyof Selectable<DB[Table]>]: Column<Selectable<DB[Table]>[Name]>
}

/** All columns of a table, as `t.*` selects them; to be spread into {@link Columns}. */
export function columnsOf<Table extends keyof DB & string>(table: Table): TableColumns<Table> {
  // The cast is safe because no code reads the column names at run time except that test.
  return { [wholeTable]: table } as unknown as TableColumns<Table>
}
