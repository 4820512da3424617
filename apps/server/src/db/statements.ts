/**
 * A cache of compiled statements, for frequent calls: compiling a statement takes longer than sending
 * it.
 */
import type { CompiledQuery } from 'kysely'

/** A parameter of a compiled statement whose value is given at each run. */
export type Placeholder = symbol

/** Limits the memory of the cache, whose keys derive from the input of callers. */
const maxStatements = 500

/**
 * Caches compiled statements by a key of the caller. Statements that differ in their SQL, or in a
 * parameter without a placeholder, must have different keys.
 *
 * @returns a function that returns the statement of a key, compiled by `make` the first time, with its
 *   placeholders replaced by `values`
 */
export function createStatements<Row>() {
  const cache = new Map<string, CompiledQuery<Row>>()
  return async (
    key: string,
    make: () => CompiledQuery<Row> | Promise<CompiledQuery<Row>>,
    values?: ReadonlyMap<Placeholder, unknown>,
  ): Promise<CompiledQuery<Row>> => {
    const found = cache.get(key)
    const query = found ?? (await make())
    if (found === undefined && cache.size < maxStatements) cache.set(key, query)
    if (values === undefined) return query
    const parameters = query.parameters.map((value) =>
      typeof value === 'symbol' ? values.get(value) : value,
    )
    return { ...query, parameters }
  }
}
