/**
 * A simulated clerk at the exam desk, who repeatedly registers candidates, books, moves and cancels
 * exams, and refunds.
 */
import { application } from '@khapdee/contract/entities/application'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import type { Day } from '@khapdee/domain/thai-date'
import { customerInput } from '../apps/server/test/make/customer.ts'
import type { TestSchool } from '../apps/server/test/make/school.ts'
import { type Client, callUntilAnswered, sendUntilSettled } from './send-until-settled.ts'

/** An exam session with fewer seats than there are candidates. */
export interface SoakSession {
  exam_session_id: number
  exam_date: Day
}

interface ExamClerk {
  client: Client
  school: TestSchool
  branch: 'KKN' | 'BPI'
  /** The sessions of the branch. */
  sessions: readonly SoakSession[]
}

/**
 * A candidate whom only one clerk changes, so that the order of the acknowledged changes is known.
 */
interface Candidate {
  application_id: number
  right_id: number
  /** The open booking; null without one. */
  exam_id: number | null
}

/** Number of candidates of one clerk; the oldest candidates keep their seats. */
const maxCandidates = 12
/** Price of the car course in baht. */
const price = 6000

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]
const inSatang = (baht: number): number => Math.round(baht * 100)
const username = ({ branch }: ExamClerk, role: string) => `${role}.${branch.toLowerCase()}`

/**
 * Registers and pays a course; returns the candidate, who then has the right to the theory exam.
 */
async function register(clerk: ExamClerk): Promise<Candidate | null> {
  const { client, school } = clerk
  const { ledger } = client
  const as = username(clerk, 'registrar')
  const line = { course_id: school.course.car, cost: price, paid: price, pay_type: 'cash' as const }
  const created = await sendUntilSettled(client, {
    endpoint: application.create,
    as,
    body: { customer: customerInput(), course: [line], other_fee: [] },
  })
  if (created === null) return null
  const { application_id, application_code, payments } = created.data
  ledger.addDocument(application_code, 0)
  for (const { payment_code, paid } of payments) ledger.addDocument(payment_code, inSatang(paid))
  const path = `${examRight.gettable.path}?application_id=${application_id}`
  const rights = await callUntilAnswered(client, { endpoint: examRight.gettable, path, as })
  const right = rights?.data.find(({ kind }) => kind === 'theory')
  if (right === undefined) {
    ledger.violations.push(`${application_code} was paid and has no exam right`)
    return null
  }
  return { application_id, right_id: right.right_id, exam_id: null }
}

async function book(clerk: ExamClerk, candidate: Candidate, session: SoakSession) {
  const { right_id } = candidate
  const booked = await sendUntilSettled(clerk.client, {
    endpoint: examBooking.book,
    as: username(clerk, 'registrar'),
    body: { right_id, ...session },
  })
  if (booked === null) return
  candidate.exam_id = booked.data.exam_id
  clerk.client.ledger.seats.set(booked.data.exam_id, session.exam_session_id)
}

async function move(clerk: ExamClerk, exam_id: number, session: SoakSession) {
  const moved = await sendUntilSettled(clerk.client, {
    endpoint: examBooking.changeDate,
    as: username(clerk, 'cashier'),
    body: { exam_id, ...session, note: 'ติดธุระ' },
  })
  if (moved !== null) clerk.client.ledger.seats.set(exam_id, session.exam_session_id)
}

async function cancel(clerk: ExamClerk, candidate: Candidate, exam_id: number) {
  const cancelled = await sendUntilSettled(clerk.client, {
    endpoint: examBooking.cancel,
    as: username(clerk, 'registrar'),
    body: { exam_id, note: 'ผู้สมัครขอยกเลิก' },
  })
  if (cancelled === null) return
  candidate.exam_id = null
  clerk.client.ledger.seats.delete(exam_id)
}

/** Refunds everything, which ends the rights and frees the seat. */
async function refund(clerk: ExamClerk, { application_id, exam_id }: Candidate): Promise<boolean> {
  const { ledger } = clerk.client
  const refunded = await sendUntilSettled(clerk.client, {
    endpoint: application.refund,
    as: username(clerk, 'manager'),
    body: { application_id, value: price, note: 'ย้ายที่อยู่' },
  })
  if (refunded === null) return false
  ledger.addDocument(refunded.data.refund_code, -inSatang(price))
  if (exam_id !== null) ledger.seats.delete(exam_id)
  return true
}

/** Works until `signal` aborts; an action in progress is completed. */
export async function runExamClerk(clerk: ExamClerk, signal: AbortSignal): Promise<void> {
  const candidates: Candidate[] = []
  while (!signal.aborted) {
    const random = Math.random()
    const candidate = pick(candidates)
    const session = pick(clerk.sessions)
    if (session === undefined) return
    if (candidate === undefined || random < 0.25) {
      const registered = await register(clerk)
      if (registered !== null) candidates.push(registered)
      if (candidates.length > maxCandidates) candidates.shift()
    } else if (candidate.exam_id === null) await book(clerk, candidate, session)
    else if (random < 0.6) await move(clerk, candidate.exam_id, session)
    else if (random < 0.9) await cancel(clerk, candidate, candidate.exam_id)
    else if (await refund(clerk, candidate)) candidates.splice(candidates.indexOf(candidate), 1)
  }
}
