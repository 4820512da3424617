/** The licence classes of the Department of Land Transport. Source: demo catalogue, section 1. */
import { vehicleWords } from './words.ts'

/** The licence types of exams and exam rights. A right of type `any` is valid for every licence type. */
export const examLicences = {
  any: { label: 'ทุกประเภท' },
  car: { label: vehicleWords.car },
  motorcycle: { label: vehicleWords.motorcycle },
  bigbike: { label: 'รถจักรยานยนต์ขนาดใหญ่ (Big Bike)' },
  truck2: { label: 'รถบรรทุก ชนิดที่ 2 (บ.2/ท.2)' },
  truck3: { label: 'รถลากจูง ชนิดที่ 3 (บ.3/ท.3)' },
  truck4: { label: 'วัตถุอันตราย ชนิดที่ 4 (บ.4/ท.4)' },
} as const

export type ExamLicence = keyof typeof examLicences

export const examLicenceOrder = Object.keys(examLicences) as ExamLicence[]

const { any: _, ...classes } = examLicences

/** Suggested values for the type of a course; any other text is allowed. */
export const licenceTypes = [
  ...Object.values(classes).map(({ label }) => label),
  'อบรม / หลักสูตรพิเศษ',
] as const

/** In the order of precedence: the Thai name of a big bike also matches the pattern of motorcycles. */
const patterns: readonly [ExamLicence, RegExp][] = [
  ['bigbike', /big\s*bike|บิ๊กไบค์|จักรยานยนต์ขนาดใหญ่/i],
  ['motorcycle', /จักรยานยนต์|มอเตอร์ไซค์/],
  ['truck3', /ลากจูง|ชนิดที่ 3/],
  ['truck4', /วัตถุอันตราย|ชนิดที่ 4/],
  ['truck2', /บรรทุก|ชนิดที่ 2/],
  ['car', /รถยนต์|รถเก๋ง/],
]

/**
 * The licence type that a text contains, such as the type of a course; `any` if it contains none.
 */
export const licenceOf = (text: string): ExamLicence =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'any'
