/** An endpoint together with what it does. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { Context, UserContext } from './context.ts'
import type { FileHandler, UploadSpec } from './upload.ts'

/** What a handler gives; `message` is shown to the user, in Thai. */
export type Answer<E extends Endpoint> = OutputOf<E> & { message?: string }

type RunContext<E extends Endpoint> = E['access'] extends 'public' ? Context : UserContext

interface Options<E extends Endpoint = Endpoint> {
  /** Writes, but its audit rows are its own business (sign-in). */
  auditsItself?: boolean
  /** The stored answer of a repeated call, where the first answer has a value that is shown only once. */
  replayAnswer?(answer: Answer<E>): Answer<E>
  /** Changes rights of users: the cache of them is emptied after the commit. */
  changesAccess?: boolean
}

export interface Command {
  readonly endpoint: Endpoint
  readonly options: Options
  /** Of a call that takes a file. */
  readonly taking?: UploadSpec<unknown>
  // Method notation: a command takes exactly the input that its own endpoint decodes.
  run(ctx: Context, input: unknown, file?: unknown): Promise<unknown>
}

/**
 * Binds a use case to its endpoint. Where that only reads there is no transaction; anything else
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

/** Binds a use case to an endpoint that takes a file; `run` is given what `keep` kept of it. */
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
    // mount() hands on to `discard` and `run` what `keep` gave.
    taking: { ...endpoint.file, keep, discard: discard as FileHandler<unknown>['discard'] },
    run: run as Command['run'],
  }
}
