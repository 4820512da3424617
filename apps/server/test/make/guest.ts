/** Bookings of rights of the branch KKN in sessions of the branch BPI, for tests. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { school } from '@khapdee/contract/entities/school'
import type { Day } from '@khapdee/domain/thai-date'
import type { TestApp } from '../app.ts'
import { grantTheory, insertSession } from './exam-session.ts'

/**
 * Allows or forbids the school to book exam rights in sessions of other branches. @returns the
 * message of the answer
 */
export async function setAcrossBranches(
  test: TestApp,
  exam_across_branches: boolean,
): Promise<string> {
  const { data } = await test.call(school.get, {}, 'admin')
  const { logo_link: _, ...values } = data
  const input = { ...values, name: 'โรงเรียน', exam_across_branches }
  const { status, body } = await test.call(school.update, input, 'admin')
  const message = body.message ?? ''
  if (status !== 200) throw new Error(`the setting was not saved: ${message}`)
  return message
}

export interface Guest {
  exam_id: number
  right_id: number
  /** The session of BPI. */
  session: number
}

/** Books a new theory right of KKN in a session of BPI, which is inserted unless it is given. */
export async function bookGuest(
  test: TestApp,
  exam_date: Day,
  {
    session: given,
    grant = {},
    ...values
  }: {
    session?: number
    grant?: Parameters<typeof grantTheory>[1]
    start?: string
    end?: string
    capacity?: number
  } = {},
): Promise<Guest> {
  const branch_id = test.school.branch.BPI
  const session =
    given ?? (await insertSession(test, exam_date, { branch_id, capacity: 5, ...values }))
  const right_id = await grantTheory(test, grant)
  const input = { right_id, exam_date, exam_session_id: session, override_reason: '' }
  const { exam_id } = (await test.call(examBooking.book, input, 'registrar.kkn')).data
  return { exam_id, right_id, session }
}
