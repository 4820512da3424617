/**
 * The conditions for issuing a certificate of training and test results. Source: product
 * specification, sections 6.2 and 6.2b.
 */
import { type Exam, examName } from './exams.ts'
import { stateWords } from './words.ts'

export const certificateStates = {
  valid: { label: stateWords.valid, tone: 'ok' },
  cancelled: { label: stateWords.cancelled, tone: 'danger' },
} as const

/** Filters of bookings in addition to their own states. */
export const certifiedStates = {
  certified: { label: 'ออกหนังสือรับรองแล้ว' },
  certifiable: { label: 'รอออกหนังสือรับรอง' },
} as const

export type CertifiedState = keyof typeof certifiedStates

/** An exam right of a line. */
export interface CertifiedRight extends Exam {
  /** The exam was passed. */
  used: boolean
  disabled: boolean
  /** It has a valid certificate. */
  certified: boolean
}

/**
 * Why no certificate can be issued for the rights of a line, in Thai, or null. It certifies all exams of the line, so every
 * right must be passed; disabled ones do not count.
 */
export function certificateProblem(
  rights: readonly CertifiedRight[],
  lineIsOpen: boolean,
): string | null {
  if (rights.some(({ certified }) => certified)) return 'ออกหนังสือรับรองแล้ว'
  if (!lineIsOpen) return 'รายการที่ให้สิทธิ์สิ้นสุดแล้ว ออกหนังสือรับรองไม่ได้'
  const required = rights.filter(({ used, disabled }) => used || !disabled)
  const open = required.filter(({ used }) => !used)
  if (open.length > 0) return `ยังสอบไม่ผ่าน${open.map(examName).join(', ')}`
  return required.length === 0 ? 'ยังไม่มีผลสอบผ่าน' : null
}
