import { useMutation } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../test/fake-fetch.ts'
import { AffectedCount } from './affected-count.tsx'

afterEach(() => vi.unstubAllGlobals())

function SomeCommand() {
  const { mutate } = useMutation({ mutationFn: async () => null, meta: { alert: 'none' } })
  return (
    <button type="button" onClick={() => mutate()}>
      สั่ง
    </button>
  )
}

it('shows the number of sessions to be planned again, and reads it again after every command', async () => {
  let affected = 2
  fakeFetch(() => ok({ affected }))
  await renderScreen(
    <>
      <AffectedCount />
      <SomeCommand />
    </>,
  )
  const count = () => screen.queryByText('ต้องจัดใหม่')?.parentElement?.textContent
  await waitFor(() => expect(count()).toBe('ต้องจัดใหม่ 2 รอบ'))
  affected = 0
  await userEvent.click(screen.getByRole('button', { name: 'สั่ง' }))
  await waitFor(() => expect(count()).toBeUndefined())
})
