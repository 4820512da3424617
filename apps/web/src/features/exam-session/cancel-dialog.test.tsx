import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { CancelDialog } from './cancel-dialog.tsx'

const session = {
  exam_session_id: 3,
  branch_id: 1,
  branch: 'สาขาขอนแก่น',
  kind: 'theory',
  licence_types: ['car'],
  name: 'สอบภาคทฤษฎี 01/12/2569 09:00',
  date: '2026-12-01',
  start_time: '09:00',
  end_time: '12:00',
  starts_at: '2026-12-01T02:00:00.000Z',
  ends_at: '2026-12-01T05:00:00.000Z',
  capacity: 30,
  seats_taken: 1,
  seats_left: 29,
  offers: 0,
  waiting: 0,
  place_id: null,
  place: null,
  vehicles: [],
  panel: [],
  note: '',
  status: 'open',
  cancel_note: '',
  createdAt: '2026-11-21T03:00:00.000Z',
  version: 4,
  ended_at: null,
  unmarked: 1,
  can: { update: true, cancel: true, mark: false, close: false },
  candidates: [],
}
const booking = {
  exam_id: 8,
  right_id: 9,
  application_id: 10,
  application_code: 'AP-KKN-6911-0001',
  type: 'course',
  customer_id: 11,
  customer: 'สมหญิง ใจดี',
  phone_1: '0812345678',
  kind: 'theory',
  licence_type: 'car',
  exam_date: '2026-12-01',
  permission_date: '2026-12-01',
  balance: null,
  checked_in_at: null,
  status: 'waiting',
  proposed: null,
  fits: [],
}

it('shows and sends the session and its candidates as they are after a conflict', async () => {
  let isChanged = false
  const requests = fakeFetch(({ path }) => {
    if (path.startsWith('exam-session/targets')) {
      return ok({ sessions: [], bookings: isChanged ? [booking] : [] })
    }
    if (path.startsWith('exam-session/get')) {
      return ok({ ...session, version: 5, name: 'สอบภาคทฤษฎี 02/12/2569 09:00' })
    }
    isChanged = true
    return fail(409, 'CONFLICT')
  })
  await renderScreen(<CancelDialog session={session} onClose={() => undefined} />)
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox'), 'ไฟดับ')
  const submit = screen.getByRole('button', { name: 'ยกเลิกรอบสอบ' })
  await user.click(submit)
  await screen.findByText('สมหญิง ใจดี')
  await screen.findByText(/02\/12\/2569/)
  await user.click(submit)
  const sent = () => requests.filter(({ path }) => path === 'exam-session/cancel')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(({ body }) => body)).toMatchObject([
    { version: 4, moves: [] },
    { version: 5, moves: [{ exam_id: 8, exam_session_id: null }] },
  ])
})
