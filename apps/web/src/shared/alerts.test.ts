import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { alerts, useAlert } from './alerts.ts'

const shown = () => renderHook(() => useAlert()).result.current

beforeEach(() => alerts.reset())

describe('the alert', () => {
  it('is replaced by the next one and can be dismissed', () => {
    alerts.success('บันทึกข้อมูลเรียบร้อยแล้ว')
    alerts.error('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง')
    expect(shown()).toMatchObject({ active: true, err: true })
    alerts.reset()
    expect(shown()).toMatchObject({ active: false, message: '', err: false, action: null })
  })

  it('of a success stays for one change of page and is gone after the second', () => {
    alerts.success('บันทึกข้อมูลเรียบร้อยแล้ว')
    alerts.pageChanged()
    expect(shown().active).toBe(true)
    alerts.pageChanged()
    expect(shown().active).toBe(false)
  })

  it('of an error is gone after a change of page', () => {
    alerts.error('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง')
    alerts.pageChanged()
    expect(shown().active).toBe(false)
  })
})
