import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { type DeafProxy, startDeafProxy } from '../../test/deaf-proxy.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { openSession } from '../../test/session.ts'
import { createAccess } from './access.ts'
import { listenForChanges } from './change-listener.ts'
import { createHealth } from './health.ts'
import { silentLog } from './log.ts'

let test: TestApp
let proxy: DeafProxy
beforeAll(async () => {
  test = await startApp()
  proxy = await startDeafProxy(test.url)
})
afterAll(async () => {
  await proxy.close()
  await test.close()
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  proxy.isDeaf = false
  for (const close of closing.splice(0)) await close()
})

/** A cache of rights that listens through the proxy, with its log, and a way to see whether it caches. */
async function listen({ url = proxy.url, heartbeatMs = 300 } = {}) {
  const [info, warn] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const health = createHealth(Object.assign(silentLog(), { info, warn }))
  const changes = await listenForChanges(test.db, {
    url,
    heartbeatMs,
    report: (problem) => health.report('access_changes_heard', problem),
  })
  const access = createAccess(test.db, changes)
  closing.push(() => changes.close())
  const { session_id } = await openSession(test, 'registrar.kkn')
  /** Whether the access of a session is cached: then it is read as the same object twice. */
  const caches = async () => (await access.find(session_id)) === (await access.find(session_id))
  return { access, session_id, health, info, warn, caches, servers: changes.servers }
}

const gauge = 'khapdee_access_changes_heard'

describe('a connection that receives notifications', () => {
  it('lets access be cached, and a heartbeat of any server does not empty the cache', async () => {
    // On a busy machine, a notification does not come back at once.
    const heartbeatMs = 1500
    const [one, other] = [
      await listen({ heartbeatMs }),
      await listen({ url: test.url, heartbeatMs }),
    ]
    const actor = await one.access.find(one.session_id)
    expect(await other.caches()).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 2.5 * heartbeatMs))
    expect(await one.access.find(one.session_id)).toBe(actor)
    expect(one.warn).not.toHaveBeenCalled()
    expect(one.health.metrics()).toContain(`${gauge} 1`)
    // The server of the test may be counted as well: its heartbeats are rarer.
    expect(one.servers()).toBeGreaterThanOrEqual(2)
  })
})

describe('a connection on which LISTEN succeeds without effect', () => {
  it('caches nothing from the start, and reports the problem once', async () => {
    proxy.isDeaf = true
    const { caches, warn, health } = await listen()
    await vi.waitFor(() => expect(warn).toHaveBeenCalled())
    expect(await caches()).toBe(false)
    expect(health.metrics()).toContain(`${gauge} 0`)
    expect(health.problems()).toEqual(['access_changes_heard'])
    // Several reconnections later.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(warn).toHaveBeenCalledOnce()
    expect(await caches()).toBe(false)
  })

  it('stops caching within two heartbeats, and caches again when notifications arrive again', async () => {
    const { access, session_id, caches, info, warn } = await listen()
    expect(await caches()).toBe(true)
    proxy.isDeaf = true
    await vi.waitFor(async () => expect(await caches()).toBe(false), { timeout: 3000 })
    await runOnServer(test.url, `update session set revoked_at = now()`)
    expect(await access.find(session_id)).toBeNull()
    await runOnServer(test.url, `update session set revoked_at = null`)
    proxy.isDeaf = false
    await vi.waitFor(async () => expect(await caches()).toBe(true), { timeout: 5000 })
    expect([warn.mock.calls.length, info.mock.calls.length]).toEqual([1, 1])
  })

  it('caches nothing with a connection to another database', async () => {
    const other = new URL(test.url)
    other.pathname = '/postgres'
    const { caches } = await listen({ url: other.href })
    expect(await caches()).toBe(false)
  })
})
