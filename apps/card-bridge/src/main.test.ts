/** The program as installed, on the smart card service of the system with virtual cards. */
import { request as httpRequest } from 'node:http'
import { bridgePaths, cardPresent } from '@khapdee/contract/card-bridge'
import { cardFailure, type CardResult } from '@khapdee/domain/card'
import { type CardFailure, cardFailures, failureAnswer } from '@khapdee/domain/card-failure'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/src/db/free-port.ts'
import {
  missingPart,
  pair,
  type RunningProgram,
  type ServiceRig,
  startProgram,
  startService,
  until,
} from '../test/card-rig.ts'
import { type CardKind, type CardTexts, somchai } from '../test/virtual-card.ts'
import { systemPcsc } from './pcsc.ts'

const missing = missingPart()
if (missing !== null) {
  if (process.env['CI']) throw new Error(`Cards must be tested in CI: ${missing}.`)
  process.stdout.write(`Skipped: cards are not read, because ${missing}.\n`)
}

const origin = 'https://school.example'
/** A clerk gets an answer within this time, whatever the card does. */
const answerMs = 5_000

let service: ServiceRig
let program: RunningProgram
let token = ''
/** The smart card service as the program calls it. */
const pcsc = systemPcsc()

/** A call with any headers: `fetch` sets the host itself. */
function call(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const sent = httpRequest(program.url + path, { method, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => (body += text))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      })
      sent.once('error', reject).end()
    },
  )
}

const paired = () => ({ origin, authorization: `Bearer ${token}` })

async function read(path: string = bridgePaths.read): Promise<CardResult & { message?: string }> {
  return JSON.parse((await call(path, paired())).body)
}

async function stateIs(state: string): Promise<boolean> {
  const { body } = await call(bridgePaths.info, paired())
  return JSON.parse(body).state === state
}

const insert = (kind: CardKind = 'ordinary', texts: Partial<CardTexts> = {}, slot = 0) =>
  service.do({ do: 'insert', kind, texts: { ...somchai, ...texts }, slot })
const eject = (slot = 0) => service.do({ do: 'eject', slot })

/** Runs `work` with a card in the reader. */
async function withCard<Result>(
  work: () => Promise<Result>,
  kind?: CardKind,
  texts?: Partial<CardTexts>,
): Promise<Result> {
  await insert(kind, texts)
  try {
    await until(() => stateIs(cardPresent))
    return await work()
  } finally {
    await eject()
    await until(() => stateIs('NO_CARD'))
  }
}

const failureOf = (code: CardFailure) => ({ ...failureAnswer(code), ...cardFailures[code] })

describe.skipIf(missing !== null)('the card reader program', () => {
  beforeAll(async () => {
    service = await startService()
    process.env['PCSCLITE_CSOCK_NAME'] = service.socket
    program = await startProgram([origin], { port: await freePort(), socket: service.socket })
    token = await pair(program, origin)
    await until(() => stateIs('NO_CARD'))
  })
  afterAll(async () => {
    await program?.stop()
    await service?.stop()
  })

  it('asks for a card when there is none', async () => {
    expect(await read()).toEqual(failureOf('NO_CARD'))
  })

  it('reads all texts of a card, but no photo', async () => {
    expect(await withCard(read)).toEqual({
      result: 'ok',
      nat_id: somchai.number,
      title_th: 'นาย',
      fname_th: 'สมชาย',
      mname_th: '',
      sname_th: 'ใจดี',
      title_en: 'Mr.',
      fname_en: 'Somchai',
      mname_en: '',
      sname_en: 'Jaidee',
      gender: '1',
      birthdate: '1990-04-15',
      address_no: '140/44',
      address_moo: 'หมู่ที่ 7',
      address_trok: '',
      address_soi: 'ซอยน้ำผึ้ง',
      address_road: 'ถนนวิชิตสงคราม',
      address_tumbol: 'ตำบลกะทู้',
      address_amphor: 'อำเภอกะทู้',
      address_provinice: 'จังหวัดภูเก็ต',
      issuer: 'อำเภอกะทู้/ภูเก็ต',
      issue_date: '2019-03-29',
      issue_expire: '2028-04-14',
      photo: '',
    })
  })

  it.each<[string, CardKind]>([
    ['of the first generation', 'old'],
    ['that answers without a continuation', 'direct'],
  ])('reads a card %s', async (_, kind) => {
    expect(await withCard(read, kind)).toMatchObject({ result: 'ok', nat_id: somchai.number })
  })

  it('refuses a card that is not an ID card', async () => {
    expect(await withCard(read, 'wrong')).toEqual(failureOf('WRONG_CARD'))
  })

  it('refuses a card whose number has a wrong check digit', async () => {
    const texts = { number: '1101700230700' }
    expect(await withCard(read, 'ordinary', texts)).toEqual(failureOf('BAD_NUMBER'))
  })

  it('reports that a card was removed while it was read, and reads the next one', async () => {
    await insert('removed')
    await until(() => stateIs(cardPresent))
    expect(await read()).toEqual(failureOf('REMOVED'))
    await eject()
    expect(await withCard(read)).toMatchObject({ result: 'ok' })
  })

  it('reads the second of two consecutive cards, not the first', async () => {
    // Concurrent calls are answered one after the other.
    const cards = await withCard(() => Promise.all([read(), read()]))
    expect(cards.map(({ nat_id }) => nat_id)).toEqual([somchai.number, somchai.number])
    const other = { number: '1100000000016', nameThai: 'น.ส.#สมหญิง##รักดี' }
    expect(await withCard(read, 'ordinary', other)).toMatchObject({
      nat_id: '1100000000016',
      fname_th: 'สมหญิง',
    })
  })

  it('asks to leave only one card when two readers contain one', async () => {
    await insert('ordinary', {}, 0)
    await insert('ordinary', {}, 1)
    await until(() => stateIs('MANY_CARDS'))
    const answer = await read()
    expect(answer).toMatchObject(failureOf('MANY_CARDS'))
    // Clients that only support DLTNatID recognise this failure by the number of readers.
    expect(answer.devices).toEqual([expect.any(String), expect.any(String)])
    expect(cardFailure({ ...answer, code: undefined })).toBe('MANY_READERS')
    await eject(0)
    await eject(1)
    await until(() => stateIs('NO_CARD'))
  })

  it('answers within five seconds when a card hangs, and reads again after it is removed', async () => {
    await insert('hanging')
    await until(() => stateIs(cardPresent))
    const start = performance.now()
    const first = read()
    expect(await first).toEqual(failureOf('SLOW'))
    expect(performance.now() - start).toBeLessThan(answerMs)
    expect(await read()).toEqual(failureOf('SLOW'))
    await eject()
    await until(() => stateIs('NO_CARD'))
    expect(await withCard(read)).toMatchObject({ result: 'ok' })
  })

  it('notifies a paired browser of each inserted card', async () => {
    const stop = new AbortController()
    const stream = await fetch(program.url + bridgePaths.events, {
      headers: paired(),
      signal: stop.signal,
    })
    const received: string[] = []
    const reading = stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write(text) {
          if (text.startsWith('data:')) received.push(text)
        },
      }),
    )
    await withCard(() => until(async () => received.length > 0))
    stop.abort()
    await reading?.catch(() => {})
    expect(received).toEqual(['data: inserted\n\n'])
  })

  it('distinguishes two consecutive cards by the count of the smart card service', async () => {
    const counts = new Set<number>()
    const addCount = () =>
      pcsc.withSession(async (session) => {
        const [slot] = await session.slots()
        counts.add(slot?.changes ?? 0)
      })
    for (let cards = 0; cards < 2; cards++) await withCard(addCount)
    expect(counts.size).toBe(2)
  })

  it('reads again after the smart card service was killed and started', async () => {
    await service.do({ do: 'kill' })
    expect(await read()).toEqual(failureOf('NO_SERVICE'))
    await service.do({ do: 'start', hasReaders: true })
    await until(() => stateIs('NO_CARD'))
    expect(await withCard(read)).toMatchObject({ result: 'ok' })
  })

  it('reports that it may already be running when it is started twice', async () => {
    const port = Number(new URL(program.url).port)
    const { socket } = service
    await expect(startProgram([origin], { port, socket })).rejects.toThrow('ถูกใช้อยู่')
  })

  it('prints nothing of the cards that it has read', () => {
    const printed = program.output()
    for (const text of [somchai.number, 'สมชาย', 'ใจดี', token]) expect(printed).not.toContain(text)
  })

  it('refuses another name of this computer that a foreign page may use', async () => {
    const answer = await call(bridgePaths.read, { ...paired(), host: 'attacker.example' })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([421, failureOf('BAD_ORIGIN')])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('refuses another web app, also with the token of a paired browser', async () => {
    const foreign = { ...paired(), origin: 'https://attacker.example' }
    for (const path of [bridgePaths.read, bridgePaths.info, bridgePaths.events]) {
      const answer = await call(path, foreign)
      expect(answer.status).toBe(403)
      expect(JSON.parse(answer.body)).toEqual(failureOf('BAD_ORIGIN'))
    }
    const preflight = await call(bridgePaths.read, foreign, 'OPTIONS')
    expect(preflight.status).toBe(403)
    expect(preflight.headers['access-control-allow-headers']).toBeUndefined()
  })

  it.each([
    ['without a token', () => ({ origin })],
    ['with another token', () => ({ origin, authorization: 'Bearer abc' })],
    ['without the origin of a web app', () => ({ authorization: `Bearer ${token}` })],
  ])('refuses a call %s', async (_, headers) => {
    const answer = await call(bridgePaths.read, headers())
    expect([answer.status, JSON.parse(answer.body)]).toEqual([401, failureOf('NOT_PAIRED')])
    expect(JSON.parse((await call(bridgePaths.info, headers())).body).state).toBe('NOT_PAIRED')
  })

  it('allows the web app to send its token, and nothing else', async () => {
    const { status, headers } = await call(bridgePaths.read, { origin }, 'OPTIONS')
    expect([status, headers['access-control-allow-origin']]).toEqual([204, origin])
    expect((await call(bridgePaths.read, paired(), 'DELETE')).status).toBe(405)
    expect((await call('/../../etc/passwd', paired())).status).toBe(404)
  })
})
