import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverStatusOf, reportServerStatus } from '../api/server-status.ts'
import { askServer, onReturn, useConnection, watchConnection } from './connection.ts'

const silence = serverStatusOf(null)
const fine = serverStatusOf(new Response(null, { status: 200 }))
const busy = (seconds: number) =>
  serverStatusOf(new Response(null, { status: 503, headers: { 'Retry-After': String(seconds) } }))

const server = vi.fn<(url: string) => Promise<Response>>()
const isThere = async () => new Response(null, { status: 200 })
const isSilent = async () => {
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
  // No spread: the shortest waits.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  server.mockReset().mockImplementation(isSilent)
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
  it('is asked at growing intervals, by one question for all calls', async () => {
    for (let n = 0; n < 20; n++) reportServerStatus(silence)
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

  it('is told to be back by its next answer, and the screen is read again once', async () => {
    const returned = vi.fn()
    const stopListening = onReturn(returned)
    reportServerStatus(silence)
    server.mockImplementation(isThere)
    await pass(1000)
    expect(connection()).toBe('ok')
    reportServerStatus(fine)
    expect(returned).toHaveBeenCalledTimes(1)
    expect(refetch).toHaveBeenCalledTimes(1)
    await pass(120_000)
    expect(server).toHaveBeenCalledTimes(1)
    stopListening()
  })

  it('is asked no sooner than it wishes', async () => {
    reportServerStatus(busy(20))
    await pass(19_000)
    expect(server).not.toHaveBeenCalled()
    await pass(1000)
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('is asked less and less while it comes and goes', async () => {
    server.mockImplementation(isThere)
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      reportServerStatus(silence)
      const since = Date.now()
      while (connection() !== 'ok') await pass(500)
      waits.push(Date.now() - since)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000])
    await pass(61_000)
    reportServerStatus(silence)
    await pass(1000)
    expect(connection()).toBe('ok')
  })

  it('is asked only by the tab that is looked at', async () => {
    reportServerStatus(silence)
    setHidden(true)
    await pass(120_000)
    expect(server).not.toHaveBeenCalled()
    server.mockImplementation(isThere)
    setHidden(false)
    await pass(0)
    expect(server).toHaveBeenCalledTimes(1)
    expect(connection()).toBe('ok')
  })

  it('is asked at once when the user wishes, once for two presses', async () => {
    reportServerStatus(silence)
    server.mockImplementation(isThere)
    expect(await Promise.all([askServer(), askServer()])).toEqual([true, true])
    expect(server).toHaveBeenCalledTimes(1)
    expect(connection()).toBe('ok')
  })
})

describe('a computer without a network', () => {
  it('says so, asks nothing, and asks when the network is back', async () => {
    setNetwork(false)
    await pass(0)
    expect(connection()).toBe('offline')
    await pass(300_000)
    expect(server).toHaveBeenCalledTimes(1)
    server.mockImplementation(isThere)
    setNetwork(true)
    await pass(0)
    expect(connection()).toBe('ok')
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it('works on with a server on the same computer', async () => {
    server.mockImplementation(isThere)
    setNetwork(false)
    await pass(0)
    expect(connection()).toBe('ok')
  })

  it('whose network is back without the server goes on asking', async () => {
    setNetwork(false)
    await pass(0)
    setNetwork(true)
    await pass(0)
    expect(connection()).toBe('away')
    server.mockImplementation(isThere)
    await pass(2000)
    expect(connection()).toBe('ok')
  })
})
