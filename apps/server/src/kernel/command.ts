/** An endpoint together with what it does. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { Context, Services, UserContext } from './context.ts'
import type { Upload } from './upload.ts'

/** What a handler gives; `message` is shown to the user, in Thai. */
export type Answer<E extends Endpoint> = OutputOf<E> & { message?: string }

type RunContext<E extends Endpoint> = E['access'] extends 'public' ? Context : UserContext

interface Options {
  /** Writes, but its audit rows are its own business (sign-in). */
  auditsItself?: boolean
  /** What a repeated call is answered, where the first answer tells something only once. */
  repeats?: (answer: object) => object
  /** Changes who may do what: the memory of it is dropped after the commit. */
  changesAccess?: boolean
}

/** What becomes of an uploaded file outside the transaction. */
interface Keeping<Kept> {
  /** Looks at the file and puts it where it stays; no transaction waits for it. */
  keep(services: Services, upload: Upload): Promise<Kept>
  /** The transaction failed: what was kept is put away. */
  discard(services: Services, kept: Kept): Promise<void>
}

export interface Command {
  readonly endpoint: Endpoint
  readonly options: Options
  /** Of a call that takes a file: what `keep` gives is its input. */
  readonly keeping?: Keeping<unknown>
  // Method notation: a command takes exactly the input that its own endpoint decodes.
  run(ctx: Context, input: unknown): Promise<unknown>
}

/**
 * Binds a use case to its endpoint. Where that only reads there is no transaction; anything else
 * runs in one that commits when `run` returns and rolls back when it throws.
 */
export function command<E extends Endpoint>(
  endpoint: E,
  run: (ctx: RunContext<E>, input: InputOf<E>) => Promise<Answer<E>>,
  options: Options = {},
): Command {
  // mount() has decoded the input with this endpoint's schema and signed the user in before.
  return { endpoint, options, run: run as Command['run'] }
}

/** Binds a use case to an endpoint that takes a file; `run` is given what was kept of it. */
export function uploadCommand<E extends Endpoint, Kept>(
  endpoint: E,
  { keep, discard }: Keeping<Kept>,
  run: (ctx: UserContext, kept: Kept) => Promise<Answer<E>>,
): Command {
  return {
    endpoint,
    options: {},
    // mount() hands on to `discard` and `run` what `keep` gave.
    keeping: { keep, discard: discard as Keeping<unknown>['discard'] },
    run: run as Command['run'],
  }
}
