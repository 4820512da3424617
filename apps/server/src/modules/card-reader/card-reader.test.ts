import { setTimeout as wait } from 'node:timers/promises'
import {
  relayAnswerPath,
  relayInsertedPath,
  relayInstanceHeader,
  relayRequest,
  relayStreamPath,
} from '@khapdee/contract/card-relay'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { type LiveClient, listenOn, openLive } from '../../../test/live-client.ts'
import { bearer, openSession } from '../../../test/session.ts'
import { buildApp } from '../../app.ts'
import { createCardRelay } from '../../kernel/card-relay.ts'
import { listenForChanges } from '../../kernel/change-listener.ts'
import { apiBase } from '../../kernel/mount.ts'
import { commands } from '../index.ts'

const manager = 'manager.kkn'
const card = { result: 'ok', nat_id: '1100000000016', fname_th: 'สมหญิง' }

let test: TestApp
let origin: string
/** Another server on the same database. */
let other: string
const closing: (() => unknown)[] = []

beforeAll(async () => {
  test = await startApp()
  origin = await listenOn(test.app)
  const changes = await listenForChanges(test.db, { url: test.url, report: () => {} })
  const cardRelay = createCardRelay(test.db, changes, test.services.config.secret)
  const app = await buildApp({ ...test.services, cardRelay }, { commands })
  other = await listenOn(app)
  closing.push(async () => {
    await app.close()
    await changes.close()
  })
})
afterAll(async () => {
  for (const close of closing) await close()
  await test.close()
})

let counters = 0

/** A program of a branch, connected to a server, that answers with a card. */
async function connect({ at = origin, username = manager, branch = 'KKN' as 'KKN' | 'BPI' } = {}) {
  const { data } = await test.call(
    cardReader.create,
    { branch_id: test.school.branch[branch], name: `เคาน์เตอร์ ${++counters}` },
    username,
  )
  const headers = bearer(data.key)
  const stream = await openLive(at, headers, relayStreamPath)
  const post = (path: string, body: object, key = data.key, to = at) =>
    fetch(`${to}${apiBase}/${path}`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  /** Waits for the next request. */
  const nextRequest = async (count = 1) => {
    while (stream.messages.length < count) await wait(5)
    return relayRequest.parse(JSON.parse(stream.messages[count - 1] ?? ''))
  }
  return { ...data, stream, post, nextRequest, close: () => stream.close() }
}

const ask = (card_reader_id: number, username = 'registrar.kkn') =>
  test.call(cardReader.ask, { card_reader_id, kind: 'read' }, username)

describe('a card reader that connects to the server', () => {
  it('gets the requests of clerks of its branch', async () => {
    const reader = await connect()
    const asked = ask(reader.card_reader_id)
    const { request, kind } = await reader.nextRequest()
    expect(kind).toBe('read')
    const answer = await reader.post(relayAnswerPath, { request, answer: { ...card, photo: 'x' } })
    expect(answer.status).toBe(204)
    expect((await asked).data).toEqual(card)
    reader.close()
  })

  it('answers through another server, with the card encrypted in the notification', async () => {
    const reader = await connect({ at: other })
    const listener = new Client({ connectionString: test.url })
    const heard: string[] = []
    await listener.connect()
    listener.on('notification', ({ payload = '' }) => heard.push(payload))
    await listener.query('listen card_reader')
    const asked = ask(reader.card_reader_id)
    const { request } = await reader.nextRequest()
    await reader.post(relayAnswerPath, { request, answer: card })
    expect((await asked).data).toEqual(card)
    await listener.end()
    const payloads = heard.join('\n')
    expect(payloads).toContain('answer')
    expect(payloads).not.toContain(card.nat_id)
    expect(payloads).not.toContain(card.fname_th)
    reader.close()
  })

  it('gets no request of a clerk of another branch, and is not listed there', async () => {
    const reader = await connect()
    expect((await ask(reader.card_reader_id, 'registrar.bpi')).status).toBe(404)
    const { data } = await test.call(cardReader.list, {}, 'registrar.bpi')
    expect(data.map(({ card_reader_id }) => card_reader_id)).not.toContain(reader.card_reader_id)
    await wait(20)
    expect(reader.stream.messages).toEqual([])
    reader.close()
  })

  it('cannot answer a request to another reader', async () => {
    const [reader, intruder] = [await connect(), await connect()]
    const asked = ask(reader.card_reader_id)
    const { request } = await reader.nextRequest()
    await intruder.post(relayAnswerPath, { request, answer: { ...card, fname_th: 'ปลอม' } })
    await intruder.post(relayAnswerPath, { request, answer: card }, intruder.key, other)
    await reader.post(relayAnswerPath, { request, answer: card })
    expect((await asked).data?.fname_th).toBe(card.fname_th)
    reader.close()
    intruder.close()
  })

  it('gets requests where it connected last, and where it is still connected after that', async () => {
    // The first server does not know that the connection to it is lost.
    const reader = await connect()
    const again = await openLive(other, bearer(reader.key), relayStreamPath)
    const answerAll = (stream: LiveClient, fname_th: string) =>
      setInterval(() => {
        for (const text of stream.messages.splice(0)) {
          const { request } = relayRequest.parse(JSON.parse(text))
          void reader.post(relayAnswerPath, { request, answer: { ...card, fname_th } })
        }
      }, 5)
    const answering = [answerAll(reader.stream, 'แรก'), answerAll(again, 'หลัง')]
    // The servers exchange notices, which takes a moment.
    const answerIs = (fname_th: string) =>
      vi.waitFor(
        async () => expect((await ask(reader.card_reader_id)).data?.fname_th).toBe(fname_th),
        10_000,
      )
    await answerIs('หลัง')
    again.close()
    await answerIs('แรก')
    for (const timer of answering) clearInterval(timer)
    reader.close()
  })

  it('has a unique name in its branch, also when two are added at the same time', async () => {
    const { KKN, BPI } = test.school.branch
    const add = (name: string, branch_id = KKN, username = manager) =>
      test.call(cardReader.create, { branch_id, name }, username)
    const both = await Promise.all([add('หน้าร้าน A'), add(' หน้าร้าน  a')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    const message = 'สาขานี้มีเครื่องอ่านบัตรชื่อนี้แล้ว กรุณาใช้ชื่ออื่น'
    expect(refused?.body).toMatchObject({
      code: 'DUPLICATE',
      message,
      errors: [{ path: 'name', message }],
    })
    expect((await add('หน้าร้าน A', BPI, 'manager.bpi')).status).toBe(200)
    const made = both.find(({ status }) => status === 200)
    await test.call(cardReader.revoke, { card_reader_id: made?.data.card_reader_id ?? 0 }, manager)
    expect((await add('หน้าร้าน A')).status).toBe(200)
  })

  it('answers null when no program is connected', async () => {
    const reader = await connect()
    reader.close()
    while (!reader.stream.isEnded()) await wait(5)
    expect((await ask(reader.card_reader_id)).data).toBeNull()
  })

  it('notifies the screens of its branch that a card was put in', async () => {
    const reader = await connect()
    const { token } = await openSession(test, 'registrar.kkn')
    const screen = await openLive(origin, bearer(token))
    const elsewhere = await openSession(test, 'registrar.bpi')
    const foreign = await openLive(origin, bearer(elsewhere.token))
    // Another computer has the key, but requests for this card would not go to it.
    const shared = await connect()
    const inserted = await fetch(`${origin}${apiBase}/${relayInsertedPath}`, {
      method: 'POST',
      headers: { ...bearer(shared.key), [relayInstanceHeader]: crypto.randomUUID() },
    })
    expect(inserted.status).toBe(204)
    expect((await reader.post(relayInsertedPath, {})).status).toBe(204)
    const message = `card-reader ${test.school.branch.KKN} ${reader.card_reader_id}`
    while (!screen.messages.includes(message)) await wait(5)
    expect(screen.messages.filter((text) => text.startsWith('card-reader'))).toEqual([message])
    shared.close()
    expect(foreign.messages.join()).not.toContain('card-reader')
    foreign.close()
    screen.close()
    reader.close()
  })

  it('is refused with a revoked or unknown key, and with an answer that is not a card or too long', async () => {
    const reader = await connect()
    const { card_reader_id, key, post } = reader
    const answer = { request: crypto.randomUUID(), answer: card }
    expect((await post(relayAnswerPath, { request: 'x' })).status).toBe(400)
    expect((await post(relayAnswerPath, { ...answer, more: 'x'.repeat(6000) })).status).toBe(413)
    expect((await post(relayAnswerPath, answer, `${key}x`)).status).toBe(401)
    await test.call(cardReader.revoke, { card_reader_id }, manager)
    expect((await post(relayAnswerPath, answer)).status).toBe(401)
    expect((await post(relayInsertedPath, {})).status).toBe(401)
    expect((await openLive(origin, bearer(key), relayStreamPath)).status).toBe(401)
    reader.close()
  })
})
