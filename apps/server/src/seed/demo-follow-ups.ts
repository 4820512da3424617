/** Plans the follow-ups of the demo: what customers with a late balance said when the school phoned them. */
import { type Day, addDays, daysBetween } from '@khapdee/domain/thai-date'
import { createRandom } from './random.ts'

/** A stored application with a balance. */
export interface DemoBalance {
  application_id: number
  /** The agreed day, or null. */
  due_date: Day | null
}

export interface PlannedFollowUp {
  application_id: number
  at: Date
  note: string
  next_date: Day | null
}

const unreachedNotes = ['ไม่รับสาย', 'ไม่รับสาย ฝากข้อความทางไลน์แล้ว', 'ติดต่อไม่ได้ หมายเลขไม่ถูกต้อง']
const promiseNotes = [
  'ขอเลื่อนวันนัด รอเงินเดือนออก',
  'จะโอนให้ตามวันนัด',
  'ขอผ่อนชำระเป็นงวด',
  'อยู่ต่างจังหวัด จะเข้ามาชำระที่สาขา',
]

const seed = 25_690_402
/** Share of the balances with a past agreed day that the school followed up. */
const followedShare = 0.35

/** The follow-ups of balances whose agreed day is past, in chronological order; none is later than yesterday. */
export function planFollowUps(balances: readonly DemoBalance[], today: Day): PlannedFollowUp[] {
  const random = createRandom(seed)
  const planned = balances.flatMap(({ application_id, due_date }): PlannedFollowUp[] => {
    if (due_date === null || due_date >= today || !random.chance(followedShare)) return []
    const daysLate = daysBetween(due_date, today)
    const at = (day: Day) => new Date(`${day}T${random.pick(['09:40', '13:15', '16:05'])}:00+07:00`)
    const first = {
      application_id,
      note: random.pick(unreachedNotes),
      next_date: null,
      at: at(due_date),
    }
    if (daysLate < 2 || random.chance(0.3)) return [first]
    const called = addDays(due_date, random.int(1, Math.min(daysLate - 1, 20)))
    const daysSinceCall = daysBetween(called, today)
    const next_date = addDays(
      called,
      random.pick([daysSinceCall, daysSinceCall + 3, daysSinceCall + 10, 7]),
    )
    return [first, { application_id, note: random.pick(promiseNotes), next_date, at: at(called) }]
  })
  return planned.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
