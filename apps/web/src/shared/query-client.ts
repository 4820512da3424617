/** How answers are cached, and the alert that every command raises. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { asApiError } from '../api/api-error.ts'
import { session } from '../session/session.ts'
import { alerts, showError } from './alerts.ts'

/** One for the life of the page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // While the server is away, one question stands for all: see connection.ts.
        retry: false,
        // Offline calls fail and say so; the default would hold them back in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: noticePasswordDue }),
    mutationCache: new MutationCache({
      onSuccess: (answer, _input, _onMutate, { meta }) => {
        if (meta?.alert === 'all') alerts.success(messageOf(answer))
      },
      onError: (error, _input, _onMutate, { meta }) => {
        noticePasswordDue(error)
        if (meta?.reload && asApiError(error).code === 'CONFLICT') offerReload(error, meta.reload)
        else if (meta?.alert !== 'none') showError(error)
      },
    }),
  })
}

/** Nothing is overwritten: the record of the screen is older than the stored one. */
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

function noticePasswordDue(error: unknown): void {
  if (asApiError(error).code === 'PASSWORD_CHANGE') session.passwordDue()
}

/** First parts of the paths of everything that shows money, to read again after it moved. */
export const moneyQueryKeys: readonly string[] = [
  'application',
  'applicationfee',
  'request',
  'payment',
  'approval',
  'closing',
]
