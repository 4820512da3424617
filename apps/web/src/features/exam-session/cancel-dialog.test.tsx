import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { anExamCandidate, anExamSession } from '../../../test/records.ts'
import { CancelDialog } from './cancel-dialog.tsx'

it('shows and sends the session and its candidates in their new state after a conflict', async () => {
  let isChanged = false
  const requests = fakeFetch(({ path }) => {
    if (path.startsWith('exam-session/targets')) {
      return ok({ sessions: [], bookings: isChanged ? [anExamCandidate] : [] })
    }
    if (path.startsWith('exam-session/get')) {
      return ok({ ...anExamSession, version: 5, name: 'สอบภาคทฤษฎี 02/12/2569 09:00' })
    }
    isChanged = true
    return fail(409, 'CONFLICT')
  })
  await renderScreen(<CancelDialog session={anExamSession} onClose={() => undefined} />)
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
