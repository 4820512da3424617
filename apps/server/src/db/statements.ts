/**
 * Statements that are built and compiled once, for the calls that are made all day: to put one
 * together anew takes the server longer than to send it.
 */
import type { CompiledQuery } from 'kysely'

/** Stands among the values of a statement for one that is given each time it runs. */
export type Gap = symbol

/** Keys come from what people ask for; the memory they may take is bounded. */
const most = 500

/**
 * Keeps compiled statements by a key that tells their texts and fixed values apart.
 *
 * @returns a function that compiles with `make` what it does not know yet, and fills the gaps
 */
export function createStatements<Row>() {
  const known = new Map<string, CompiledQuery<Row>>()
  return async (
    key: string,
    make: () => CompiledQuery<Row> | Promise<CompiledQuery<Row>>,
    values?: ReadonlyMap<Gap, unknown>,
  ): Promise<CompiledQuery<Row>> => {
    const found = known.get(key)
    const query = found ?? (await make())
    if (found === undefined && known.size < most) known.set(key, query)
    if (values === undefined) return query
    const parameters = query.parameters.map((value) =>
      typeof value === 'symbol' ? values.get(value) : value,
    )
    return { ...query, parameters }
  }
}
