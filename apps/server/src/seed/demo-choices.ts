/** Chooses the courses that the demo's customers take at each visit. */
import { type Day, ageOn } from '@khapdee/domain/thai-date'
import type { BranchCode } from './demo-branches.ts'
import { type DemoCourse, demoCourses } from './demo-catalogue.ts'
import type { DemoCustomer } from './demo-people.ts'
import type { Random } from './random.ts'

export interface Visitor {
  customer: DemoCustomer
  /** Skills from earlier courses; a customer never learns the same skill twice. */
  skills: Set<string>
  visits: number
  lastVisit: Day
}

interface Demand {
  key: string
  /** Weights of the course as a customer's first course, and as a later one. */
  first: number
  later: number
  /** The skills that the course gives; empty for a course that may be repeated. */
  skills: readonly string[]
}

// oxfmt-ignore
const demands: readonly Demand[] = [
  { key: 'CAR-15A', first: 28, later: 12, skills: ['car'] },
  { key: 'CAR-15M', first: 12, later: 5, skills: ['car'] },
  { key: 'CAR-TEST', first: 16, later: 10, skills: ['car'] },
  { key: 'CAR-P10', first: 4, later: 4, skills: [] },
  { key: 'CAR-P06', first: 5, later: 6, skills: [] },
  { key: 'CAR-P02', first: 1, later: 14, skills: [] },
  { key: 'MC-15', first: 10, later: 14, skills: ['motorcycle'] },
  { key: 'MC-TEST', first: 9, later: 16, skills: ['motorcycle'] },
  { key: 'COMBO', first: 14, later: 0, skills: ['car', 'motorcycle'] },
  { key: 'BIG-1', first: 2, later: 4, skills: ['bigbike'] },
  { key: 'TRK2', first: 3, later: 5, skills: ['truck'] },
  { key: 'TRK3', first: 1, later: 3, skills: ['trailer'] },
  { key: 'DG4', first: 1, later: 3, skills: ['dangerous'] },
  { key: 'REN-1', first: 5, later: 9, skills: ['renewal'] },
  { key: 'DEF-6', first: 2, later: 6, skills: ['defensive'] },
]

/** The minimum age, in years, for a course without its own minimum; only the renewal of a licence has none. */
const minRenewalAge = 21

export const ageOf = ({ birthday }: DemoCustomer, today: Day) =>
  birthday === null ? 0 : ageOn(birthday, today)

function courseOf(key: string): DemoCourse {
  const course = demoCourses.find((candidate) => candidate.key === key)
  if (course === undefined) throw new Error(`no course ${key}`)
  return course
}

/** The courses that the visitor can still take at this branch. */
function availableDemands({ customer, skills }: Visitor, branch: BranchCode, today: Day): Demand[] {
  const age = ageOf(customer, today)
  return demands.filter((demand) => {
    const course = courseOf(demand.key)
    const minAge = course.min_age ?? minRenewalAge
    const offered = course.branch === null || course.branch === branch
    return offered && age >= minAge && !demand.skills.some((skill) => skills.has(skill))
  })
}

/**
 * Chooses the visitor's courses and adds their skills to the visitor; empty when none is left.
 * A few visitors take a car and a motorcycle course together.
 */
export function chooseCourses(
  random: Random,
  visitor: Visitor,
  branch: BranchCode,
  today: Day,
): DemoCourse[] {
  const weight = visitor.visits === 1 ? 'first' : 'later'
  const available = availableDemands(visitor, branch, today).filter((demand) => demand[weight] > 0)
  if (available.length === 0) return []
  const chosen = [random.weighted(available, (demand) => demand[weight])]
  const second = available.find((demand) => demand.key === 'MC-TEST')
  if (chosen[0]?.key.startsWith('CAR-15') && second !== undefined && random.chance(0.15)) {
    chosen.push(second)
  }
  for (const { skills } of chosen) for (const skill of skills) visitor.skills.add(skill)
  return chosen.map(({ key }) => courseOf(key))
}
