/** Waiting lists of exam sessions and offered seats. Source: product specification, sections 6.2 and 6.2b. */
import type { Tone } from './tone.ts'
import { actionWords, stateWords } from './words.ts'

/** The states of an entry; `waiting` and `offered` are open. */
export const waitingStates = {
  waiting: { label: 'รอที่นั่ง', tone: 'muted' },
  offered: { label: 'เสนอที่นั่งแล้ว', tone: 'warn' },
  accepted: { label: 'รับที่นั่งแล้ว', tone: 'ok' },
  declined: { label: actionWords.declineSeat, tone: 'muted' },
  lapsed: { label: 'ไม่ตอบรับในกำหนด', tone: 'muted' },
  left: { label: actionWords.leaveWaiting, tone: 'muted' },
  ended: { label: stateWords.ended, tone: 'muted' },
  displaced: { label: 'รอบสอบถูกยกเลิก', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type WaitingState = keyof typeof waitingStates

/** Hours before the start of a session at which every offer has ended. */
export const offerLeadHours = 2

const hourMs = 3_600_000

/**
 * The instant until which a seat that is offered now is held; null when it is too late to offer one.
 * @param now ISO 8601
 * @param startsAt the start of the session, ISO 8601
 * @param hours for which the branch holds an offered seat
 */
export function offerUntil(now: string, startsAt: string, hours: number): string | null {
  const last = Date.parse(startsAt) - offerLeadHours * hourMs
  const until = Math.min(Date.parse(now) + hours * hourMs, last)
  return until > Date.parse(now) ? new Date(until).toISOString() : null
}

/** Why a session offers no seats to waiting customers, in Thai. */
export const noOffers = {
  closed: 'รอบสอบปิดรับ ยังไม่เสนอที่นั่ง',
  late: `เหลือไม่ถึง ${offerLeadHours} ชั่วโมงก่อนสอบ จองที่ว่างได้ทันทีโดยไม่ต้องรอเสนอ`,
} as const

/** Whether the offered seat of an entry can be accepted or declined. */
export const mayAnswer = (state: WaitingState): boolean => state === 'offered'
/** Whether the customer of an entry can leave the waiting list. */
export const mayLeave = (state: WaitingState): boolean =>
  state === 'waiting' || state === 'offered' || state === 'displaced'
