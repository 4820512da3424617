import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { ResultDialog } from './result-dialog.tsx'

const booking = {
  exam_id: 5,
  right_id: 6,
  version: 1,
  kind: 'theory',
  licence_type: 'car',
  exam_date: '2026-11-20',
  exam_session_id: 3,
  session: 'รอบเช้า',
  starts_at: '2026-11-20T02:00:00.000Z',
  ends_at: '2026-11-20T05:00:00.000Z',
  status: 'waiting',
  score: null,
  customer: 'สมหญิง ใจดี',
  certificate: null,
} as never

async function open(actions: string[]) {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: actions.map((action) => ({ subject: 'exam', action })) as never }),
  })
  fakeFetch(({ method }) =>
    method === 'POST'
      ? fail(400, 'UNPAID')
      : ok({ points: { full: 50, pass: 45 }, items: [], satisfaction_code: null }),
  )
  await renderScreen(<ResultDialog booking={booking} onClose={() => undefined} />)
  await screen.findByRole('dialog')
  return userEvent.setup()
}

it.each([
  ['asks who may override for a reason', ['mark', 'override'], 1],
  ['does not ask others for a reason', ['mark'], 0],
])('%s when marking is refused', async (_, actions, count) => {
  const user = await open(actions)
  const [first] = screen.getAllByRole('radio')
  await user.click(first as HTMLElement)
  await user.type(screen.getByRole('textbox', { name: /คะแนน/ }), '48')
  await user.click(screen.getByRole('button', { name: 'บันทึก' }))
  await screen.findByRole('alert')
  expect(screen.queryAllByRole('textbox', { name: /เหตุผลที่อนุโลม/ })).toHaveLength(count)
})
