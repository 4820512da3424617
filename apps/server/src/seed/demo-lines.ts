/** The lines of the demo's applications: courses with promotion codes, and fees. */
import type { PayType } from '@khapdee/domain/application/status'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { discountFor, promotionProblem } from '@khapdee/domain/promotion'
import type { Day } from '@khapdee/domain/thai-date'
import { examDayAfter } from './demo-calendar.ts'
import { starterOtherFees } from '@khapdee/domain/setup/starter-catalogue'
import { type DemoCourse, type DemoPromotion } from './demo-catalogue.ts'
import { ageOf } from './demo-choices.ts'
import type { DemoCustomer } from './demo-people.ts'
import type { Random } from './random.ts'

/** A line of an application before it has ids. */
export interface PlannedLine {
  /** A course's key, or a fee's name. */
  item: string
  cost: Satang
  discount: Satang
  promotion_code: string
  exam_date: Day | null
  paid: Satang
  pay_type: PayType
  /** How much of `paid` is in cash, when the rest is a transfer; absent for a single pay type. */
  paid_in_cash?: Satang
}

type PromotionUses = ReturnType<typeof createPromotionUses>

/** Counts the uses of each promotion code, so that no limit is exceeded. */
export function createPromotionUses(promotions: readonly DemoPromotion[]) {
  const usage = new Map<string, number>()
  return {
    /** Counts a use of the code; null if it is not valid for courses on that day, or used up. */
    use(code: string, today: Day): DemoPromotion | null {
      const promotion = promotions.find((candidate) => candidate.code === code)
      if (promotion === undefined) return null
      const used = usage.get(code) ?? 0
      const terms = {
        ...promotion,
        branch_id: null,
        is_unlimit: promotion.limit === null,
        usage: used,
        is_activate: true,
        is_delete: false,
      }
      const line = { today, lineKind: 'course', branchId: 0 } as const
      if (promotionProblem(terms, line) !== null) return null
      usage.set(code, used + 1)
      return promotion
    },
  }
}

/** Lowest price of a course that gets a promotion code; excludes single lessons. */
const minPromotedPrice = satang(150_000)

function choosePromotion(
  random: Random,
  promotions: PromotionUses,
  { price, pair, age, today }: { price: Satang; pair: boolean; age: number; today: Day },
): DemoPromotion | null {
  if (price < minPromotedPrice) return null
  const offers: [code: string, share: number][] = [
    ['COMBO500', pair ? 1 : 0],
    ['STAFF50', 0.01],
    ['SONGKRAN', 0.45],
    ['STUDENT10', age <= 22 ? 0.25 : 0],
    ['FRIEND300', 0.07],
  ]
  for (const [code, share] of offers) {
    const promotion = random.chance(share) ? promotions.use(code, today) : null
    if (promotion !== null) return promotion
  }
  return null
}

/** A line without a payment. */
const unpaid = (item: string, cost: Satang): PlannedLine => ({
  item,
  cost,
  discount: zeroSatang,
  promotion_code: '',
  exam_date: null,
  paid: zeroSatang,
  pay_type: 'cash',
})

export function courseLines(
  random: Random,
  promotions: PromotionUses,
  courses: readonly DemoCourse[],
  customer: DemoCustomer,
  today: Day,
): PlannedLine[] {
  const age = ageOf(customer, today)
  return courses.map((course, i) => {
    const { key, price, exams } = course
    const pair = courses.length > 1 && i === 0
    const promotion = choosePromotion(random, promotions, { price, pair, age, today })
    const line = unpaid(key, price)
    if (exams.length > 0 && random.chance(0.6)) line.exam_date = examDayAfter(random, today)
    if (promotion === null) return line
    const { type_discount } = promotion
    const value = type_discount === 'amount' ? promotion.value * 100 : promotion.value
    return {
      ...line,
      promotion_code: promotion.code,
      discount: discountFor({ type_discount, value }, price),
    }
  })
}

/** An unpaid line of a fee. @throws Error when the catalogue has no fee with this name */
export const feeLine = (
  fees: readonly { name: string; price: Satang }[],
  name: string,
): PlannedLine => {
  const fee = fees.find((candidate) => candidate.name === name)
  if (fee === undefined) throw new Error(`no fee ${name}`)
  return unpaid(name, fee.price)
}

const courseExtras = [
  'ค่าใบรับรองแพทย์',
  'ค่าทดสอบสมรรถภาพร่างกาย',
  'ค่าคู่มือ/หนังสือเรียน',
  'ค่าถ่ายรูป 1 นิ้ว',
  'ค่าอบรมผ่านระบบ e-Learning',
  'ค่าประกันความเสียหายระหว่างฝึก',
]

/** About a third of the customers with an exam buy one to three other items with the course. */
export function otherFeeLines(
  random: Random,
  [course]: readonly DemoCourse[],
  customer: DemoCustomer,
): PlannedLine[] {
  const names = new Set<string>()
  if (customer.is_foreigner) names.add('ค่าล่าม/เอกสารภาษาอังกฤษ')
  if (course !== undefined && course.exams.length > 0 && random.chance(0.36)) {
    for (let n = random.int(1, 3); n > 0; n--) names.add(random.pick(courseExtras))
  }
  return [...names].map((name) => feeLine(starterOtherFees, name))
}

/** The fees that customers who learnt elsewhere pay, with their shares in percent: most often first exams, or a retake. */
const examVisits: readonly { share: number; fees: readonly string[] }[] = [
  { share: 30, fees: ['ค่าสอบภาคทฤษฎี (e-Exam) ครั้งแรก', 'ค่าสอบภาคปฏิบัติ รถยนต์ ครั้งแรก'] },
  {
    share: 18,
    fees: ['ค่าสอบภาคทฤษฎี (e-Exam) ครั้งแรก', 'ค่าสอบภาคปฏิบัติ รถจักรยานยนต์ ครั้งแรก'],
  },
  { share: 12, fees: ['ค่าสอบภาคปฏิบัติ รถยนต์ ครั้งแรก', 'ค่าเช่ารถสอบ รถยนต์'] },
  { share: 16, fees: ['ค่าสอบแก้ตัว ภาคปฏิบัติ รถยนต์', 'ค่าเช่ารถสอบ รถยนต์'] },
  { share: 12, fees: ['ค่าสอบแก้ตัว ภาคทฤษฎี'] },
  { share: 6, fees: ['ค่าต่ออายุสิทธิ์สอบ 90 วัน'] },
  { share: 6, fees: ['ค่าเลื่อนวันสอบ (แจ้งน้อยกว่า 3 วันทำการ)'] },
]

/** The lines of an exam application. */
export function examLines(random: Random, today: Day): PlannedLine[] {
  const date = random.chance(0.6) ? examDayAfter(random, today) : null
  return random
    .weighted(examVisits, ({ share }) => share)
    .fees.map((name) => {
      const line = feeLine(starterOtherFees, name)
      const fee = starterOtherFees.find((candidate) => candidate.name === name)
      // A practice exam is booked once the theory exam is passed, here or elsewhere.
      const isTheory = fee?.exams.some(({ kind }) => kind === 'theory') === true
      return isTheory ? { ...line, exam_date: date } : line
    })
}
