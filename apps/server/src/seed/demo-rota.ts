/**
 * The users at the counters of the demo school on a day: each role has a weekly day off, on which
 * another role substitutes it.
 */
import { type Weekday, weekdayNames } from '@khapdee/domain/employee'
import type { Day } from '@khapdee/domain/thai-date'

const daysOff = { registrar: 'tuesday', cashier: 'thursday', manager: 'sunday' } as const

export type CounterRole = keyof typeof daysOff

/** The substitute of a role on its day off. */
const standIns: Readonly<Record<CounterRole, CounterRole>> = {
  registrar: 'cashier',
  cashier: 'registrar',
  manager: 'cashier',
}

/** The weekly day off of a role at the counter; undefined for other roles. */
export const dayOffOf = (role: string): Weekday | undefined =>
  (daysOff as Readonly<Record<string, Weekday>>)[role]

/** Whether the users of a role work on a day. */
export const isPresent = (role: CounterRole, day: Day): boolean =>
  weekdayNames[(new Date(day).getUTCDay() + 6) % 7] !== daysOff[role]

/** The role itself, or its substitute on its day off. */
export const atWork = (role: CounterRole, day: Day): CounterRole =>
  isPresent(role, day) ? role : standIns[role]

/** The role that counts the cash of a day; a registrar is not allowed to. */
export const closerOn = (day: Day): CounterRole =>
  isPresent('cashier', day) ? 'cashier' : 'manager'

/** The user name of a role in a branch. */
export const userOf = (role: CounterRole, branch: string): string =>
  `${role}.${branch.toLowerCase()}`
