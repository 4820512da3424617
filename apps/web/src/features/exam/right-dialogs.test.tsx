import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { useRightActions } from './right-dialogs.tsx'

const today = todayInBangkok(new Date())
const row = {
  right_id: 5,
  version: 1,
  customer: 'สมหญิง ใจดี',
  kind: 'theory',
  licence_type: 'car',
  reason: '',
  status: 'active',
  permission_date: addDays(today, 20),
  extend_days: 30,
  can: { extend: true, disable: false, enable: false },
} as never

function Screen() {
  const { rowActions, dialog } = useRightActions()
  return (
    <>
      {rowActions(row).map(({ id, onAction }) => (
        <button key={id} type="button" onClick={() => onAction?.()}>
          เปิด
        </button>
      ))}
      {dialog}
    </>
  )
}

it('extends no right before the fees are loaded', async () => {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'exam', action: 'extend' }] }),
  })
  let isDown = true
  fakeFetch(() =>
    isDown
      ? fail(500, 'INTERNAL')
      : ok({ booking: null, move: null, extend: null, cancel_problem: null }),
  )
  await renderScreen(<Screen />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'เปิด' }))
  const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'ต่ออายุสิทธิ์สอบ' })
  expect((await submit()).disabled).toBe(true)
  const retry = await screen.findByRole('button', { name: 'ลองอีกครั้ง' }, { timeout: 4000 })
  expect((await submit()).disabled).toBe(true)
  isDown = false
  await user.click(retry)
  await waitFor(async () => expect((await submit()).disabled).toBe(false))
})
