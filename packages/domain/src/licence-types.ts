import { vehicleWords } from './words.ts'

/** Suggested licence classes for the type of a course. Source: demo catalogue, section 1. */
export const licenceTypes = [
  vehicleWords.car,
  vehicleWords.motorcycle,
  'รถจักรยานยนต์ขนาดใหญ่ (Big Bike)',
  'รถบรรทุก ชนิดที่ 2 (บ.2/ท.2)',
  'รถลากจูง ชนิดที่ 3 (บ.3/ท.3)',
  'วัตถุอันตราย ชนิดที่ 4 (บ.4/ท.4)',
  'อบรม / หลักสูตรพิเศษ',
] as const
