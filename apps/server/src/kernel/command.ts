/** A command binds a use case to its endpoint. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { Context, UserContext } from './context.ts'
import type { FileHandler, UploadSpec } from './upload.ts'

/** The result of a use case; `message` is shown to the user, in Thai. */
export type Answer<E extends Endpoint> = OutputOf<E> & { message?: string }

type RunContext<E extends Endpoint> = E['access'] extends 'public' ? Context : UserContext

interface Options<E extends Endpoint = Endpoint> {
  /** The command writes its audit rows itself (sign-in). */
  auditsItself?: boolean
  /** Changes the stored answer for repeated calls, to remove a value that is answered only once. */
  replayAnswer?(answer: Answer<E>): Answer<E>
  /** Changes rights of users: the access cache is emptied after the commit. */
  changesAccess?: boolean
}

export interface Command {
  readonly endpoint: Endpoint
  readonly options: Options
  /** Upload limits and handler of a call that takes a file. */
  readonly taking?: UploadSpec<unknown>
  // Method notation: a command takes exactly the input that its own endpoint decodes.
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
  // mount() has decoded the input with this endpoint's schema and signed the user in before.
  return { endpoint, options, run: run as Command['run'] }
}

/** Binds a use case to an endpoint that takes a file; `run` receives the result of `keep`. */
export function fileCommand<E extends Endpoint, Kept>(
  endpoint: E,
  { keep, discard }: FileHandler<Kept>,
  run: (ctx: UserContext, input: InputOf<E>, kept: Kept) => Promise<Answer<E>>,
  options: Options<E> = {},
): Command {
  if (endpoint.file === undefined) throw new Error(`${endpoint.path} takes no file`)
  return {
    endpoint,
    options,
    // mount() passes the result of `keep` to `discard` and `run`.
    taking: { ...endpoint.file, keep, discard: discard as FileHandler<unknown>['discard'] },
    run: run as Command['run'],
  }
}
