/** A command binds a use case to its endpoint. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { Context, UserContext } from './context.ts'
import type { FileHandler, UploadSpec } from './upload.ts'

/** The result of a use case; `message` is shown to the user, in Thai. */
export type Answer<E extends Endpoint> = OutputOf<E> & { message?: string }

type RunContext<E extends Endpoint> = E['access'] extends 'public' ? Context : UserContext

interface Options<E extends Endpoint = Endpoint> {
  /** Whether the command itself writes its audit rows, as sign-in does. */
  auditsItself?: boolean
  /** Changes the answer that is stored for repeated calls, to remove a value that is sent only once. */
  replayAnswer?(answer: Answer<E>): Answer<E>
  /** Whether the command changes rights of users, so that the access cache is cleared after the commit. */
  changesAccess?: boolean
}

export interface Command {
  readonly endpoint: Endpoint
  readonly options: Options
  /** Upload limits and handler of a call that accepts a file. */
  readonly upload?: UploadSpec<unknown>
  // Method notation, so that commands with different contexts and inputs are assignable.
  run(ctx: Context, input: unknown, file?: unknown): Promise<unknown>
}

/**
 * Binds a use case to its endpoint. A reading endpoint has no transaction; any other
 * runs in one that commits when `run` returns and rolls back when it throws.
 */
export function command<E extends Endpoint>(
  endpoint: E,
  run: (ctx: RunContext<E>, input: InputOf<E>) => Promise<Answer<E>>,
  options: Options<E> = {},
): Command {
  // bindCommand() has decoded the input with this endpoint's schema and authenticated the user before.
  return { endpoint, options, run: run as Command['run'] }
}

/** Binds a use case to an endpoint that accepts a file; `run` receives the result of `prepare`. */
export function fileCommand<E extends Endpoint, Prepared>(
  endpoint: E,
  { prepare, discard }: FileHandler<Prepared>,
  run: (ctx: UserContext, input: InputOf<E>, prepared: Prepared) => Promise<Answer<E>>,
  options: Options<E> = {},
): Command {
  if (endpoint.file === undefined) throw new Error(`${endpoint.path} takes no file`)
  return {
    endpoint,
    options,
    // bindCommand() passes the result of `prepare` to `discard` and `run`.
    upload: { ...endpoint.file, prepare, discard: discard as FileHandler<unknown>['discard'] },
    run: run as Command['run'],
  }
}
