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
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const connection = () => renderHook(() => useConnection()).result.current

beforeEach(() => {
  vi.useFakeTimers()
  // Without random spread, the delays have their minimum.
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
    expect(connection()).toBe('away')
    const askedAfter: number[] = []
    for (let second = 1; second <= 100; second++) {
      const before = server.mock.calls.length
      await pass(1000)
      if (server.mock.calls.length > before) askedAfter.push(second)
    }
    expect(askedAfter).toEqual([1, 3, 7, 15, 31, 61, 91])
    expect(new Set(server.mock.calls.map(([url]) => url))).toEqual(new Set(['/readyz']))
  })

  it('counts as back with its next answer, and active queries are read again once', async () => {
    const returned = vi.fn()
    const stopListening = onReconnect(returned)
    reportServerStatus(noAnswer)
    server.mockImplementation(respond)
    await pass(1000)
    expect(connection()).toBe('ok')
    reportServerStatus(okAnswer)
    expect(returned).toHaveBeenCalledTimes(1)
    expect(refetch).toHaveBeenCalledTimes(1)
    await pass(120_000)
    expect(server).toHaveBeenCalledTimes(1)
    stopListening()
  })

  it('is not polled before its Retry-After has passed', async () => {
    reportServerStatus(busy(20))
    await pass(19_000)
    expect(server).not.toHaveBeenCalled()
    await pass(1000)
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('is polled at growing intervals while the connection is unstable', async () => {
    server.mockImplementation(respond)
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      reportServerStatus(noAnswer)
      const since = Date.now()
      while (connection() !== 'ok') await pass(500)
      waits.push(Date.now() - since)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000])
    await pass(61_000)
    reportServerStatus(noAnswer)
    await pass(1000)
    expect(connection()).toBe('ok')
  })

  it('is polled only by the visible tab', async () => {
    reportServerStatus(noAnswer)
    setHidden(true)
    await pass(120_000)
    expect(server).not.toHaveBeenCalled()
    server.mockImplementation(respond)
    setHidden(false)
    await pass(0)
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

describe('a computer without a network', () => {
  it('is offline, does not poll, and polls when the network is back', async () => {
    setNetwork(false)
    await pass(0)
    expect(connection()).toBe('offline')
    await pass(300_000)
    expect(server).toHaveBeenCalledTimes(1)
    server.mockImplementation(respond)
    setNetwork(true)
    await pass(0)
    expect(connection()).toBe('ok')
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it('stays connected to a server on the same computer', async () => {
    server.mockImplementation(respond)
    setNetwork(false)
    await pass(0)
    expect(connection()).toBe('ok')
  })

  it('goes on polling when the network is back but the server is not', async () => {
    setNetwork(false)
    await pass(0)
    setNetwork(true)
    await pass(0)
    expect(connection()).toBe('away')
    server.mockImplementation(respond)
    await pass(2000)
    expect(connection()).toBe('ok')
  })
})
