import { application } from '@khapdee/contract/entities/application'
import { branch } from '@khapdee/contract/entities/branch'
import { satang } from '@khapdee/domain/money'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { invalidate, useCommand, useEndpoint } from './queries.ts'

afterEach(() => void vi.unstubAllGlobals())

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
const withProvider = (queryClient = client()) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  ),
})

const input = { promotion_code: 'A', course_id: 1, cost: satang(100) }
/** The promotion check, declared as a call that moves money and so needs an idempotency key. */
const paying = { ...application.checkpromotion, idempotent: 'required' as const }
const promotion = ok({ promotion_id: 1, discount: 1, name: 'x' })

describe('the idempotency key of a command', () => {
  it('stays the same for the same content until the command succeeds', async () => {
    let lostAnswers = 2
    const requests = fakeFetch(() => (lostAnswers-- > 0 ? 'offline' : promotion))
    const { result } = renderHook(() => useCommand(paying), withProvider())
    for (let n = 0; n < 4; n++) await act(() => result.current.mutate(input))
    const [first, second, third, fourth] = requests.map((request) =>
      request.headers.get('Idempotency-Key'),
    )
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  it('changes with the content', async () => {
    const requests = fakeFetch(() => 'offline')
    const { result } = renderHook(() => useCommand(paying), withProvider())
    await act(() => result.current.mutate(input))
    await act(() => result.current.mutate({ ...input, cost: satang(200) }))
    const [first, second] = requests.map((request) => request.headers.get('Idempotency-Key'))
    expect(second).not.toBe(first)
  })

  it('is not sent by a command that moves no money', async () => {
    const requests = fakeFetch(() => promotion)
    const { result } = renderHook(() => useCommand(application.checkpromotion), withProvider())
    await act(() => result.current.mutate(input))
    expect(requests[0]?.headers.has('Idempotency-Key')).toBe(false)
  })
})

describe('a command', () => {
  it('does nothing when it is called again before it has finished', async () => {
    const requests = fakeFetch(() => promotion)
    const onSuccess = vi.fn()
    const { result } = renderHook(
      () => useCommand(application.checkpromotion, { onSuccess }),
      withProvider(),
    )
    await act(async () => {
      const [first, second] = [result.current.mutate(input), result.current.mutate(input)]
      expect(await second).toBeUndefined()
      expect(await first).toMatchObject({ data: { discount: 100 } })
    })
    expect(requests).toHaveLength(1)
    expect(onSuccess).toHaveBeenCalledTimes(1)
  })

  it('runs until the promise of onSuccess resolves, and a call until then does nothing', async () => {
    const requests = fakeFetch(() => promotion)
    let showNextScreen = () => {}
    const onSuccess = () => new Promise<void>((resolve) => void (showNextScreen = resolve))
    const { result } = renderHook(() => useCommand(paying, { onSuccess }), withProvider())
    let first: Promise<unknown> = Promise.resolve()
    act(() => void (first = result.current.mutate(input)))
    await waitFor(() => expect(requests).toHaveLength(1))
    await waitFor(() => expect(result.current.pending).toBe(true))
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    await act(() => result.current.mutate(input))
    expect(requests).toHaveLength(1)
    await act(async () => {
      showNextScreen()
      await first
    })
    expect(result.current.pending).toBe(false)
  })

  it('passes a failure to onError and resolves to undefined', async () => {
    fakeFetch(() => fail(409, 'CONFLICT'))
    const onError = vi.fn()
    const { result } = renderHook(
      () => useCommand(application.checkpromotion, { onError }),
      withProvider(),
    )
    const answer = await act(() => result.current.mutate(input))
    expect(answer).toBeUndefined()
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'CONFLICT' }), input)
    await waitFor(() => expect(result.current.error?.code).toBe('CONFLICT'))
  })
})

describe('invalidate', () => {
  it('refetches only the queries of the given resources', async () => {
    const requests = fakeFetch(() =>
      ok([], { meta: { page: 1, perPage: 10, total: 0, totalPages: 0 }, filter: {} }),
    )
    const queryClient = client()
    const { result } = renderHook(
      () => useEndpoint(branch.gettable, { page: 1, perPage: 10 }),
      withProvider(queryClient),
    )
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    await act(() => invalidate(queryClient, ['course']))
    expect(requests).toHaveLength(1)
    await act(() => invalidate(queryClient, ['branch']))
    expect(requests).toHaveLength(2)
  })
})
