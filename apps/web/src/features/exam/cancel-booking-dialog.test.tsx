import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { CancelBookingDialog } from './cancel-booking-dialog.tsx'

const booking = {
  exam_id: 7,
  exam_date: '2026-11-25',
  exam_session_id: null,
  session: '',
  starts_at: null,
  ends_at: null,
  version: 1,
} as never

const right = {
  right_id: 5,
  customer: 'สมหญิง ใจดี',
  kind: 'theory',
  licence_type: 'car',
  booking,
  isRetake: false,
  can: { book: false, wait: false, move: true, cancel: true, slip: true },
} as const

it.each([
  ['says that the reason overrides a refusal', true],
  ['says why the booking is refused to be cancelled', false],
])('%s', async (_, can_override) => {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'exam', action: 'book' }] }),
  })
  const message = 'ต้องยกเลิกการจองก่อนเวลาสอบอย่างน้อย 72 ชั่วโมง'
  fakeFetch(() =>
    ok({
      booking: null,
      move: null,
      extend: null,
      cancel_problem: { code: 'MOVE_TOO_LATE', message, can_override },
    }),
  )
  await renderScreen(
    <CancelBookingDialog
      right={right}
      booking={booking}
      onClose={() => undefined}
      onChanged={undefined}
    />,
  )
  await screen.findByText(message)
  expect(screen.queryAllByText('เป็นเหตุผลที่อนุโลมด้วย')).toHaveLength(can_override ? 1 : 0)
})
