import { addDays, day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { type CounterRole, atWork, closerOn, dayOffOf, isPresent } from './demo-rota.ts'

const week = Array.from({ length: 7 }, (_, i) => addDays(day('2026-11-16'), i))
const roles: CounterRole[] = ['registrar', 'cashier', 'manager']

describe('the rota of the demo school', () => {
  it('has the correct weekdays: 16 November 2026 is a Monday, the 17th the day off of registrars', () => {
    expect(dayOffOf('registrar')).toBe('tuesday')
    expect(week.map((date) => isPresent('registrar', date))).toEqual([
      true,
      false,
      ...Array.from({ length: 5 }, () => true),
    ])
  })

  it.each(roles)('assigns the work of the %s to a role that is at work', (role) => {
    for (const date of week) expect(isPresent(atWork(role, date), date)).toBe(true)
    expect(week.filter((date) => atWork(role, date) === role)).toHaveLength(6)
  })

  it('has a user for each day close who is allowed to do it', () => {
    for (const date of week) {
      expect(isPresent(closerOn(date), date)).toBe(true)
      expect(closerOn(date)).not.toBe('registrar')
    }
  })
})
