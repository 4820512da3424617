import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { cardSettings } from '../../shared/customer/card-settings.ts'
import { ExamDayScreen } from './exam-day-screen.tsx'

const candidate = {
  exam_id: 8,
  queue_no: null,
  customer: 'สมหญิง ใจดี',
  licence_type: 'car',
  stage: 'expected',
  status: 'waiting',
  checked_in_at: null,
  called_at: null,
  unpaid: true,
  missing_documents: ['รูปถ่าย'],
  version: 1,
}
const station = {
  exam_session_id: 3,
  branch_id: 1,
  branch: 'ขอนแก่น',
  name: 'สอบภาคทฤษฎี 21/11/2569 09:00',
  kind: 'theory',
  starts_at: '2026-11-21T02:00:00.000Z',
  ends_at: '2026-11-21T05:00:00.000Z',
  place: 'ห้องสอบ 1',
  status: 'open',
  capacity: 30,
  offers: 0,
  can_check_in: true,
  candidates: [candidate, { ...candidate, exam_id: 9, customer: 'สมชาย มานะ' }],
}
const done = (exam_id: number) =>
  ok({
    exam_id,
    customer: candidate.customer,
    checked_in_at: '2026-11-21T01:50:00.000Z',
    repeated: false,
    queue_no: 7,
    session: station.name,
    warnings: ['ยังขาดเอกสารที่ต้องใช้ 1 รายการ'],
  })

beforeEach(() => {
  const ability = ['view', 'checkin', 'override'].map((action) => ({ subject: 'exam', action }))
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function open(
  answerOf: (body: Record<string, unknown>) => ReturnType<typeof ok | typeof fail>,
) {
  const requests = fakeFetch(({ path, body }) =>
    path.startsWith('exam/day')
      ? ok({ stations: [station], without_session: [] })
      : answerOf(body as Record<string, unknown>),
  )
  await renderScreen(<ExamDayScreen />)
  const field = await screen.findByRole('textbox', { name: /สแกนใบนัดสอบ/ })
  const sent = () =>
    requests
      .filter(({ path }) => path === 'exam/checkin')
      .map(({ body }) => body as { nonce: string })
  return { field, sent, requests, user: userEvent.setup() }
}

it('shows the times of sessions with the same room', async () => {
  const later = { starts_at: '2026-11-21T06:00:00.000Z', ends_at: '2026-11-21T08:30:00.000Z' }
  const stations = [station, { ...station, exam_session_id: 4, ...later }]
  fakeFetch(() => ok({ stations, without_session: [] }))
  await renderScreen(<ExamDayScreen />)
  const regions = await screen.findAllByRole('region', { name: /ห้องสอบ 1/ })
  const titles = regions.map((region) => within(region).getByRole('heading', { level: 2 }))
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^09[.:]00–12[.:]00/),
    expect.stringMatching(/^13[.:]00–15[.:]30/),
  ])
})

it('checks in by the code of a slip that a scanner types with the Thai layout', async () => {
  const { field, sent, user } = await open(() => done(8))
  // 7K2M9QXD31VZ on the keys of the Thai layout.
  await user.click(field)
  await user.paste('ึษ/?ต๐)ฏ-ๅฮ(')
  await user.keyboard('{Enter}')
  await screen.findByText(/คิวที่ 7/)
  expect(sent()).toMatchObject([{ code: '7K2M9QXD31VZ', exam_session_id: null }])
  expect(screen.getByRole('status').textContent).toContain('ยังขาดเอกสาร')
  expect((field as HTMLInputElement).value).toBe('')
})

it('checks in by an ID card', async () => {
  cardSettings.change({ order: ['dltnatid'] })
  const card = { result: 'ok', nat_id: '1100000000016' }
  const { sent, user } = await open((body) => (body ? done(8) : ok(null, card)))
  await user.click(screen.getByRole('button', { name: 'อ่านบัตรประชาชน' }))
  await waitFor(() => expect(sent()).toMatchObject([{ idcard: '1100000000016' }]))
})

it('checks in by a name that one candidate has, and offers a choice between several', async () => {
  const { field, sent, user } = await open(() => done(9))
  await user.type(field, 'สมชาย{Enter}')
  await waitFor(() => expect(sent()).toMatchObject([{ exam_id: 9 }]))
  await user.type(field, 'สม{Enter}')
  expect(sent()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'สมหญิง ใจดี' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
})

it('repeats a refused check-in with a reason, and an unanswered one with its nonce', async () => {
  const answers = [fail(409, 'UNPAID'), fail(503, 'BUSY'), done(8)]
  const { field, sent, user } = await open(() => answers.shift() ?? done(8))
  await user.type(field, '7K2M9QXD31VZ{Enter}')
  await user.type(await screen.findByRole('textbox', { name: 'เหตุผลที่อนุโลม' }), 'ผู้จัดการอนุญาต{Enter}')
  await user.click(await screen.findByRole('button', { name: 'ลองอีกครั้ง' }))
  await screen.findByText(/คิวที่ 7/)
  const [first, second, third] = sent()
  expect(second).toMatchObject({ override_reason: 'ผู้จัดการอนุญาต', code: '7K2M9QXD31VZ' })
  expect(second?.nonce).not.toBe(first?.nonce)
  expect(third).toEqual(second)
})

it('reads the new day when it stays open over midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:59:00+07:00') })
  const { requests } = await open(() => done(8))
  const days = () => requests.filter(({ path }) => path.startsWith('exam/day'))
  expect(days()).toHaveLength(1)
  vi.setSystemTime(new Date('2026-11-22T00:00:01+07:00'))
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(days()).toHaveLength(2))
})
