/** An endpoint together with what it does. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { Context, UserContext } from './context.ts'

/** What a handler gives; `message` is shown to the user, in Thai. */
export type Answer<E extends Endpoint> = OutputOf<E> & { message?: string }

type RunContext<E extends Endpoint> = E['access'] extends 'public' ? Context : UserContext

interface Options {
  /** Only reads though it is a POST: no transaction, no audit. */
  reads?: boolean
  /** Writes, but its audit rows are its own business (sign-in). */
  auditsItself?: boolean
  /** What a repeated call is answered, where the first answer tells something only once. */
  repeats?: (answer: object) => object
  /** Changes who may do what: the memory of it is dropped after the commit. */
  changesAccess?: boolean
}

export interface Command {
  readonly endpoint: Endpoint
  readonly options: Options
  // Method notation: a command takes exactly the input that its own endpoint decodes.
  run(ctx: Context, input: unknown): Promise<unknown>
}

/**
 * Binds a use case to its endpoint. A GET only reads; anything else runs in one transaction that
 * commits when `run` returns and rolls back when it throws.
 */
export function command<E extends Endpoint>(
  endpoint: E,
  run: (ctx: RunContext<E>, input: InputOf<E>) => Promise<Answer<E>>,
  options: Options = {},
): Command {
  // mount() has decoded the input with this endpoint's schema and signed the user in before.
  return { endpoint, options, run: run as Command['run'] }
}

export const onlyReads = ({ endpoint, options }: Command): boolean =>
  endpoint.method === 'GET' || options.reads === true
