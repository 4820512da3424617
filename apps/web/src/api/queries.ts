/** Reading and writing endpoints through TanStack Query, one hook each. */
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
import {
  isRefusal,
  idempotencyKeyFor,
  clearIdempotencyKey,
  withoutPasswords,
} from './idempotency.ts'
import { call } from './client.ts'
import type { Answer } from './transport.ts'

interface EndpointOptions {
  enabled?: boolean
  /** The answer to the former input stays until the new one arrives: for lists, not for records. */
  keepPrevious?: boolean
  /** Milliseconds for which an answer is taken as fresh. */
  staleTime?: number
  /** Milliseconds after which it is read again, while the page is visible. */
  refetchInterval?: number
}

/** Reads an endpoint; the answer is cached under its path and input. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { keepPrevious = false, ...options }: EndpointOptions = {},
) {
  return useQuery<Answer<E>, ApiError>({
    ...options,
    queryKey: [endpoint.path, input],
    queryFn: async ({ signal }) => {
      // The component is still rendering; a key pressed meanwhile is handled before the request.
      if (keepPrevious) await new Promise((resolve) => setTimeout(resolve))
      return call(endpoint, input, { signal })
    },
    // The library's type allows for data that is a function, which no answer is.
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  })
}

/** Reads again every cached answer whose path begins with one of these parts, e.g. `course`. */
export function invalidate(client: QueryClient, resources: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && resources.includes(path.split('/')[0] ?? ''),
  })
}

/** Which outcomes raise the alert of the screen. */
export type AlertMode = 'all' | 'errors' | 'none'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { alert: AlertMode; reload?: (() => unknown) | undefined }
  }
}

export interface CommandOptions<E extends Endpoint> {
  onSuccess?: (answer: Answer<E>, input: InputOf<E>) => void
  onError?: (error: ApiError, input: InputOf<E>) => void
  /** First parts of the paths to read again after success; the endpoint's own when left out. */
  invalidates?: readonly string[]
  alert?: AlertMode
  /**
   * Reads the record again and shows it; offered by the alert where somebody changed the record
   * meanwhile (409 CONFLICT).
   */
  reload?: () => unknown
}

export interface Command<E extends Endpoint> {
  /**
   * Runs the command and gives its answer; undefined when it failed (after `onError`) or when one is
   * still running, for a command never runs twice at once.
   * @param file for a command that takes one
   */
  mutate: (input: InputOf<E>, file?: File) => Promise<Answer<E> | undefined>
  pending: boolean
  error: ApiError | null
}

/**
 * Writes through an endpoint. Where it moves money or creates a record, a retry of the same content
 * repeats the same idempotency key until the server has decided, so that a lost answer never pays
 * twice.
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
      endpoint.idempotent ? callOnce(endpoint, input, file) : call(endpoint, input, { file }),
    onSuccess: (answer, { input }) => {
      void invalidate(client, invalidates)
      options.onSuccess?.(answer, input)
    },
    onError: (error, { input }) => options.onError?.(error, input),
  })

  const { run: mutate, pending } = useSingleFlight(async (input: InputOf<E>, file?: File) => {
    try {
      return await mutation.mutateAsync({ input, file })
    } catch {
      return undefined
    }
  })
  return { mutate, pending, error: mutation.error }
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: File | undefined,
): Promise<Answer<E>> {
  const content = JSON.stringify(input, withoutPasswords)
  const idempotencyKey = idempotencyKeyFor(endpoint.path, content)
  try {
    const answer = await call(endpoint, input, { idempotencyKey, file })
    clearIdempotencyKey(endpoint.path, content)
    return answer
  } catch (error) {
    if (isRefusal(error)) clearIdempotencyKey(endpoint.path, content)
    throw error
  }
}
