/**
 * Hand-written SQL, for statements whose plan depends on their wording. The columns of the rows
 * stand beside the text as values, from which their type follows; a test prepares every tuned query
 * on the migrated database and compares the two. Exported from `*.queries.ts` files only.
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
  /** Whether PostgreSQL plans it for the values at hand, by {@link unnamedStatement}; false when left out. */
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

  /** The first row, of a statement that may give none. */
  async first(db: Kysely<DB>, ...args: Arguments): Promise<RowOf<C> | undefined> {
    return (await this.rows(db, ...args))[0]
  }

  /** The row of a statement that always gives one, such as an aggregate. */
  async one(db: Kysely<DB>, ...args: Arguments): Promise<RowOf<C>> {
    const row = await this.first(db, ...args)
    if (row === undefined) throw new Error('a statement that always gives a row gave none')
    return row
  }
}

/** @see TunedQuery */
export const tunedQuery = <Arguments extends readonly unknown[], C extends Columns>(
  spec: Spec<Arguments, C>,
): TunedQuery<Arguments, C> => new TunedQuery(spec)
