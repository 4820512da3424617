/** Users and times of the events of the demo's applications. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { type Day, addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import type { UserContext } from '../kernel/context.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { isPresent, userOf } from './demo-rota.ts'

const hour = 3_600_000

/** Requests older than this many days are all decided; newer ones are more frequent. */
const waitingDays = 5

/** Whether a request of the day may still be undecided; such requests are more frequent. */
export const isRecent = (day: Day, today: Day) => day >= addDays(today, -waitingDays)

/** The call of an audit entry. */
export const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Returns the context of a user at a time. */
export type ActAs = (username: string, at: Date, call: string) => UserContext

/** The user who decides on a day: the manager, or the owner if it was the manager's registration or day off. */
export const decider = ({ branch, clerk }: PlannedApplication, at: Date): string =>
  clerk.startsWith('manager.') || !isPresent('manager', todayInBangkok(at))
    ? 'owner'
    : userOf('manager', branch)

/** After this time the only event is the day close. */
const dayEnd = '18:40:00+07:00'

/**
 * The time some hours later, before the end of the day: less time passes between events in the evening, in the same
 * order.
 */
export function after(at: Date, hours: number): Date {
  const rest = new Date(`${todayInBangkok(at)}T${dayEnd}`).getTime() - at.getTime()
  const passed = Math.min(hours * hour, (rest * hours) / (hours + 1))
  return new Date(at.getTime() + Math.floor(passed / 1000) * 1000)
}
