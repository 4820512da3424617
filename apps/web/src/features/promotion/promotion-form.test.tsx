import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { ResourceForm } from '../../crud/resource-form.tsx'
import { sessionStore } from '../../session/session.ts'
import { promotions } from './resource.tsx'

afterEach(() => vi.unstubAllGlobals())

it('marks a wrong code, reversed days and more than 100 % at once, focuses the first, and sends nothing', async () => {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'promotion', action: 'create' }] }),
  })
  const requests = fakeFetch(() => ok(null))
  await renderScreen(<ResourceForm resource={promotions} />)
  const user = userEvent.setup()
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  await user.type(await screen.findByRole('textbox', { name: /^รหัสส่วนลด/ }), 'ลด!')
  await user.type(field(/^ชื่อส่วนลด/), 'ลดปลายปี')
  await user.type(field(/^มูลค่า/), '150')
  await user.type(field(/^วันเริ่มต้น/), '02/12/2569')
  await user.type(field(/^วันสิ้นสุด/), '01/12/2569')
  await user.click(screen.getByRole('switch', { name: 'ไม่จำกัดจำนวน' }))
  await user.click(screen.getByRole('button', { name: 'บันทึก' }))
  for (const name of [/^รหัสส่วนลด/, /^มูลค่า/, /^วันสิ้นสุด/, /^จำกัดจำนวนสิทธิ์/]) {
    expect(field(name).getAttribute('aria-invalid')).toBe('true')
  }
  expect(screen.getByText('ส่วนลดต้องไม่เกิน 100%')).toBeTruthy()
  expect(document.activeElement).toBe(field(/^รหัสส่วนลด/))
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})
