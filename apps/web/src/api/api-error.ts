/** The error that a failed call throws. */
import { isAwayStatus } from './server-status.ts'

/** One wrong field: `path` is dotted, as `course.0.cost`; `message` is Thai. */
export interface FieldProblem {
  path: string
  message: string
}

/** Codes set by the web app itself; every other code comes from the server. */
export const networkCode = 'NETWORK'
export const serverCode = 'SERVER'

interface Details {
  code: string
  /** HTTP status; 0 when no answer came. */
  status: number
  errors?: readonly FieldProblem[] | undefined
  /** The outcome is unknown, and repeating the call could repeat its effect. */
  mayBeDone?: boolean
  /** Names the failure in the server's log. */
  requestId?: string | undefined
}

/** A call that failed; `message` is Thai and ready to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly errors: readonly FieldProblem[]
  readonly mayBeDone: boolean
  readonly requestId: string | undefined

  constructor(message: string, details: Details) {
    super(message)
    this.code = details.code
    this.status = details.status
    this.errors = details.errors ?? []
    this.mayBeDone = details.mayBeDone ?? false
    this.requestId = details.requestId
  }
}

/** The server is unreachable or cannot work: the connection notice shows it and retries. */
export const isServerAway = ({ code, status }: ApiError): boolean =>
  code === networkCode || isAwayStatus(status)

/** Any thrown value as an ApiError, so that screens show one kind of failure. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง', { code: serverCode, status: 0 })
}
