/** The card reader program itself, connected to a real server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { cardPresent } from '@khapdee/contract/card-bridge'
import type { RelayKind } from '@khapdee/contract/card-relay'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { failureAnswer } from '@khapdee/domain/card-failure'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import manifest from '../../../../card-bridge/package.json' with { type: 'json' }
import { systemPcsc } from '../../../../card-bridge/src/pcsc.ts'
import { type CardReader, createReader } from '../../../../card-bridge/src/reader.ts'
import { type RelayState, startRelay } from '../../../../card-bridge/src/relay.ts'
import {
  canIsolate,
  missingPart,
  startProgram,
  startService,
} from '../../../../card-bridge/test/card-rig.ts'
import { somchai } from '../../../../card-bridge/test/virtual-card.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { listenOn, openLive } from '../../../test/live-client.ts'
import { bearer, openSession } from '../../../test/session.ts'
import { buildApp } from '../../app.ts'
import { createCardRelay } from '../../kernel/card-relay.ts'
import { freePort } from '../../db/free-port.ts'
import { listenForChanges } from '../../kernel/change-listener.ts'
import { commands } from '../index.ts'

let test: TestApp
let origin: string
const stopping: (() => unknown)[] = []

beforeAll(async () => {
  test = await startApp()
  origin = await listenOn(test.app)
})
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})
afterAll(async () => {
  // Clients of this process keep unused connections, for which a server waits.
  test.app.server.closeAllConnections()
  await test.close()
})

const createKey = async (name: string) => {
  const branch_id = test.school.branch.KKN
  return (await test.call(cardReader.create, { branch_id, name }, 'manager.kkn')).data
}

const ask = async (card_reader_id: number, kind: RelayKind = 'read') =>
  (await test.call(cardReader.ask, { card_reader_id, kind }, 'registrar.kkn')).data

/** Sends requests until the program is connected. */
async function askConnected(card_reader_id: number, kind?: RelayKind) {
  for (;;) {
    const answer = await ask(card_reader_id, kind)
    if (answer !== null) return answer
    await wait(20)
  }
}

const card = { result: 'ok', nat_id: '1100000000016', fname_th: 'สมหญิง' }

/**
 * A reader that always contains a card, and that reports an inserted card when the test triggers
 * it.
 */
function aReader(fname_th: string): CardReader & { insert(): void; photos: number } {
  const listeners = new Set<() => void>()
  return {
    photos: 0,
    state: async () => cardPresent,
    async read({ withPhoto = false } = {}) {
      this.photos += Number(withPhoto)
      return { ...card, fname_th, photo: 'QUJD' }
    },
    onInsert(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {},
    insert: () => listeners.forEach((listener) => listener()),
  }
}

/** Connects a program of this process. @returns the states that it reported */
function connect(reader: CardReader, key: string, url = origin): RelayState[] {
  const states: RelayState[] = []
  stopping.push(
    startRelay({ url, key, version: '9.9', reader, report: (state) => states.push(state) }),
  )
  return states
}

describe('the card reader program that connects to the server', () => {
  it('answers for its own counter, and prints neither its key nor a card', async () => {
    const [first, second] = [await createKey('เคาน์เตอร์ 1'), await createKey('เคาน์เตอร์ 2')]
    const program = await startProgram(['--connect', `${origin}#${first.key}`], {
      port: await freePort(),
      // No service answers there.
      socket: '/nonexistent/pcscd.comm',
    })
    stopping.push(() => program.stop())
    const reader = aReader('สมหญิง')
    connect(reader, second.key)
    const { message: _message, ...noService } = failureAnswer('NO_SERVICE')
    expect(await askConnected(first.card_reader_id)).toEqual(noService)
    expect(await ask(first.card_reader_id, 'state')).toEqual({
      ...noService,
      program_version: manifest.version,
    })
    expect(await askConnected(second.card_reader_id)).toEqual(card)
    expect(await ask(second.card_reader_id, 'state')).toEqual({
      result: 'ok',
      code: cardPresent,
      program_version: '9.9',
    })
    expect(reader.photos).toBe(0)
    expect(program.output()).toContain('เชื่อมต่อกับระบบของโรงเรียนแล้ว')
    expect(program.output()).not.toContain(first.key)
  })

  // Skipped without isolation: only one PC/SC service can run then, and the tests of `card-bridge` use it at the same time.
  it.skipIf(missingPart() !== null || !canIsolate())(
    'answers within five seconds when its card hangs, and when it has no reader',
    async () => {
      const service = await startService()
      stopping.push(() => service.stop())
      vi.stubEnv('PCSCLITE_CSOCK_NAME', service.socket)
      stopping.push(() => vi.unstubAllEnvs())
      const { key, card_reader_id } = await createKey('เคาน์เตอร์ 7')
      const reader = createReader(systemPcsc())
      stopping.push(() => reader.close())
      connect(reader, key)
      await service.do({ do: 'insert', kind: 'hanging', texts: somchai, slot: 0 })
      await vi.waitFor(
        async () => expect((await askConnected(card_reader_id, 'state')).code).toBe(cardPresent),
        10_000,
      )
      const start = performance.now()
      expect((await ask(card_reader_id))?.code).toBe('SLOW')
      expect(performance.now() - start).toBeLessThan(5_000)
      await service.do({ do: 'kill' })
      await service.do({ do: 'start', hasReaders: false })
      await vi.waitFor(
        async () => expect((await ask(card_reader_id))?.code).toBe('NO_READER'),
        10_000,
      )
    },
  )

  it('notifies the screens that a card was put in', async () => {
    const { key, card_reader_id } = await createKey('เคาน์เตอร์ 3')
    const reader = aReader('สมหญิง')
    connect(reader, key)
    await askConnected(card_reader_id, 'state')
    const { token } = await openSession(test, 'registrar.kkn')
    const screen = await openLive(origin, bearer(token))
    stopping.push(() => screen.close())
    reader.insert()
    const message = `card-reader ${test.school.branch.KKN} ${card_reader_id}`
    await vi.waitFor(() => expect(screen.messages).toContain(message))
  })

  it('connects again after its server was stopped', async () => {
    // Clients of this process keep unused connections, for which a server waits with Node 24.
    const startServer = async (port: number) => {
      const changes = await listenForChanges(test.db, { url: test.url, report: () => {} })
      const cardRelay = createCardRelay(test.db, changes, test.services.config.secret)
      const app = await buildApp({ ...test.services, cardRelay }, { commands })
      app.addHook('preClose', async () => app.server.closeAllConnections())
      await app.listen({ port, host: '127.0.0.1' })
      return async () => {
        await app.close()
        await changes.close()
      }
    }
    const port = await freePort()
    const stop = await startServer(port)
    const { key, card_reader_id } = await createKey('เคาน์เตอร์ 4')
    const states = connect(aReader('สมหญิง'), key, `http://127.0.0.1:${port}`)
    await askConnected(card_reader_id)
    await stop()
    while (states.at(-1) !== 'disconnected') await wait(5)
    stopping.push(await startServer(port))
    expect(await askConnected(card_reader_id)).toEqual(card)
    expect(states).toEqual(['connected', 'disconnected', 'connected'])
  })

  it('reports that its key is refused', async () => {
    const states = connect(aReader('สมหญิง'), 'x'.repeat(43))
    while (states.length === 0) await wait(5)
    expect(states).toEqual(['refused'])
  })

  it('answers from the computer that connected last if two have the same key', async () => {
    const { key, card_reader_id } = await createKey('เคาน์เตอร์ 5')
    const first = connect(aReader('เครื่องแรก'), key)
    while (first.length === 0) await wait(5)
    const second = connect(aReader('เครื่องหลัง'), key)
    while (second.length === 0) await wait(5)
    const answers = await Promise.all([1, 2, 3].map(() => ask(card_reader_id)))
    expect(answers.map((answer) => answer?.fname_th)).toEqual(Array(3).fill('เครื่องหลัง'))
    // The other one reports it, and neither connects again nor takes the place of the last.
    while (first.at(-1) !== 'replaced') await wait(5)
    await stopping.pop()?.()
    while ((await ask(card_reader_id)) !== null) await wait(5)
    expect(first).toEqual(['connected', 'replaced'])
    // The screens of its branch show this for a week; the screens of a counter with one computer
    // show nothing.
    const replacedAt = async () =>
      (await test.call(cardReader.list, {}, 'registrar.kkn')).data.flatMap((row) =>
        row.replaced_at === null ? [] : [[row.card_reader_id, row.replaced_at]],
      )
    const now = test.clock.now()
    await vi.waitFor(async () =>
      expect(await replacedAt()).toEqual([[card_reader_id, now.toISOString()]]),
    )
    const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000).toISOString()
    await test.db.updateTable('card_reader').set({ replaced_at: weekAgo }).execute()
    expect(await replacedAt()).toEqual([])
  })

  it('gets no request of a user who signed out', async () => {
    const { key, card_reader_id } = await createKey('เคาน์เตอร์ 6')
    const reader = aReader('สมหญิง')
    connect(reader, key)
    await askConnected(card_reader_id)
    const { token, session_id } = await openSession(test, 'registrar.kkn')
    await test.db
      .updateTable('session')
      .set({ revoked_at: new Date().toISOString() })
      .where('session_id', '=', session_id)
      .execute()
    let isRead = false
    reader.read = async () => {
      isRead = true
      return card
    }
    const answer = await fetch(`${origin}/api/v1/${cardReader.ask.path}`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ card_reader_id, kind: 'read' }),
    })
    expect([answer.status, isRead]).toEqual([401, false])
  })

  it('disconnects from a server that sends an endless request', async () => {
    const closed: string[] = []
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${'x'.repeat(10_000)}`)
      request.once('close', () => closed.push(request.url ?? ''))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stopping.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const states = connect(aReader('สมหญิง'), 'key', `http://127.0.0.1:${port}`)
    while (closed.length === 0) await wait(5)
    expect(states).toEqual(['connected', 'disconnected'])
  })
})
