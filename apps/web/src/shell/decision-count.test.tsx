import { useMutation } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { DecisionCount } from './navigation.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function SomeCommand() {
  const { mutate } = useMutation({ mutationFn: async () => null, meta: { alert: 'none' } })
  return (
    <button type="button" onClick={() => mutate()}>
      สั่ง
    </button>
  )
}

const count = () => screen.queryByText('รออนุมัติ')?.parentElement?.textContent

describe('DecisionCount', () => {
  it('is fetched again after every command, and hidden when it is 0', async () => {
    let waiting = 3
    fakeFetch(() => ok({ waiting }))
    await renderScreen(
      <>
        <DecisionCount />
        <SomeCommand />
      </>,
    )
    await waitFor(() => expect(count()).toBe('รออนุมัติ 3 รายการ'))
    waiting = 0
    await userEvent.click(screen.getByRole('button', { name: 'สั่ง' }))
    await waitFor(() => expect(count()).toBeUndefined())
  })

  it('is fetched again at intervals, and keeps its value when a fetch fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answers = [ok({ waiting: 1 }), ok({ waiting: 120 }), fail(500, 'SERVER')]
    const requests = fakeFetch(() => answers.shift() ?? fail(500, 'SERVER'))
    await renderScreen(<DecisionCount />)
    await waitFor(() => expect(count()).toBe('รออนุมัติ 1 รายการ'))
    await vi.advanceTimersByTimeAsync(20_000)
    await waitFor(() => expect(count()).toBe('รออนุมัติ 99+ รายการ'))
    await vi.advanceTimersByTimeAsync(20_000)
    await waitFor(() => expect(requests).toHaveLength(3))
    expect(count()).toBe('รออนุมัติ 99+ รายการ')
  })
})
