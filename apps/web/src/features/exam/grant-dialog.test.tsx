import { addDays, formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { GrantDialog } from './grant-dialog.tsx'

const user = aUser({
  ability: [{ subject: 'exam', action: 'grant' }],
  branches: [{ value: 1, name: 'สาขาขอนแก่น' }],
})
beforeEach(() => {
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: user })
})

const customer = {
  customer_id: 1,
  is_foreigner: false,
  prefix: 'นาย',
  name: 'นายสมชาย ใจดี',
  fname: 'สมชาย',
  sname: 'ใจดี',
  idcard: '',
  passport: '',
  birthday: null,
  age: null,
  phone_1: '',
}

it('proposes the last day by the setting of the branch', async () => {
  fakeFetch(() => ok([]))
  await renderScreen(
    <GrantDialog
      customer={customer as never}
      rightDays={[{ branch_id: 1, days: 45 }]}
      onClose={() => undefined}
    />,
  )
  const last = addDays(todayInBangkok(new Date()), 45)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /สิทธิ์สอบถึงวันที่/ })
  expect(field.value).toBe(formatDay(last))
})
