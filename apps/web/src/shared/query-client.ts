/** Cache settings of queries, and the alert that every command shows. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { asApiError } from '../api/api-error.ts'
import { sessionStore } from '../session/session.ts'
import { alerts, showError } from './alerts.ts'

/** Creates the query client of the page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // While the server is unreachable, connection.ts polls it once for all queries.
        retry: false,
        // Offline calls fail with an error; the default would pause them silently.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: recordPasswordDue }),
    mutationCache: new MutationCache({
      onSuccess: (answer, _input, _onMutate, { meta }) => {
        if (meta?.alert === 'all' || meta?.alert === 'success') alerts.success(messageOf(answer))
      },
      onError: (error, _input, _onMutate, { meta }) => {
        recordPasswordDue(error)
        if (meta?.reload && asApiError(error).code === 'CONFLICT') offerReload(error, meta.reload)
        else if (meta?.alert !== 'none' && meta?.alert !== 'success') showError(error)
      },
    }),
  })
}

/** Shows the alert of a version conflict, with a button that loads the newer record. */
const offerReload = ({ message }: Error, reload: () => unknown) =>
  alerts.error(message, {
    label: 'โหลดใหม่',
    onAction: () => {
      alerts.reset()
      reload()
    },
  })

const messageOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'message' in answer
    ? String(answer.message)
    : 'สำเร็จ'

function recordPasswordDue(error: unknown): void {
  if (asApiError(error).code === 'PASSWORD_CHANGE') sessionStore.markPasswordDue()
}

/** First path segments of the queries that show money, to invalidate after payments. */
export const moneyQueryKeys: readonly string[] = [
  'application',
  'applicationfee',
  'request',
  'payment',
  'approval',
  'closing',
  'drawer',
  'accounting',
  'exam',
]
