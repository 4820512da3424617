/** Own events in the calendar of the demo: what branches do together, and private appointments. */
import { calendarEvent } from '@khapdee/contract/entities/calendar'
import type { CalendarCategory } from '@khapdee/domain/calendar'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { createEvent } from '../modules/calendar/own-events.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { type BranchCode, branchCodes } from './demo-branches.ts'

interface DemoEvent {
  role: 'manager' | 'registrar' | 'examiner'
  /** Days from today. */
  day: number
  /** Days that it lasts; whole days if there are no times. */
  days?: number
  times?: readonly [start: string, end: string]
  category: CalendarCategory
  title: string
  note?: string
  isShared?: boolean
  isBusy?: boolean
}

/** Events that occupy their owner are before or after the hours of all sessions. */
const events: readonly DemoEvent[] = [
  {
    role: 'manager',
    day: 2,
    times: ['08:15', '08:45'],
    category: 'Business',
    title: 'ประชุมประจำสัปดาห์',
    isShared: true,
  },
  {
    role: 'manager',
    day: 9,
    times: ['15:00', '16:00'],
    category: 'ETC',
    title: 'ตรวจถังดับเพลิง',
    note: 'ช่างจากบริษัทประกัน',
    isShared: true,
  },
  {
    role: 'registrar',
    day: 4,
    times: ['17:15', '18:00'],
    category: 'Personal',
    title: 'พบทันตแพทย์',
  },
  {
    role: 'examiner',
    day: 5,
    times: ['17:00', '18:30'],
    category: 'Family',
    title: 'รับลูกจากโรงเรียน',
    isBusy: true,
  },
  { role: 'registrar', day: 12, days: 2, category: 'Family', title: 'งานแต่งน้องสาว' },
]

/** Enters the events as their owners. */
export async function createDemoEvents(
  actAs: ActAs,
  branchIdOf: (code: BranchCode) => number,
  today: Day,
): Promise<void> {
  const at = new Date(`${addDays(today, -3)}T09:20:00+07:00`)
  for (const branch of branchCodes) {
    for (const { role, day, days = 1, times, isShared, isBusy, note = '', ...values } of events) {
      const ctx = actAs(`${role}.${branch.toLowerCase()}`, at, callOf(calendarEvent.create))
      const start = addDays(today, day)
      const [start_time, end_time] = times ?? [null, null]
      await createEvent(ctx, {
        ...values,
        note,
        branch_id: isShared === true ? branchIdOf(branch) : null,
        is_all_day: times === undefined,
        start,
        start_time,
        end: addDays(start, days - 1),
        end_time,
        is_busy: isBusy ?? false,
      })
    }
  }
}
