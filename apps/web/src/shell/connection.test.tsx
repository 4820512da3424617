import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverStatusOf, reportServerStatus } from '../api/server-status.ts'
import { pollServer, onReconnect, useConnection, watchConnection } from './connection.ts'

const noAnswer = serverStatusOf(null)
const okAnswer = serverStatusOf(new Response(null, { status: 200 }))
const busy = (seconds: number) =>
  serverStatusOf(new Response(null, { status: 503, headers: { 'Retry-After': String(seconds) } }))

const server = vi.fn<(url: string) => Promise<Response>>()
const respond = async () => new Response(null, { status: 200 })
const refuse = async () => {
  throw new TypeError('Failed to fetch')
}
const client = new QueryClient()
const refetch = vi.spyOn(client, 'refetchQueries')
let stop: () => void

const setNetwork = (onLine: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
}
const setHidden = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const connection = () => renderHook(() => useConnection()).result.current

beforeEach(() => {
  vi.useFakeTimers()
  // Without a random part, the delays have their minimum.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  server.mockReset().mockImplementation(refuse)
  refetch.mockClear()
  vi.stubGlobal('fetch', server)
  stop = watchConnection(client)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a server that does not answer', () => {
  it('is polled at growing intervals, once for all failed calls', async () => {
    for (let n = 0; n < 20; n++) reportServerStatus(noAnswer)
    expect(connection()).toBe('unavailable')
    const polledAtSeconds: number[] = []
    for (let second = 1; second <= 100; second++) {
      const before = server.mock.calls.length
      await advance(1000)
      if (server.mock.calls.length > before) polledAtSeconds.push(second)
    }
    expect(polledAtSeconds).toEqual([1, 3, 7, 15, 31, 61, 91])
    expect(new Set(server.mock.calls.map(([url]) => url))).toEqual(new Set(['/readyz']))
  })

  it('counts as reachable after its next answer, and active queries are fetched again once', async () => {
    const onReturn = vi.fn()
    const stopListening = onReconnect(onReturn)
    reportServerStatus(noAnswer)
    server.mockImplementation(respond)
    await advance(1000)
    expect(connection()).toBe('ok')
    reportServerStatus(okAnswer)
    expect(onReturn).toHaveBeenCalledTimes(1)
    expect(refetch).toHaveBeenCalledTimes(1)
    await advance(120_000)
    expect(server).toHaveBeenCalledTimes(1)
    stopListening()
  })

  it('is not polled before its Retry-After has passed', async () => {
    reportServerStatus(busy(20))
    await advance(19_000)
    expect(server).not.toHaveBeenCalled()
    await advance(1000)
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('is polled at growing intervals while the connection is unstable', async () => {
    server.mockImplementation(respond)
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      reportServerStatus(noAnswer)
      const since = Date.now()
      while (connection() !== 'ok') await advance(500)
      waits.push(Date.now() - since)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000])
    await advance(61_000)
    reportServerStatus(noAnswer)
    await advance(1000)
    expect(connection()).toBe('ok')
  })

  it('is polled only by the visible tab', async () => {
    reportServerStatus(noAnswer)
    setHidden(true)
    await advance(120_000)
    expect(server).not.toHaveBeenCalled()
    server.mockImplementation(respond)
    setHidden(false)
    await advance(0)
    expect(server).toHaveBeenCalledTimes(1)
    expect(connection()).toBe('ok')
  })

  it('is polled at once on request, once for two simultaneous requests', async () => {
    reportServerStatus(noAnswer)
    server.mockImplementation(respond)
    expect(await Promise.all([pollServer(), pollServer()])).toEqual([true, true])
    expect(server).toHaveBeenCalledTimes(1)
    expect(connection()).toBe('ok')
  })
})

describe('a computer that goes offline', () => {
  it('polls once, and again when the network is back', async () => {
    setNetwork(false)
    await advance(0)
    expect(connection()).toBe('offline')
    await advance(300_000)
    expect(server).toHaveBeenCalledTimes(1)
    server.mockImplementation(respond)
    setNetwork(true)
    await advance(0)
    expect(connection()).toBe('ok')
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it('stays connected to a server on the same computer', async () => {
    server.mockImplementation(respond)
    setNetwork(false)
    await advance(0)
    expect(connection()).toBe('ok')
  })

  it('continues polling when the network is back but the server is not', async () => {
    setNetwork(false)
    await advance(0)
    setNetwork(true)
    await advance(0)
    expect(connection()).toBe('unavailable')
    server.mockImplementation(respond)
    await advance(2000)
    expect(connection()).toBe('ok')
  })
})
