import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, type FakeRequest, ok } from '../../../test/fake-fetch.ts'
import { anExamCandidate, anExamSession } from '../../../test/records.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { EditExamSession, NewExamSession } from './session-form.tsx'

const choices = { user: [{ value: 5, name: 'สมชาย คุมสอบ' }], vehicle: [], place: [] }

beforeEach(() => {
  sessionStore.signIn({
    userData: aUser({ ability: [{ subject: 'exam', action: 'session' }] }),
    accessToken: 'a',
    refreshToken: 'r',
  } as never)
})

const save = () => screen.getByRole('button', { name: 'บันทึก' })
/** The bodies that were sent to a path. */
const sent = (requests: FakeRequest[], wanted: string) =>
  requests.filter(({ path }) => path === wanted).map(({ body }) => body)

describe('the form of a new session', () => {
  it('shows the wrong fields and sends nothing', async () => {
    const requests = fakeFetch(() => ok(choices))
    await renderScreen(<NewExamSession />)
    const user = userEvent.setup()
    const capacity = await screen.findByRole('textbox', { name: 'จำนวนรับ' })
    await user.clear(capacity)
    await user.type(capacity, '501')
    await user.click(save())
    await screen.findByText('กรุณากรอก 1–500 คน')
    await user.clear(capacity)
    await user.type(capacity, '20')
    await user.click(screen.getByRole('button', { name: 'เพิ่มกรรมการสอบ' }))
    await user.click(save())
    await screen.findByText('กรุณาเลือกกรรมการสอบ')
    expect(sent(requests, 'exam-session/create')).toEqual([])
  })

  it('completes typed times', async () => {
    const requests = fakeFetch(({ method }) =>
      method === 'POST' ? ok({ exam_session_ids: [3], unseated: [] }) : ok(choices),
    )
    const router = await renderScreen(<NewExamSession />)
    const user = userEvent.setup()
    const start = await screen.findByRole('textbox', { name: 'เวลาเริ่ม' })
    await user.clear(start)
    await user.type(start, '8.30')
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe('/exam-sessions/3'))
    expect(sent(requests, 'exam-session/create')).toMatchObject([
      { start_time: '08:30', end_time: '12:00', branch_id: 1 },
    ])
  })

  it('shows the days of a series, and skips those that are not chosen', async () => {
    const requests = fakeFetch(({ path }) => {
      if (path === 'exam-session/create') return ok({ exam_session_ids: [3, 4], unseated: [] })
      if (path !== 'exam-session/preview') return ok(choices)
      return ok(
        [
          { date: '2026-12-01', blocked: false, problems: [] },
          { date: '2026-12-08', blocked: true, problems: ['สมชาย คุมสอบ ไม่ว่าง'] },
          { date: '2026-12-15', blocked: false, problems: ['วันหยุด: วันหยุดพิเศษ'] },
          { date: '2026-12-22', blocked: false, problems: [] },
        ],
        { warnings: [] },
      )
    })
    await renderScreen(<NewExamSession />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('switch', { name: 'สร้างซ้ำทุกสัปดาห์' }))
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('สมชาย คุมสอบ ไม่ว่าง')).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /08\/12/ }).disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: /15\/12/ }))
    await user.click(dialog.getByRole('button', { name: 'สร้าง 2 รอบ' }))
    await waitFor(() =>
      expect(sent(requests, 'exam-session/create')).toMatchObject([
        { repeat: { except: ['2026-12-08', '2026-12-15'], skip_holidays: true } },
      ]),
    )
  })
})

describe('the form of a stored session', () => {
  it('discards the chosen moves of candidates when the time changes again', async () => {
    const requests = fakeFetch(({ path, method }) => {
      if (path.startsWith('exam-session/get')) return ok(anExamSession)
      if (path.startsWith('exam-session/targets'))
        return ok({ sessions: [], bookings: [anExamCandidate] })
      if (method !== 'PUT') return ok(choices)
      const errors = [{ path: 'moves.8', message: 'สมหญิง ใจดี: มีรอบสอบอื่นในเวลาเดียวกัน' }]
      return fail(409, 'CANDIDATES_MISFIT', { errors })
    })
    await renderScreen(<EditExamSession id={3} />)
    const user = userEvent.setup()
    await screen.findByText(/มีผู้จองแล้ว 1 คน/)
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: /รอบใหม่ของ สมหญิง ใจดี/ }))
    await user.click(await screen.findByRole('option', { name: 'แจ้งภายหลัง' }))
    const end = screen.getByRole('textbox', { name: 'เวลาสิ้นสุด' })
    await user.clear(end)
    await user.type(end, '11.00')
    await user.click(save())
    await waitFor(() =>
      expect(sent(requests, 'exam-session/update').at(-1)).toMatchObject({
        end_time: '11:00',
        moves: [],
      }),
    )
  })

  it('requests a new session for candidates who no longer fit, and sends the choice', async () => {
    let isDecided = false
    const requests = fakeFetch(({ path, method }) => {
      if (path.startsWith('exam-session/get')) return ok(anExamSession)
      if (path.startsWith('exam-session/targets'))
        return ok({ sessions: [], bookings: [anExamCandidate] })
      if (method !== 'PUT') return ok(choices)
      if (isDecided) {
        const told = [
          {
            exam_id: 8,
            customer: 'สมหญิง ใจดี',
            phone_1: '0812345678',
            session: null,
            waiting: null,
          },
        ]
        return ok({ exam_session_id: 3, version: 5, told })
      }
      const errors = [{ path: 'moves.8', message: 'สมหญิง ใจดี: สิทธิ์สอบถึงวันที่ 01/12/2569' }]
      return fail(409, 'CANDIDATES_MISFIT', { errors })
    })
    await renderScreen(<EditExamSession id={3} />)
    const user = userEvent.setup()
    await screen.findByText(/มีผู้จองแล้ว 1 คน/)
    await user.click(save())
    await screen.findByText('สมหญิง ใจดี: สิทธิ์สอบถึงวันที่ 01/12/2569')
    isDecided = true
    await user.click(screen.getByRole('button', { name: /รอบใหม่ของ สมหญิง ใจดี/ }))
    await user.click(await screen.findByRole('option', { name: 'แจ้งภายหลัง' }))
    await user.click(save())
    await screen.findByText('โทรแจ้งผู้เข้าสอบ 1 คน')
    expect(sent(requests, 'exam-session/update').at(-1)).toMatchObject({
      exam_session_id: 3,
      version: 4,
      moves: [{ exam_id: 8, exam_session_id: null }],
    })
  })
})
