import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { StartError } from '../db/start-error.ts'
import { AppError, toAppError, invalid } from './errors.ts'

function databaseError(code: string) {
  const error = new DatabaseError('row (1100000000016) …', 0, 'error')
  error.code = code
  return error
}

describe('toAppError', () => {
  it.each([
    ['22021', 400],
    ['22003', 400],
    ['23503', 400],
    ['57P01', 503],
    ['53100', 503],
    ['57014', 503],
    ['40P01', 503],
    ['23P01', 409],
    ['08006', 503],
  ])('answers PostgreSQL error %s with %i', (code, http) => {
    expect(toAppError(databaseError(code))?.http).toBe(http)
  })

  it.each(['ECONNREFUSED', 'ECONNRESET'])('answers %s with 503', (code) => {
    expect(toAppError(Object.assign(new Error('connect'), { code }))?.http).toBe(503)
  })

  it.each([
    'Connection terminated unexpectedly',
    // The error of a ROLLBACK on a lost connection, which hides the loss.
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('answers "%s" with 503', (message) => {
    expect(toAppError(new Error(message))?.code).toBe('UNAVAILABLE')
  })

  it('answers with 503 if none of several database servers can be used', () => {
    expect(toAppError(new StartError('None of the database servers accepts writes'))?.http).toBe(
      503,
    )
  })

  it('returns null for an unforeseen error', () => {
    expect(toAppError(databaseError('42P01'))).toBeNull()
    expect(toAppError(new TypeError('x is undefined'))).toBeNull()
    expect(toAppError('thrown text')).toBeNull()
  })

  it('returns an AppError unchanged', () => {
    const appError = new AppError('OVERPAY', 'จำนวนเงินเกินยอดค้างชำระ', 400)
    expect(toAppError(appError)).toBe(appError)
  })

  it('never includes the database’s message', () => {
    expect(toAppError(databaseError('23503'))?.message).not.toMatch(/1100000000016/)
  })
})

it('limits the field errors of one answer to 100, with a note of their number', () => {
  const errors = Array.from({ length: 1500 }, (_, n) => ({ path: `course.${n}`, message: 'ผิด' }))
  const { errors: shown = [] } = invalid(errors)
  expect(shown).toHaveLength(101)
  expect(shown.at(-1)).toEqual({
    path: '',
    message: 'มีข้อผิดพลาดทั้งหมด 1,500 รายการ แสดง 100 รายการแรก',
  })
  expect(invalid(errors.slice(0, 100)).errors).toHaveLength(100)
})
