/** A fake server for tests: answers requests by a function and records them. */
import { listView } from '@khapdee/contract/entities/list-view'
import { vi } from 'vitest'

export interface FakeRequest {
  method: string
  /** The path below /api/v1/, with the query string. */
  path: string
  /** The parsed JSON, or the uploaded file. */
  body: unknown
  headers: Headers
}

type Reply = { status?: number; body: unknown } | 'offline'
export type FakeRoute = (request: FakeRequest) => Reply | Promise<Reply>

/**
 * Replaces `fetch` until `vi.unstubAllGlobals()`; returns the list of recorded requests.
 * @param savedViews the saved views of lists, which every list reads; these requests are not recorded
 */
export function fakeFetch(
  route: FakeRoute,
  savedViews: () => readonly object[] = () => [],
): FakeRequest[] {
  const requests: FakeRequest[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // The stream of changes sends nothing.
    if (url === '/api/v1/live') return new Promise<never>(() => {})
    if (url === `/api/v1/${listView.gettable.path}`) return Response.json(ok(savedViews()).body)
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: url.replace('/api/v1/', ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
      headers: new Headers(init.headers),
    }
    requests.push(request)
    const reply = await route(request)
    if (reply === 'offline') throw new TypeError('Failed to fetch')
    return Response.json(reply.body, { status: reply.status ?? 200 })
  })
  return requests
}

/** A successful answer. */
export const ok = (data: unknown, rest: object = {}) => ({
  body: { status: 'success', message: 'สำเร็จ', data, ...rest },
})

/** A failed answer. */
export const fail = (status: number, code: string, rest: object = {}) => ({
  status,
  body: { status: 'error', code, message: `ข้อความ ${code}`, requestId: 'req-1', ...rest },
})
