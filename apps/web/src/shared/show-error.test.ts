import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { alerts, showError, useAlert } from './alerts.ts'

beforeEach(() => alerts.reset())

const alertTextOf = (status: number, code = 'X') => {
  showError(new ApiError('ข้อความของระบบ', { code, status }))
  return renderHook(() => useAlert()).result.current.message
}

it('showError shows the message of the server', () =>
  expect(alertTextOf(409)).toBe('ข้อความของระบบ'))

it('showError asks the user to check the result when the command may have taken effect', () => {
  showError(new ApiError('ข้อความของระบบ', { code: 'NETWORK', status: 0, retryMayDuplicate: true }))
  expect(renderHook(() => useAlert()).result.current.message).toBe(
    'ไม่ทราบว่าทำรายการสำเร็จหรือไม่ กรุณาตรวจสอบก่อนทำรายการอีกครั้ง',
  )
})

it('showError shows nothing for a lost session', () => expect(alertTextOf(401)).toBe(''))

it.each([
  [0, 'NETWORK'],
  [502, 'SERVER'],
  [503, 'UNAVAILABLE'],
])(
  'showError omits the reason on %i %s, because the connection notice states it',
  (status, code) => {
    expect(alertTextOf(status, code)).toBe('ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้งเมื่อเชื่อมต่อระบบได้')
  },
)
