import { addDays, formatDay, formatDayRange, todayInBangkok } from '@khapdee/domain/thai-date'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { BookingDialog } from './booking-dialog.tsx'

const today = todayInBangkok(new Date())

beforeEach(() => {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'exam', action: 'book' }] }),
  })
})

const right = {
  right_id: 5,
  customer: 'สมหญิง ใจดี',
  kind: 'theory',
  licence_type: 'car',
  booking: null,
  isRetake: false,
  can: { book: true, wait: false, move: false, cancel: false, slip: false },
} as const

const offer = {
  booking: null,
  problem: null,
  move_problem: null,
  permission_date: addDays(today, 300),
  missing_documents: ['ใบรับรองแพทย์', 'รูปถ่าย'],
  needs_theory: false,
  requires_session: true,
  next_free: null,
  days: [],
}

const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'จองสอบ' })

it('the dialog shows the missing documents, and cannot be saved before the fees are loaded', async () => {
  let reads = 0
  fakeFetch(({ path }) => {
    if (!path.startsWith('exam/fees')) return ok(offer)
    reads += 1
    return reads < 3
      ? fail(500, 'INTERNAL')
      : ok({ booking: null, move: null, extend: null, cancel_problem: null })
  })
  await renderScreen(
    <BookingDialog right={right} onClose={() => undefined} onChanged={undefined} />,
  )
  const user = userEvent.setup()
  expect((await submit()).disabled).toBe(true)
  expect(await screen.findByText('เอกสารที่ขาด ใบรับรองแพทย์, รูปถ่าย')).toBeTruthy()
  const retry = await screen.findByRole('button', { name: 'ลองอีกครั้ง' }, { timeout: 4000 })
  expect((await submit()).disabled).toBe(true)
  reads = 9
  await user.click(retry)
  await waitFor(async () => expect((await submit()).disabled).toBe(false))
})

it('pages to the last day of the right, and names the days without an open session', async () => {
  const requests = fakeFetch(({ path }) =>
    ok(
      path.startsWith('exam/fees')
        ? { booking: null, move: null, extend: null, cancel_problem: null }
        : offer,
    ),
  )
  await renderScreen(
    <BookingDialog right={right} onClose={() => undefined} onChanged={undefined} />,
  )
  const user = userEvent.setup()
  const starts = () =>
    requests
      .filter(({ path }) => path.startsWith('exam/slots'))
      .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('start'))
  const expected = [today]
  for (const day of [31, 124, 217]) {
    await user.click(await screen.findByRole('button', { name: 'ดูรอบสอบถัดไป' }))
    expected.push(addDays(today, day))
    await waitFor(() => expect(starts()).toEqual(expected))
  }
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ดูรอบสอบถัดไป' })).toBeNull())
  const span = formatDayRange(addDays(today, 217), offer.permission_date)
  expect(screen.getByText(`ไม่มีรอบสอบที่เปิดรับ ${span}`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'ดูรอบสอบแรกสุด' }))
  await screen.findByRole('button', { name: 'ดูรอบสอบถัดไป' })
})

it('proposes the next free seat for a retake once, even on a day that is not shown yet', async () => {
  const far = addDays(today, 100)
  const slot = {
    exam_session_id: 9,
    name: 'สอบภาคทฤษฎี',
    starts_at: `${far}T02:00:00Z`,
    ends_at: `${far}T04:00:00Z`,
    seats_left: 3,
    branch: '',
    busy: '',
    closed: false,
    waiting: null,
  }
  fakeFetch(({ path }) => {
    if (path.startsWith('exam/fees')) {
      return ok({ booking: null, move: null, extend: null, cancel_problem: null })
    }
    const start = new URLSearchParams(path.split('?')[1]).get('start')
    if (start !== far) return ok({ ...offer, next_free: { day: far, exam_session_id: 9 } })
    return ok({ ...offer, days: [{ day: far, problem: null, sessions: [slot] }] })
  })
  await renderScreen(
    <BookingDialog
      right={{ ...right, isRetake: true }}
      onClose={() => undefined}
      onChanged={undefined}
    />,
  )
  const user = userEvent.setup()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /วันสอบ/ })
  await waitFor(() => expect(field.value).toBe(formatDay(far)))
  expect(await screen.findByRole<HTMLInputElement>('radio', { checked: true })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'ดูรอบสอบแรกสุด' }))
  await waitFor(() => expect(field.value).toBe(''))
  await user.click(await screen.findByRole('button', { name: `ไปรอบว่างแรก ${formatDay(far)}` }))
  await waitFor(() => expect(field.value).toBe(formatDay(far)))
})
