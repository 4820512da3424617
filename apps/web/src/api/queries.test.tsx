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
const inside = (queryClient = client()) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  ),
})

const refused = { promotion_code: 'A', course_id: 1, cost: satang(100) }
/** A call that moves no money, turned into one that does. */
const paying = { ...application.checkpromotion, idempotent: 'required' as const }
const promotion = ok({ promotion_id: 1, discount: 1, name: 'x' })

describe('a command that moves money', () => {
  it('repeats its key while the content stays the same, and gets a new one after success', async () => {
    let lostAnswers = 2
    const requests = fakeFetch(() => (lostAnswers-- > 0 ? 'offline' : promotion))
    const { result } = renderHook(() => useCommand(paying), inside())
    for (let n = 0; n < 4; n++) await act(() => result.current.mutate(refused))
    const [first, second, third, fourth] = requests.map((request) =>
      request.headers.get('Idempotency-Key'),
    )
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  it('gets another key once the content differs', async () => {
    const requests = fakeFetch(() => 'offline')
    const { result } = renderHook(() => useCommand(paying), inside())
    await act(() => result.current.mutate(refused))
    await act(() => result.current.mutate({ ...refused, cost: satang(200) }))
    const [first, second] = requests.map((request) => request.headers.get('Idempotency-Key'))
    expect(second).not.toBe(first)
  })

  it('sends no key for other commands', async () => {
    const requests = fakeFetch(() => promotion)
    const { result } = renderHook(() => useCommand(application.checkpromotion), inside())
    await act(() => result.current.mutate(refused))
    expect(requests[0]?.headers.has('Idempotency-Key')).toBe(false)
  })
})

describe('a command', () => {
  it('does not run twice at once', async () => {
    const requests = fakeFetch(() => promotion)
    const onSuccess = vi.fn()
    const { result } = renderHook(
      () => useCommand(application.checkpromotion, { onSuccess }),
      inside(),
    )
    await act(async () => {
      const [first, second] = [result.current.mutate(refused), result.current.mutate(refused)]
      expect(await second).toBeUndefined()
      expect(await first).toMatchObject({ data: { discount: 100 } })
    })
    expect(requests).toHaveLength(1)
    expect(onSuccess).toHaveBeenCalledTimes(1)
  })

  it('passes a failure to onError and gives undefined', async () => {
    fakeFetch(() => fail(409, 'CONFLICT'))
    const onError = vi.fn()
    const { result } = renderHook(
      () => useCommand(application.checkpromotion, { onError }),
      inside(),
    )
    const answer = await act(() => result.current.mutate(refused))
    expect(answer).toBeUndefined()
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'CONFLICT' }), refused)
    await waitFor(() => expect(result.current.error?.code).toBe('CONFLICT'))
  })

  it('invalidates the answers that it changed, and no others', async () => {
    const requests = fakeFetch(() =>
      ok([], { meta: { page: 1, perPage: 10, total: 0, totalPages: 0 }, filter: {} }),
    )
    const queryClient = client()
    const { result } = renderHook(
      () => useEndpoint(branch.gettable, { page: 1, perPage: 10 }),
      inside(queryClient),
    )
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    await act(() => invalidate(queryClient, ['course']))
    expect(requests).toHaveLength(1)
    await act(() => invalidate(queryClient, ['branch']))
    expect(requests).toHaveLength(2)
  })
})
