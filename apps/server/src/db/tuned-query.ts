/**
 * Hand-written SQL, for statements whose plan depends on their wording. The columns of its
 * rows are declared beside the text, and the type of a row is inferred from them; a test prepares every tuned
 * query on the migrated database and compares its columns. Exported from `*.queries.ts` files only.
 */
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { unnamedStatement } from './client.ts'
import type { Columns, RowOf } from './columns.ts'
import type { DB } from './types.ts'

interface Spec<Arguments extends readonly unknown[], C extends Columns> {
  /** Columns of the rows; `{}` for a statement without rows. */
  columns: C
  /** The whole statement. */
  sql(...args: Arguments): RawBuilder<unknown>
  /** Whether PostgreSQL plans it each time for the given values, see {@link unnamedStatement}; default false. */
  unnamed?: boolean | ((...args: Arguments) => boolean)
}

export class TunedQuery<Arguments extends readonly unknown[], C extends Columns> {
  readonly columns: C
  readonly #spec: Spec<Arguments, C>

  constructor(spec: Spec<Arguments, C>) {
    this.columns = spec.columns
    this.#spec = spec
  }

  compile(db: Kysely<DB>, ...args: Arguments): CompiledQuery<RowOf<C>> {
    const { unnamed = false } = this.#spec
    // The columns are compared with those of the database by a test.
    const query = this.#spec.sql(...args).compile(db) as CompiledQuery<RowOf<C>>
    const isUnnamed = typeof unnamed === 'boolean' ? unnamed : unnamed(...args)
    return isUnnamed ? unnamedStatement(query) : query
  }

  async rows(db: Kysely<DB>, ...args: Arguments): Promise<RowOf<C>[]> {
    return (await db.executeQuery(this.compile(db, ...args))).rows
  }

  /** The first row, or undefined if there is none. */
  async first(db: Kysely<DB>, ...args: Arguments): Promise<RowOf<C> | undefined> {
    return (await this.rows(db, ...args))[0]
  }

  /** The row of a statement that always returns one, such as an aggregate. @throws Error without a row */
  async one(db: Kysely<DB>, ...args: Arguments): Promise<RowOf<C>> {
    const row = await this.first(db, ...args)
    if (row === undefined) throw new Error('the statement returned no row')
    return row
  }
}

/** @see TunedQuery */
export const tunedQuery = <Arguments extends readonly unknown[], C extends Columns>(
  spec: Spec<Arguments, C>,
): TunedQuery<Arguments, C> => new TunedQuery(spec)
