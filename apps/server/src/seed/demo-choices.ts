/** Chooses the courses of the demo's customers. */
import { type Day, ageOn } from '@khapdee/domain/thai-date'
import type { BranchCode } from './demo-branches.ts'
import { type DemoCourse, demoCourses } from './demo-catalogue.ts'
import type { DemoCustomer } from './demo-people.ts'
import type { Random } from './random.ts'

export interface Visitor {
  customer: DemoCustomer
  /** Licences already learned here; a customer never takes the same one twice. */
  skills: Set<string>
  visits: number
  lastVisit: Day
}

interface Demand {
  key: string
  /** Weights of the course as a customer's first one, and as a later one. */
  first: number
  again: number
  /** The skills that the course gives; empty for a course that may be repeated. */
  skills: readonly string[]
}

// oxfmt-ignore
const demands: readonly Demand[] = [
  { key: 'CAR-15A', first: 28, again: 12, skills: ['car'] },
  { key: 'CAR-15M', first: 12, again: 5, skills: ['car'] },
  { key: 'CAR-TEST', first: 16, again: 10, skills: ['car'] },
  { key: 'CAR-P10', first: 4, again: 4, skills: [] },
  { key: 'CAR-P06', first: 5, again: 6, skills: [] },
  { key: 'CAR-P02', first: 1, again: 14, skills: [] },
  { key: 'MC-15', first: 10, again: 14, skills: ['motorcycle'] },
  { key: 'MC-TEST', first: 9, again: 16, skills: ['motorcycle'] },
  { key: 'COMBO', first: 14, again: 0, skills: ['car', 'motorcycle'] },
  { key: 'BIG-1', first: 2, again: 4, skills: ['bigbike'] },
  { key: 'TRK2', first: 3, again: 5, skills: ['truck'] },
  { key: 'TRK3', first: 1, again: 3, skills: ['trailer'] },
  { key: 'DG4', first: 1, again: 3, skills: ['dangerous'] },
  { key: 'REN-1', first: 5, again: 9, skills: ['renewal'] },
  { key: 'DEF-6', first: 2, again: 6, skills: ['defensive'] },
]

/** Youngest age, in years, at which a customer can have a licence to renew. */
const firstRenewal = 21

export const ageOf = ({ birthday }: DemoCustomer, today: Day) =>
  birthday === null ? 0 : ageOn(birthday, today)

function courseOf(key: string): DemoCourse {
  const course = demoCourses.find((candidate) => candidate.key === key)
  if (course === undefined) throw new Error(`no course ${key}`)
  return course
}

/** The courses that the visitor could still take at this branch. */
function openDemands({ customer, skills }: Visitor, branch: BranchCode, today: Day): Demand[] {
  const age = ageOf(customer, today)
  return demands.filter((demand) => {
    const course = courseOf(demand.key)
    const minAge = course.min_age ?? firstRenewal
    const offered = course.branch === null || course.branch === branch
    return offered && age >= minAge && !demand.skills.some((skill) => skills.has(skill))
  })
}

/**
 * Chooses the visitor's courses and adds their skills to the visitor; empty when none is left.
 * A few take car and motorcycle together.
 */
export function chooseCourses(
  random: Random,
  visitor: Visitor,
  branch: BranchCode,
  today: Day,
): DemoCourse[] {
  const weight = visitor.visits === 1 ? 'first' : 'again'
  const open = openDemands(visitor, branch, today).filter((demand) => demand[weight] > 0)
  if (open.length === 0) return []
  const chosen = [random.weighted(open, (demand) => demand[weight])]
  const second = open.find((demand) => demand.key === 'MC-TEST')
  if (chosen[0]?.key.startsWith('CAR-15') && second !== undefined && random.chance(0.15)) {
    chosen.push(second)
  }
  for (const { skills } of chosen) for (const skill of skills) visitor.skills.add(skill)
  return chosen.map(({ key }) => courseOf(key))
}
