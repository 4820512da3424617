/** The names of the documents of exams. Source: product specification, section 6.2. */
import { actionWords } from './words.ts'

/**
 * The documents of bookings and sessions. They show the state at the time of printing, and have no
 * number.
 */
export const examDocuments = {
  slip: { label: 'ใบนัดสอบ' },
  roster: { label: 'ใบรายชื่อผู้เข้าสอบ' },
  results: { label: 'ใบสรุปผลสอบ' },
} as const

/** The label of the action that prints a document. */
export const printLabel = ({ label }: { label: string }): string => `${actionWords.print}${label}`

/** Printing a certificate, whose full name is too long for a menu. */
export const printCertificateLabel = printLabel({ label: 'หนังสือรับรอง' })
