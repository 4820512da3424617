import { theoryPoints } from '@khapdee/domain/exam-result'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '../../session/session.ts'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { anExamSession } from '../../../test/records.ts'
import { aUser } from '../../../test/user.ts'
import { ResultsScreen } from './results-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({
      ability: [
        { subject: 'exam', action: 'mark' },
        { subject: 'exam', action: 'override' },
      ],
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const sheet = {
  exam_session_id: 3,
  name: 'สอบภาคทฤษฎี 01/12/2569 09:00',
  kind: 'theory',
  points: theoryPoints,
  candidates: [
    {
      exam_id: 1,
      customer: 'สมหญิง ใจดี',
      kind: 'theory',
      licence_type: 'car',
      course_name: 'รถยนต์',
      status: 'waiting',
      score: null,
      note: '',
      checked_in_at: null,
      version: 3,
      problem: null,
      items: [],
      satisfaction_code: null,
    },
  ],
}

it('corrects a result that was just saved, before the sheet is read again', async () => {
  const sent: unknown[] = []
  let version = 3
  fakeFetch(({ path, body }) => {
    if (path === 'exam/results') {
      sent.push(body)
      version += 1
      return ok({ recorded: 1, versions: [{ exam_id: 1, version }] })
    }
    if (path.startsWith('exam-session/get')) return ok(anExamSession)
    // Only the first reading of the sheet is answered.
    return sent.length === 0 ? ok(sheet) : new Promise<never>(() => {})
  })
  await renderScreen(<ResultsScreen id={3} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('radio', { name: /^ไม่ผ่าน/ }))
  await user.click(screen.getByRole('button', { name: 'บันทึก 1 คน' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('button', { name: 'บันทึก' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^ไม่ผ่าน/ }).checked).toBe(true)

  await user.click(screen.getByRole('radio', { name: /^ผ่าน/ }))
  await user.type(screen.getByRole('textbox', { name: /เหตุผลที่แก้ไข/ }), 'กรอกผิดคน')
  await user.click(screen.getByRole('button', { name: 'บันทึก 1 คน' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { results: [{ version: 3, result: 'fail', note: '' }] },
    { results: [{ version: 4, result: 'pass', note: 'กรอกผิดคน' }] },
  ])
})

it('asks for confirmation before a checked-in candidate is recorded as absent', async () => {
  const sent: unknown[] = []
  const [candidate] = sheet.candidates
  const present = { ...candidate, checked_in_at: '2026-12-01T02:00:00Z' }
  fakeFetch(({ path, body }) => {
    if (path === 'exam/results') {
      sent.push(body)
      return ok({ recorded: 1, versions: [{ exam_id: 1, version: 4 }] })
    }
    if (path.startsWith('exam-session/get')) return ok(anExamSession)
    return ok({ ...sheet, candidates: [present] })
  })
  await renderScreen(<ResultsScreen id={3} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('textbox', { name: /สมหญิง/ }))
  await user.keyboard('a')
  await user.keyboard('{Control>}s{/Control}')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/สมหญิง ใจดี ลงทะเบียนเข้าสอบแล้ว/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'ยกเลิก' }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'บันทึก 1 คน' }))
  await user.click(await screen.findByRole('button', { name: 'บันทึกขาดสอบ' }))
  await waitFor(() => expect(sent).toMatchObject([{ results: [{ result: 'absent' }] }]))
})

it('asks for a reason when the check-in that a result implies is refused', async () => {
  const sent: unknown[] = []
  fakeFetch(({ path, body }) => {
    if (path === 'exam/results') {
      sent.push(body)
      const message = 'กรุณาชำระยอดค้างก่อนดำเนินการ'
      return sent.length > 1
        ? ok({ recorded: 1, versions: [{ exam_id: 1, version: 4 }] })
        : fail(409, 'UNPAID', { errors: [{ path: 'results.0.result', message }] })
    }
    return ok(path.startsWith('exam-session/get') ? anExamSession : sheet)
  })
  await renderScreen(<ResultsScreen id={3} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('radio', { name: /^ไม่ผ่าน/ }))
  await user.click(screen.getByRole('button', { name: 'บันทึก 1 คน' }))
  await user.type(await screen.findByRole('textbox', { name: /เหตุผลที่อนุโลม/ }), 'จ่ายแล้ว')
  await user.click(screen.getByRole('button', { name: 'บันทึก 1 คน' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { results: [{ result: 'fail' }] },
    { results: [{ result: 'fail', override_reason: 'จ่ายแล้ว' }] },
  ])
})
