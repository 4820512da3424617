/** Errors with which calls are answered. The message is in Thai, for the user. */
import { messages } from '@khapdee/contract/messages'
import { lockedDayMessage } from '@khapdee/domain/account-lock'
import type { Day } from '@khapdee/domain/thai-date'
import { documentMatchedMessage } from '@khapdee/domain/statement/statement'
import { answerMessages, units } from '@khapdee/domain/words'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import { DatabaseError } from 'pg'
import { isStalePlan } from '../db/client.ts'
import { StartError } from '../db/start-error.ts'

interface FieldError {
  /** As on the wire, e.g. `course.0.paid`. */
  path: string
  message: string
}

interface Details {
  errors?: readonly FieldError[]
  /** Commits the writes of the command although it fails, e.g. a counted login failure or a revoked session. */
  commit?: boolean
}

export class AppError extends Error {
  readonly code: string
  readonly http: number
  readonly errors: readonly FieldError[] | undefined
  readonly commit: boolean

  constructor(code: string, message: string, http: number, details: Details = {}) {
    super(message)
    this.code = code
    this.http = http
    this.errors = details.errors
    this.commit = details.commit ?? false
  }
}

/** Maximum of field errors in one answer, besides the note that there are more. */
const maxErrors = 100

/** The first errors, followed by a note of their total number when some are omitted. */
function boundedErrors(errors: readonly FieldError[]): readonly FieldError[] {
  if (errors.length <= maxErrors) return errors
  const total = errors.length.toLocaleString('en')
  const message = `มีข้อผิดพลาดทั้งหมด ${total} รายการ แสดง ${maxErrors} รายการแรก`
  return [...errors.slice(0, maxErrors), { path: '', message }]
}

/** 400: invalid input, with an error for each field, at most a hundred. */
export const invalid = (errors: readonly FieldError[], details: Omit<Details, 'errors'> = {}) =>
  new AppError('VALIDATION', errors[0]?.message ?? messages.invalid, 400, {
    ...details,
    errors: boundedErrors(errors),
  })

/** 404: the record does not exist, or belongs to a branch that the user may not see. */
export const notFound = () => new AppError('NOT_FOUND', 'ไม่พบข้อมูลที่ต้องการ', 404)

/** 403: the user lacks the permission for the call, or may not change the record. */
export const forbidden = () => new AppError('FORBIDDEN', answerMessages.forbidden, 403)

/** 403: users with an initial password must change it before any other call. */
export const passwordChangeRequired = () =>
  new AppError('PASSWORD_CHANGE', 'กรุณาเปลี่ยนรหัสผ่านก่อนเริ่มใช้งาน', 403)

/** 409: another user has changed the record since it was read. */
export const conflict = (message = 'ข้อมูลถูกแก้ไขโดยผู้อื่น กรุณาโหลดใหม่') =>
  new AppError('CONFLICT', message, 409)

/** 409: the state of the record does not allow the action. */
export const stateError = (message: string) => new AppError('STATE', message, 409)

/** 401: no session, or one that has ended. */
export const sessionEnded = (details: Details = {}) =>
  new AppError('SESSION', answerMessages.signedOut, 401, details)

/** The rows of one kind that use a record, which prevents its deletion. */
export interface Usage {
  /** Name of the kind, in Thai. */
  label: string
  count: number
  /** Thai classifier of the count; default รายการ. */
  unit?: string
  /** Names or codes of the first rows that the user may see. */
  names: readonly string[]
}

function usageText({ label, count, unit = units.entries, names }: Usage): string {
  if (names.length === 0) return `${label} ${count} ${unit}`
  const others = names.length < count ? ' และอื่น ๆ' : ''
  return `${label} ${count} ${unit} (${names.join(', ')}${others})`
}

/** 409: deletion is refused; the message lists the rows that use the record. */
export const inUse = (usages: readonly Usage[]) =>
  new AppError('IN_USE', `ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: ${usages.map(usageText).join(', ')}`, 409)

/** 409: another record already has this value. */
export const duplicate = (path: string, label: string) =>
  new AppError('DUPLICATE', `${label} นี้มีในระบบแล้ว`, 409, {
    errors: [{ path, message: `${label} นี้มีในระบบแล้ว` }],
  })

/**
 * 400: the books of the branch are locked on this day.
 * @param path the field with the day, if the call has one
 */
export const dayLocked = (day: Day, lockDay: Day, path?: string) => {
  const message = lockedDayMessage(day, lockDay)
  const errors = path === undefined ? {} : { errors: [{ path, message }] }
  return new AppError('DAY_LOCKED', message, 400, errors)
}

/** 409: the document is matched with a line of a bank statement. */
const documentMatched = () => stateError(documentMatchedMessage)

const diskFull = () => new AppError('DISK_FULL', 'พื้นที่เก็บไฟล์เต็ม กรุณาแจ้งผู้ดูแลระบบ', 507)

/** The database does not answer. */
export const unavailable = () => new AppError('UNAVAILABLE', answerMessages.failed, 503)

// Text that PostgreSQL cannot store, a number out of range, a missing referenced row.
const invalidValueCodes = new Set(['22021', '22P05', '22003', '23503'])
// Raised by the function check_access_version.
const staleAccessCode = 'KD001'
// Raised by the function refuse_locked_day.
const lockedDayCode = 'KD002'
/**
 * The message that an expense cannot be changed once its withheld tax was paid to the Revenue
 * Department.
 */
export const remittedMessage =
  'นำส่งภาษีหัก ณ ที่จ่ายของรายการนี้แล้ว แก้ไขจำนวนเงิน วันที่ หรือยกเลิกไม่ได้ กรุณายกเลิกรายการนำส่งก่อน'

/** The message that an entry cannot be changed once its cash was counted. */
const countedMessage =
  'เงินสดของรายการนี้ตรวจนับแล้ว แก้ไขรายการ วันที่ จำนวนเงิน วิธีชำระ แหล่งเงินสด หรือยกเลิกไม่ได้'

/**
 * Cash that is not there, raised by triggers of drawers and petty cash; the detail has the amounts in satang. KD004: the drawer
 * holds less. KD005: a day close or a count has counted the movement. KD006: petty cash below 0 or above its limit, which is 0
 * when it is closed.
 */
function moneyProblem({ code, detail = '' }: DatabaseError): string | null {
  const amount = (value: unknown) => bahtWithUnit(satang(Number(value)))
  if (code === 'KD004') return `เงินสดในลิ้นชักมีไม่พอ มีอยู่ ${amount(detail)}`
  if (code === 'KD005') return countedMessage
  if (code === 'KD007') return remittedMessage
  if (code !== 'KD006') return null
  const { balance, limit }: { balance: number; limit: number } = JSON.parse(detail)
  if (limit === 0)
    return `เงินสดย่อยที่ปิดใช้งานต้องไม่มีเงินคงเหลือ (คงเหลือ ${amount(balance)}) กรุณาเปิดใช้งานหรือคืนเงินเข้าลิ้นชักก่อน`
  return balance < 0
    ? `เงินสดย่อยมีไม่พอ ขาด ${amount(-balance)}`
    : `เงินสดย่อยคงเหลือ ${amount(balance)} เกินวงเงิน ${amount(limit)}`
}

// Raised by the triggers of documents that are matched with lines of a bank statement.
const matchedCode = 'KD003'
// Deadlock, serialisation failure.
const retryableCodes = new Set(['40P01', '40001'])
// Shutting down, starting up, too many connections, disk full, statement timeout, read-only, and
// stale rights and retryable errors that also failed at the last attempt.
const unavailableCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '57014',
  '25006',
  staleAccessCode,
  ...retryableCodes,
])
const unavailableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
])

// Unique violation, exclusion violation.
const uniqueViolationCodes = new Set(['23505', '23P01'])

/** Name of the violated unique or exclusion constraint; null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  const isTaken = error instanceof DatabaseError && uniqueViolationCodes.has(error.code ?? '')
  return isTaken ? (error.constraint ?? '') : null
}

// Two spans of time overlap. A concurrent transaction took the other one after this one had checked that it was free.
const overlapCode = '23P01'

/**
 * Whether the transaction may succeed when it is retried, or its checks can then report the
 * conflict: the error of an exclusion constraint contains nothing that a user could read.
 */
export const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (retryableCodes.has(error.code ?? '') || error.code === overlapCode || isStalePlan(error))

/** Whether the rights of users have changed since the actor of the transaction was read. */
export const isStaleAccess = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === staleAccessCode

/** Converts an error to an answer; null for an unforeseen error, which is answered with 500. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseError) {
    if (invalidValueCodes.has(error.code ?? ''))
      return new AppError('VALIDATION', messages.invalid, 400)
    if (error.code === lockedDayCode) {
      const { day, lock_day } = JSON.parse(error.detail ?? '{}') as { day: Day; lock_day: Day }
      return dayLocked(day, lock_day)
    }
    if (error.code === matchedCode) return documentMatched()
    if (error.code === overlapCode) return conflict()
    if (unavailableCodes.has(error.code ?? '') || error.code?.startsWith('08')) return unavailable()
    const problem = moneyProblem(error)
    return problem === null ? null : stateError(problem)
  }
  if (!(error instanceof Error)) return null
  // No server of the database accepts writes, while a standby is being promoted.
  if (error instanceof StartError) return unavailable()
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull()
  const lost =
    /Connection terminated|not queryable|timeout exceeded when trying to connect|read timeout/.test(
      error.message,
    )
  return lost || unavailableSystemCodes.has(code) ? unavailable() : null
}
