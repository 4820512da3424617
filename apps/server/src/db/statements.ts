/**
 * A cache of compiled statements, for frequent calls: building a statement takes the server longer
 * than sending it.
 */
import type { CompiledQuery } from 'kysely'

/** Stands among the values of a compiled statement for a value that is given at each run. */
export type Placeholder = symbol

/** Keys are made from the input of callers, so the memory they take is bounded. */
const maxStatements = 500

/**
 * Caches compiled statements by a key that is different for different texts or fixed values.
 *
 * @returns a function that gives the statement of a key, compiled by `make` the first time, with its
 *   placeholders replaced by `values`
 */
export function createStatements<Row>() {
  const known = new Map<string, CompiledQuery<Row>>()
  return async (
    key: string,
    make: () => CompiledQuery<Row> | Promise<CompiledQuery<Row>>,
    values?: ReadonlyMap<Placeholder, unknown>,
  ): Promise<CompiledQuery<Row>> => {
    const found = known.get(key)
    const query = found ?? (await make())
    if (found === undefined && known.size < maxStatements) known.set(key, query)
    if (values === undefined) return query
    const parameters = query.parameters.map((value) =>
      typeof value === 'symbol' ? values.get(value) : value,
    )
    return { ...query, parameters }
  }
}
