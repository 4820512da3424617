/**
 * Fixed lists of values for the vehicles of the school, and the due days of their insurance, tax and inspections.
 * Source: product specification, section 9.
 */

import { type Day, daysBetween } from './thai-date.ts'
import type { Tone } from './tone.ts'
import { vehicleWords, stateWords } from './words.ts'

export const vehicleStatuses = {
  ready: { label: 'พร้อมใช้งาน', tone: 'ok' },
  repair: { label: 'ซ่อมบำรุง', tone: 'warn' },
  retired: { label: 'เลิกใช้งาน', tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type VehicleStatus = keyof typeof vehicleStatuses

export const transmissions = {
  manual: { label: 'เกียร์ธรรมดา' },
  automatic: { label: 'เกียร์อัตโนมัติ' },
} as const

export type Transmission = keyof typeof transmissions

/** Suggested values; any other text is allowed. */
export const vehicleTypes = [
  'รถยนต์เก๋ง',
  'รถกระบะ',
  vehicleWords.motorcycle,
  'รถบรรทุก 6 ล้อ',
  'รถบรรทุก 10 ล้อ',
  'รถหัวลาก',
  'รถตู้',
] as const

/** Suggested values; any other text is allowed. */
export const insuranceTypes = ['ชั้น 1', 'ชั้น 2+', 'ชั้น 2', 'ชั้น 3+', 'ชั้น 3'] as const

/** Labels of the due days; the keys are the columns of the vehicle. */
export const dueKinds = {
  noti_check: 'ครบกำหนดตรวจสภาพ',
  noti_compulsory: 'พ.ร.บ. หมดอายุ',
  noti_insurance: 'ประกันภัยหมดอายุ',
  noti_tax: 'ภาษีหมดอายุ',
} as const

export type DueKind = keyof typeof dueKinds

export const dueStates = {
  overdue: { label: stateWords.overdue, tone: 'danger' },
  due: { label: 'ใกล้ครบกำหนด', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type DueState = keyof typeof dueStates

/**
 * The state of a due day: overdue, or due within `remindDays` days; null if it is later. The due day itself
 * is not yet overdue.
 */
export function dueState(due: Day, today: Day, remindDays: number): DueState | null {
  const daysLeft = daysBetween(today, due)
  if (daysLeft < 0) return 'overdue'
  return daysLeft <= remindDays ? 'due' : null
}

type DueVehicle = Readonly<Record<DueKind, Day | null>> & { status: VehicleStatus }

export interface Reminder {
  kind: DueKind
  day: Day
  /** Days left; negative after the due day. */
  daysLeft: number
  state: DueState
}

/** The due items of a vehicle, earliest due day first; none for a retired vehicle. */
export function remindersOf(vehicle: DueVehicle, today: Day, remindDays: number): Reminder[] {
  if (vehicle.status === 'retired') return []
  return (Object.keys(dueKinds) as DueKind[])
    .flatMap((kind) => {
      const day = vehicle[kind]
      const state = day && dueState(day, today, remindDays)
      return day && state ? [{ kind, day, state, daysLeft: daysBetween(today, day) }] : []
    })
    .toSorted((a, b) => a.daysLeft - b.daysLeft)
}
