import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { alerts, useAlert, usePastAlerts } from './alerts.ts'

const currentAlert = () => renderHook(() => useAlert()).result.current
const pastMessages = () =>
  renderHook(() => usePastAlerts()).result.current.map(({ message }) => message)

beforeEach(() => alerts.forget())

describe('alerts', () => {
  it('replaces the current alert with the next one, and clears it on reset', () => {
    alerts.success('บันทึกข้อมูลเรียบร้อยแล้ว')
    alerts.error('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง')
    expect(currentAlert()).toMatchObject({ active: true, err: true })
    alerts.reset()
    expect(currentAlert()).toMatchObject({ active: false, message: '', err: false, action: null })
  })

  it('keeps a success for one navigation and clears it on the second', () => {
    alerts.success('บันทึกข้อมูลเรียบร้อยแล้ว')
    alerts.handleNavigation()
    expect(currentAlert().active).toBe(true)
    alerts.handleNavigation()
    expect(currentAlert().active).toBe(false)
  })

  it('clears an error on navigation', () => {
    alerts.error('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง')
    alerts.handleNavigation()
    expect(currentAlert().active).toBe(false)
  })

  it('keeps the last 20 of them, newest first, until another user signs in', () => {
    for (let n = 1; n <= 21; n++) alerts.success(`ใบเสร็จ ${n}`)
    alerts.reset()
    alerts.error('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง')
    expect(pastMessages()).toHaveLength(20)
    expect(pastMessages().slice(0, 2)).toEqual(['ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง', 'ใบเสร็จ 21'])
    alerts.forget()
    expect(pastMessages()).toEqual([])
  })
})
