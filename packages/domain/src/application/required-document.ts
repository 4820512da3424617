/**
 * Documents that customers bring for applications. Source: product specification, sections 4b and
 * 4c.
 */
import { fieldTitles } from '../field-titles.ts'
import { type Day, addDays } from '../thai-date.ts'
import type { Tone } from '../tone.ts'

/** The customers who need a document. Ages are those on the day of the registration. */
export const documentConditions = {
  everyone: { label: 'ทุกคน' },
  thai: { label: 'คนไทย' },
  foreign: { label: fieldTitles.isForeigner },
  under_20: { label: 'อายุต่ำกว่า 20 ปี' },
} as const

export type DocumentCondition = keyof typeof documentConditions

/** The label of an application that lacks documents, also a filter of the lists of applications. */
export const documentsStates = {
  documents_missing: { label: 'เอกสารไม่ครบ', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type DocumentsState = keyof typeof documentsStates

/** Under this age in years a customer needs the consent of a parent. */
const ageOfMajority = 20

/** The conditions that a customer fulfils. @param age in years; null when unknown */
export function fulfilledConditions(isForeigner: boolean, age: number | null): DocumentCondition[] {
  return [
    'everyone',
    isForeigner ? 'foreign' : 'thai',
    ...(age !== null && age < ageOfMajority ? (['under_20'] as const) : []),
  ]
}

/**
 * The first and the last day that a document received on `today` may be dated; the first is null if
 * any age is allowed.
 * @param validDays the number of days after its date for which a document is accepted; 0 for any
 * number
 */
export const documentDayRange = (
  today: Day,
  validDays: number,
): readonly [first: Day | null, last: Day] => [
  validDays === 0 ? null : addDays(today, -validDays),
  today,
]
