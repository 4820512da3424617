/** How answers are cached, and the alert that every command raises. */
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, asApiError, networkCode } from '../api/api-error.ts'
import { alerts } from './alerts.ts'

const retriedTimes = 2
const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.code === networkCode || error.status === 503)

/** One for the life of the page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < retriedTimes && mayPass(error),
        // Offline calls fail and say so; the default would hold them back in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: (answer, _input, _onMutate, { meta }) => {
        if (meta?.alert === 'all') alerts.success(messageOf(answer))
      },
      onError: (error, _input, _onMutate, { meta }) => {
        const { status, message } = asApiError(error)
        // A lost session speaks for itself on the sign-in screen.
        if (meta?.alert !== 'none' && status !== 401) alerts.error(message)
      },
    }),
  })
}

const messageOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'message' in answer
    ? String(answer.message)
    : 'สำเร็จ'
