import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { alerts, showError, useAlert } from './alerts.ts'

beforeEach(() => alerts.reset())

const told = (status: number, code = 'X') => {
  showError(new ApiError('ข้อความของระบบ', { code, status }))
  return renderHook(() => useAlert()).result.current.message
}

it('tells what the server said', () => expect(told(409)).toBe('ข้อความของระบบ'))

it('does not call undone what may be done, and what nobody should do twice', () => {
  showError(new ApiError('ข้อความของระบบ', { code: 'NETWORK', status: 0, mayBeDone: true }))
  expect(renderHook(() => useAlert()).result.current.message).toBe(
    'ไม่ทราบว่าทำรายการสำเร็จหรือไม่ กรุณาตรวจสอบก่อนทำรายการอีกครั้ง',
  )
})

it('says nothing of a lost session', () => expect(told(401)).toBe(''))

it.each([
  [0, 'NETWORK'],
  [502, 'SERVER'],
  [503, 'UNAVAILABLE'],
])('leaves the reason to the notice of the connection: %i %s', (status, code) => {
  expect(told(status, code)).toBe('ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้งเมื่อเชื่อมต่อระบบได้')
})
