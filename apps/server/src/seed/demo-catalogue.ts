/** The demo school's courses and promotions. Source: demo catalogue, sections 2 and 7. */
import type { LineKind } from '@khapdee/domain/promotion'
import { type StarterCourse, starterCourses } from '@khapdee/domain/setup/starter-catalogue'
import { type Day, day } from '@khapdee/domain/thai-date'
import type { BranchCode } from './demo-branches.ts'

export interface DemoCourse extends StarterCourse {
  /** The only branch that offers the course; null if every branch does. */
  branch: BranchCode | null
}

/** The courses that only one branch offers, by their key. */
const branchOf: Readonly<Record<string, BranchCode>> = { TRK3: 'KKN', DG4: 'KKN' }

export const demoCourses: readonly DemoCourse[] = starterCourses.map((course) => ({
  ...course,
  branch: branchOf[course.key] ?? null,
}))

export interface DemoPromotion {
  code: string
  name: string
  type: LineKind | 'all'
  type_discount: 'percent' | 'amount'
  /** In percent or in baht, by `type_discount`. */
  value: number
  limit: number | null
  start: Day | null
  end: Day | null
}

/** The promotions as of `today`; SONGKRAN (the Thai New Year) is valid in April of this year, or of last year before April. */
export function demoPromotions(today: Day): DemoPromotion[] {
  const thisYear = Number(today.slice(0, 4))
  const april = today >= `${thisYear}-04-01` ? thisYear : thisYear - 1
  const open = { start: null, end: null }
  return [
    {
      code: 'STUDENT10',
      name: 'ส่วนลดนักเรียน–นักศึกษา 10%',
      type: 'course',
      type_discount: 'percent',
      value: 10,
      limit: null,
      ...open,
    },
    {
      code: 'FRIEND300',
      name: 'เพื่อนชวนเพื่อน ลด 300 บาท',
      type: 'course',
      type_discount: 'amount',
      value: 300,
      limit: 200,
      ...open,
    },
    {
      code: 'SONGKRAN',
      name: 'โปรสงกรานต์ ลด 15% (1–30 เม.ย.)',
      type: 'course',
      type_discount: 'percent',
      value: 15,
      limit: 100,
      start: day(`${april}-04-01`),
      end: day(`${april}-04-30`),
    },
    {
      code: 'COMBO500',
      name: 'สมัครรถยนต์คู่รถจักรยานยนต์ ลด 500',
      type: 'course',
      type_discount: 'amount',
      value: 500,
      limit: null,
      ...open,
    },
    {
      code: 'STAFF50',
      name: 'สวัสดิการครอบครัวพนักงาน 50%',
      type: 'all',
      type_discount: 'percent',
      value: 50,
      limit: 20,
      ...open,
    },
  ]
}
