import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useSingleFlight } from './use-single-flight.ts'

it('an action runs once for two calls in the same tick, and again once the first has finished', async () => {
  const action = vi.fn<(name: string) => Promise<string>>(async (name) => name)
  const { result } = renderHook(() => useSingleFlight(action))
  await act(async () => {
    const [first, second] = [result.current.run('first'), result.current.run('second')]
    expect(await second).toBeUndefined()
    expect(await first).toBe('first')
  })
  expect(result.current.pending).toBe(false)
  await act(async () => expect(await result.current.run('third')).toBe('third'))
  expect(action).toHaveBeenCalledTimes(2)
})

it('an action is pending while it runs and not pending after a failure', async () => {
  let fail: (error: Error) => void = () => {}
  const { result } = renderHook(() =>
    useSingleFlight(() => new Promise<void>((_, reject) => (fail = reject))),
  )
  let run: Promise<unknown> = Promise.resolve()
  act(() => void (run = result.current.run()))
  expect(result.current.pending).toBe(true)
  await act(async () => {
    fail(new Error('refused'))
    await expect(run).rejects.toThrow('refused')
  })
  expect(result.current.pending).toBe(false)
})
