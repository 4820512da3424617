/** The demo's sales of other fees without a course: to customers of the year, and to walk-ins. */
import { zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { starterOtherFees } from '@khapdee/domain/setup/starter-catalogue'
import { feeLine } from './demo-lines.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { walkIn } from './demo-vehicle-checks.ts'
import { createRandom } from './random.ts'

const seed = 25_690_711
/** One sale follows this many applications. */
const applicationsPerSale = 16
/** Probability that the buyer is a walk-in. */
const walkInShare = 0.45
/** Milliseconds from the customer's other application to the sale. */
const delayMs = 40 * 60_000

const baskets = [
  ['ค่าคู่มือ/หนังสือเรียน'],
  ['ค่าถ่ายรูป 1 นิ้ว'],
  ['ค่าใบรับรองแพทย์', 'ค่าถ่ายรูป 1 นิ้ว'],
  ['ค่าทดสอบสมรรถภาพร่างกาย'],
] as const

/**
 * The planned applications with sales of other fees among them, in chronological order.
 * @param today no sale is planned after it
 */
export function withOtherFees(
  plans: readonly PlannedApplication[],
  today: Day,
): PlannedApplication[] {
  const random = createRandom(seed)
  const sales = plans.flatMap((plan, i): PlannedApplication[] => {
    if (i % applicationsPerSale !== 0 || plan.day > today || plan.vehicle !== undefined) return []
    const isWalkIn = random.chance(walkInShare)
    const pay_type = random.chance(0.7) ? 'cash' : 'transfer'
    const isUnpaid = !isWalkIn && random.chance(0.2)
    return [
      {
        ...plan,
        ...(isWalkIn && { customer: walkIn(random, plan), isWalkIn }),
        type: 'other_fee',
        at: new Date(plan.at.getTime() + delayMs),
        course: [],
        other_fee: random.pick(baskets).map((name) => {
          const line = feeLine(starterOtherFees, name)
          return { ...line, pay_type, paid: isUnpaid ? zeroSatang : line.cost }
        }),
        request_fee: [],
        cash_received: null,
        due_date: null,
        note: '',
      },
    ]
  })
  return [...plans, ...sales].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
