import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { tokens } from '../api/tokens.ts'
import { useLive } from './use-live.ts'

/** A stream that the test writes. */
interface FakeStream {
  authorization: string | null
  send(message: string): void
  end(): void
}

let streams: FakeStream[]
/** Answers the next requests with these statuses instead of streams. */
let refusals: number[]

beforeAll(async () => {
  // Other test files of this process may have left their stream open.
  vi.resetModules()
  // Otherwise the first test would wait for the chunk to be compiled.
  await import('../api/live-connection.ts')
})
beforeEach(() => {
  streams = []
  refusals = []
  tokens.save({ accessToken: 'first', refreshToken: 'refresh' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/user/refresh')) {
      const data = { accessToken: 'second', refreshToken: 'refresh2' }
      return Response.json({ status: 'success', message: '', data })
    }
    const status = refusals.shift()
    if (status !== undefined) return new Response('', { status })
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
        streams.push({
          authorization: new Headers(init.headers).get('authorization'),
          send: (message) => controller.enqueue(encoder.encode(`data: ${message}\n\n`)),
          end: () => controller.close(),
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  })
})
afterEach(async () => {
  vi.useFakeTimers()
  cleanup()
  // The stream stays open for a while after its last listener.
  await vi.advanceTimersByTimeAsync(15_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  tokens.clear()
})

const read = vi.fn<(path: string) => Promise<string>>(async (path) => path)

function Screen() {
  useLive(['exam'])
  useQuery({ queryKey: ['exam/gettable', {}], queryFn: () => read('exam') })
  useQuery({ queryKey: ['exam-session/gettable', {}], queryFn: () => read('exam-session') })
  return null
}

async function open() {
  read.mockClear()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(streams).toHaveLength(1))
  await waitFor(() => expect(reads('exam')).toBe(1))
}

const reads = (path: string) => read.mock.calls.filter(([read]) => read === path).length

it('reads announced queries again, and no others', async () => {
  await open()
  expect(streams[0]?.authorization).toBe('Bearer first')
  act(() => streams[0]?.send('exam-session 3'))
  act(() => streams[0]?.send('exam 3'))
  await waitFor(() => expect(reads('exam')).toBe(2))
  expect(reads('exam-session')).toBe(1)
})

it('reads a burst of changes at most once per interval', async () => {
  await open()
  for (let n = 0; n < 20; n++) act(() => streams[0]?.send('exam 3'))
  await waitFor(() => expect(reads('exam')).toBe(2))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(reads('exam')).toBeLessThanOrEqual(3)
})

it('opens a lost stream again, whose first message makes the screen read everything again', async () => {
  await open()
  act(() => streams[0]?.end())
  await waitFor(() => expect(streams).toHaveLength(2), { timeout: 5000 })
  act(() => streams[1]?.send('*'))
  await waitFor(() => expect(reads('exam')).toBe(2))
})

it('renews an access token that has expired', async () => {
  refusals = [401]
  await open()
  expect(streams[0]?.authorization).toBe('Bearer second')
})
