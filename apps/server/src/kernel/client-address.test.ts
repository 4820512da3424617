import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { testConfig } from '../../test/services.ts'
import { sharedLimit, warnOfUnknownProxy } from './client-address.ts'
import { silentLog } from './log.ts'

it.each([
  [0, 1],
  [1, 0],
])(
  'with %i trusted proxies, requests of a proxy are warned of %i times',
  async (trustedProxies, times) => {
    const warn = vi.fn<(text: string) => void>()
    const app = Fastify()
    warnOfUnknownProxy(app, {
      config: testConfig({ trustedProxies }),
      log: Object.assign(silentLog(), { warn }),
    })
    app.get('/', () => 'ok')
    await app.inject('/')
    expect(warn).not.toHaveBeenCalled()
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    for (let n = 0; n < 3; n++) await app.inject({ url: '/', headers })
    expect(warn).toHaveBeenCalledTimes(times)
    await app.close()
  },
)

it('a limit is divided among the servers whose heartbeats are received', () => {
  let servers = 1
  const limit = sharedLimit({ servers: () => servers }, 30)
  expect(limit()).toBe(30)
  servers = 4
  expect(limit()).toBe(8)
})
