/** The error that a failed call throws. */
import { answerMessages } from '@khapdee/domain/words'
import { isUnavailableStatus } from './server-status.ts'

/** One wrong field: `path` is dotted, as `course.0.cost`; `message` is Thai. */
export interface FieldProblem {
  path: string
  message: string
}

/** The code of a call without a complete answer. */
export const networkCode = 'NETWORK'
/** The code of an answer in an unknown format, such as a gateway's page, and of an unexpected error. */
export const serverCode = 'SERVER'

interface ApiErrorDetails {
  code: string
  /** The HTTP status; 0 without an answer. */
  status: number
  errors?: readonly FieldProblem[] | undefined
  /** Whether the server may have executed the call, so that a retry could execute it twice. */
  retryMayDuplicate?: boolean
  /** Identifies the failed request in the server's log. */
  requestId?: string | undefined
}

/** The failure of a call; `message` is Thai and ready to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly errors: readonly FieldProblem[]
  readonly retryMayDuplicate: boolean
  readonly requestId: string | undefined

  constructor(message: string, details: ApiErrorDetails) {
    super(message)
    this.code = details.code
    this.status = details.status
    this.errors = details.errors ?? []
    this.retryMayDuplicate = details.retryMayDuplicate ?? false
    this.requestId = details.requestId
  }
}

/**
 * Whether the server is unreachable or cannot work. `shell/connection.ts` then polls the server,
 * and a notice is shown.
 */
export const isServerUnavailable = ({ code, status }: ApiError): boolean =>
  code === networkCode || isUnavailableStatus(status)

/** Returns an ApiError as it is and wraps any other thrown value in one with the code SERVER. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(answerMessages.failed, { code: serverCode, status: 0 })
}
