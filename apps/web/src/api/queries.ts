/** The hooks that read (`useEndpoint`) and write (`useCommand`) endpoints through TanStack Query. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useSingleFlight } from '../use-single-flight.ts'
import type { ApiError } from './api-error.ts'
import { currentUserId } from './current-user.ts'
import {
  idempotencyKeyFor,
  clearIdempotencyKey,
  needsNewKey,
  withoutPasswords,
} from './idempotency.ts'
import { call } from './client.ts'
import type { Answer } from './transport.ts'

interface EndpointOptions {
  enabled?: boolean
  /**
   * Keeps the answer to the previous input until the new one arrives. For lists only: a form would
   * show the previous record under the new URL.
   */
  keepPrevious?: boolean
  /** Milliseconds for which an answer is considered fresh. */
  staleTime?: number
  /** Milliseconds between reads while the page is visible. */
  refetchInterval?: number
}

/** Reads an endpoint and caches the answer under its path and input. @returns the query's result */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { keepPrevious = false, ...options }: EndpointOptions = {},
) {
  return useQuery<Answer<E>, ApiError>({
    ...options,
    queryKey: [endpoint.path, input],
    queryFn: async ({ signal }) => {
      // Starts the request in a later task, so that keys pressed during the render are handled first.
      if (keepPrevious) await new Promise((resolve) => setTimeout(resolve))
      return call(endpoint, input, { signal })
    },
    // The library's type excludes functions as data; an answer is never a function.
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  })
}

/** Milliseconds for which a cached answer is fresh enough for {@link readAhead}. */
const readAheadMs = 300_000

/**
 * Reads an endpoint into the cache of {@link useEndpoint}, unless it has a recent answer.
 * @returns the answer; undefined after an error
 */
export function readAhead<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
): Promise<Answer<E> | undefined> {
  const reading = client.fetchQuery({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    staleTime: readAheadMs,
  })
  return reading.catch(() => undefined)
}

/** Invalidates every cached query whose path begins with one of these segments, e.g. `course`. */
export function invalidate(client: QueryClient, resources: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && resources.includes(path.split('/')[0] ?? ''),
  })
}

/** The outcomes of a command that the screen's alert shows. */
export type AlertMode = 'all' | 'success' | 'errors' | 'none'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { alert: AlertMode; reload?: (() => unknown) | undefined }
  }
}

export interface CommandOptions<E extends Endpoint> {
  /** The command runs until the returned promise resolves, so that a second press does nothing meanwhile. */
  onSuccess?: (answer: Answer<E>, input: InputOf<E>) => void | Promise<void>
  onError?: (error: ApiError, input: InputOf<E>) => void
  /**
   * First path segments of the endpoints whose cached queries are invalidated after success; by default the
   * endpoint's own.
   */
  invalidates?: readonly string[]
  alert?: AlertMode
  /** Called before a request with an idempotency key is sent; `repeatAttempt` can send `attempt` again. */
  onAttempt?: (attempt: Attempt) => void
  /**
   * Reads and shows the record again. The alert offers this when another user has changed the
   * record since it was read (409 CONFLICT).
   */
  reload?: () => unknown
}

export interface Command<E extends Endpoint> {
  /**
   * Runs the command and resolves to its answer, or to undefined when it fails (after `onError`) or when
   * an earlier run has not finished.
   * @param file the file of a command that uploads one
   */
  mutate: (input: InputOf<E>, file?: File) => Promise<Answer<E> | undefined>
  /**
   * Like `mutate`, but rejects with the ApiError when the command fails; for a dialog that then stays open and
   * shows the error, with the alert mode `success` or `none`.
   */
  mutateOrThrow: (input: InputOf<E>) => Promise<Answer<E> | undefined>
  pending: boolean
  /** The error of the last run; null while the command runs and after a success. */
  error: ApiError | null
}

/**
 * Writes through an endpoint, one run at a time. If the endpoint moves money or creates a record, the same
 * content is sent with the same idempotency key until it succeeds or is refused, so that a retry after a lost
 * answer does not pay twice.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  options: CommandOptions<E> = {},
): Command<E> {
  const client = useQueryClient()
  const { alert = 'all', invalidates = [endpoint.path.split('/')[0] ?? ''] } = options

  const mutation = useMutation<Answer<E>, ApiError, { input: InputOf<E>; file: File | undefined }>({
    meta: { alert, reload: options.reload },
    mutationFn: ({ input, file }) =>
      endpoint.idempotent
        ? callWithKey(endpoint, input, file, options.onAttempt)
        : call(endpoint, input, { file }),
    onSuccess: (answer, { input }) => {
      void invalidate(client, invalidates)
      return options.onSuccess?.(answer, input)
    },
    onError: (error, { input }) => options.onError?.(error, input),
  })

  const { run, pending } = useSingleFlight((input: InputOf<E>, file?: File) =>
    mutation.mutateAsync({ input, file }),
  )
  const mutate = async (input: InputOf<E>, file?: File) => {
    try {
      return await run(input, file)
    } catch {
      return undefined
    }
  }
  return { mutate, mutateOrThrow: run, pending, error: mutation.error }
}

/** A request with an idempotency key: repeated exactly, it is executed only once. */
export interface Attempt {
  key: string
  /** JSON of the input. */
  content: string
}

async function callWithKey<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: File | undefined,
  onAttempt?: (attempt: Attempt) => void,
): Promise<Answer<E>> {
  const content = JSON.stringify(input, withoutPasswords)
  const key = idempotencyKeyFor(currentUserId(), endpoint.path, content)
  const attempt = { key, content }
  onAttempt?.(attempt)
  return sendAttempt(endpoint, input, file, attempt)
}

/**
 * Repeats a request whose answer was lost, with its key and its exact content.
 * @throws ApiError; a refusal (`isRefusal`) means that the request changed nothing
 */
export const repeatAttempt = <E extends Endpoint>(
  endpoint: E,
  attempt: Attempt,
): Promise<Answer<E>> =>
  // The cast is safe: the content was an input of this endpoint.
  sendAttempt(endpoint, JSON.parse(attempt.content) as InputOf<E>, undefined, attempt)

async function sendAttempt<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: File | undefined,
  { key: idempotencyKey, content }: Attempt,
): Promise<Answer<E>> {
  // Read before the call, during which another user may sign in.
  const userId = currentUserId()
  try {
    const answer = await call(endpoint, input, { idempotencyKey, file })
    clearIdempotencyKey(userId, endpoint.path, content)
    return answer
  } catch (error) {
    if (needsNewKey(error, content)) clearIdempotencyKey(userId, endpoint.path, content)
    throw error
  }
}
