/** What a failed call throws. */
import { isAwayStatus } from './server-status.ts'

/** One wrong field: `path` is dotted, as `course.0.cost`; `message` is Thai. */
export interface FieldProblem {
  path: string
  message: string
}

/** Codes that this program gives by itself; every other code comes from the server. */
export const networkCode = 'NETWORK'
export const serverCode = 'SERVER'

interface Details {
  code: string
  /** HTTP status; 0 when no answer came. */
  status: number
  errors?: readonly FieldProblem[] | undefined
  /** Nobody knows whether it was done, and doing it again could do it twice. */
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

/** The server could not be reached, or cannot work: the screen's notice tells it and tries again. */
export const isServerAway = ({ code, status }: ApiError): boolean =>
  code === networkCode || isAwayStatus(status)

/** Any thrown thing as an ApiError, so that screens have one kind of failure to show. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง', { code: serverCode, status: 0 })
}
