import { type CardFailure, cardFailures, failureAnswer } from '@khapdee/domain/card-failure'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, fakeFetch, type FakeRoute, ok } from '../../../test/fake-fetch.ts'
import { readCard, readErrorMessage } from './card-reader.ts'
import { cardSources, pairBridge, unpairBridge } from './card-sources.ts'
import { cardSettings, chooseServerReader, type SourceName } from './card-settings.ts'

const card = { result: 'ok', nat_id: '1100000000016', fname_th: 'สมหญิง', photo: 'ZZ', moo: 6 }
const isReaderUrl = (path: string) => path.startsWith('http://')
const own = 'http://127.0.0.1:21997'

const choose = (order: SourceName[], token = '', card_reader_id: number | null = null) =>
  cardSettings.change({ order, token, card_reader_id })

beforeEach(() => choose(['dltnatid', 'bridge']))
afterEach(() => vi.unstubAllGlobals())

describe('readCard', () => {
  it('calls the local reader program first and drops unknown or invalid fields', async () => {
    const requests = fakeFetch(() => ({ body: card }))
    expect(await readCard()).toEqual({
      result: 'ok',
      nat_id: '1100000000016',
      fname_th: 'สมหญิง',
    })
    expect(requests.map(({ path }) => path)).toEqual(['http://localhost:21998/readCardNoPhoto'])
  })

  it('returns the error of a reader without calling the next source', async () => {
    const requests = fakeFetch(() => ({ body: { result: 'error at read', ecode: 'x' } }))
    const answer = await readCard()
    expect(await readErrorMessage(answer)).toBe('ไม่พบบัตรประชาชน กรุณาเสียบบัตร')
    expect(requests).toHaveLength(1)
  })

  it('reads a demo card when no reader program answers', async () => {
    fakeFetch(({ path }) => (isReaderUrl(path) ? 'offline' : ok(card)))
    expect(await readCard()).toMatchObject({ nat_id: '1100000000016' })
  })

  it('returns null when no source answers, which is reported as a missing reader program', async () => {
    fakeFetch(({ path }) => (isReaderUrl(path) ? 'offline' : fail(404, 'NOT_FOUND')))
    const answer = await readCard()
    expect(answer).toBeNull()
    expect(await readErrorMessage(answer)).toBe('ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้')
  })
})

describe('readCard from the program of this product', () => {
  it('sends the token of the browser', async () => {
    choose(['bridge'], 'abc')
    const requests = fakeFetch(() => ({ body: card }))
    expect(await readCard()).toMatchObject({ nat_id: '1100000000016' })
    expect(requests.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      [`${own}/readCardNoPhoto`, 'Bearer abc'],
    ])
  })

  it('reports that pairing is required when the program answers a browser without a token', async () => {
    choose(['bridge'])
    const info = { program: 'khapdee-card-bridge', version: '1.0', state: 'NOT_PAIRED' }
    fakeFetch(() => ({ body: info }))
    expect(await readErrorMessage(await readCard())).toContain('ยังไม่ได้จับคู่')
  })

  it('reports that the program refuses this web app, although the browser reports no answer', async () => {
    choose(['bridge'], 'abc')
    fakeFetch(({ path }) =>
      path === `${own}/info` ? { status: 403, body: failureAnswer('BAD_ORIGIN') } : 'offline',
    )
    expect(await readErrorMessage(await readCard())).toBe(cardFailures.BAD_ORIGIN.message)
    expect(await cardSources.bridge.report()).toEqual({ state: 'BAD_ORIGIN', version: null })
  })

  it('stores the token that a pairing code is exchanged for', async () => {
    fakeFetch(({ body }) =>
      JSON.stringify(body) === '{"code":"AB"}'
        ? { body: { token: 'xyz' } }
        : { status: 401, body: failureAnswer('NOT_PAIRED') },
    )
    expect([await pairBridge('no'), cardSettings.get().token]).toEqual(['NOT_PAIRED', ''])
    expect([await pairBridge('AB'), cardSettings.get().token]).toEqual([null, 'xyz'])
  })

  it('reports why it cannot be paired', async () => {
    fakeFetch(() => 'offline')
    expect(await pairBridge('AB')).toBe('NO_PROGRAM')
    fakeFetch(({ path }) =>
      path === `${own}/info` ? { status: 403, body: failureAnswer('BAD_ORIGIN') } : 'offline',
    )
    expect(await pairBridge('AB')).toBe('BAD_ORIGIN')
    vi.stubGlobal('location', { ...window.location, hostname: 'school.example' })
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'denied' }) } })
    fakeFetch(() => 'offline')
    expect(await pairBridge('AB')).toBe('DENIED')
  })

  it('invalidates the token in the program and in the browser, even when the program does not answer', async () => {
    choose(['bridge'], 'xyz')
    const requests = fakeFetch(() => ({ body: {} }))
    await unpairBridge()
    expect(requests.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      [`${own}/unpair`, 'Bearer xyz'],
    ])
    expect(cardSettings.get().token).toBe('')
    choose(['bridge'], 'xyz')
    fakeFetch(() => 'offline')
    await unpairBridge()
    expect(cardSettings.get().token).toBe('')
  })

  it('tries the next source when a program is not paired or refuses the web app', async () => {
    choose(['dltnatid', 'bridge'], 'abc')
    chooseServerReader(7)
    expect(cardSettings.get().order).toEqual(['relay', 'dltnatid', 'bridge'])
    choose(['dltnatid', 'bridge', 'relay'], 'abc', 7)
    let relayed: object | null = card
    fakeFetch(({ path }) => {
      if (path === 'card-reader/ask') return ok(relayed)
      if (path.startsWith(own)) return { status: 403, body: failureAnswer('BAD_ORIGIN') }
      return 'offline'
    })
    expect(await readCard()).toMatchObject({ nat_id: '1100000000016' })
    relayed = null
    expect(await readErrorMessage(await readCard())).toBe(cardFailures.BAD_ORIGIN.message)
  })

  it('reads from the chosen reader through the server, and from the next source when it is not connected', async () => {
    choose(['relay', 'bridge'], 'abc', 7)
    let answer: object | null = card
    const requests = fakeFetch(({ path }) =>
      path === 'card-reader/ask' ? ok(answer) : { body: card },
    )
    await readCard()
    answer = null
    await readCard()
    expect(requests.map(({ path }) => path)).toEqual([
      'card-reader/ask',
      'card-reader/ask',
      `${own}/readCardNoPhoto`,
    ])
    expect(requests[0]?.body).toEqual({ card_reader_id: 7, kind: 'read' })
  })

  it.each([
    ['PRESENT', 'PRESENT'],
    ['NO_CARD', 'NO_CARD'],
    ['something new', 'NO_PROGRAM'],
  ])('reports the state %s as %s, with the version of the program', async (state, expected) => {
    choose(['bridge'], 'abc')
    fakeFetch(() => ({ body: { program: 'khapdee-card-bridge', version: '1.0', state } }))
    expect(await cardSources.bridge.report()).toEqual({ state: expected, version: '1.0' })
  })

  it('reports the version of a program that is connected through the server, if the program sends it', async () => {
    choose(['relay'], '', 7)
    const answer = { result: 'ok', code: 'PRESENT' }
    fakeFetch(() => ok({ ...answer, program_version: '1.1' }))
    expect(await cardSources.relay.report()).toEqual({ state: 'PRESENT', version: '1.1' })
    fakeFetch(() => ok(answer))
    expect(await cardSources.relay.report()).toEqual({ state: 'PRESENT', version: null })
  })
})

describe('readErrorMessage', () => {
  const permission = (state: string, hostname: string) => {
    vi.stubGlobal('location', { ...window.location, hostname })
    stubPermissions({ 'loopback-network': state, 'local-network-access': state })
  }
  /** The permissions that the browser knows, with their states. */
  const stubPermissions = (states: Record<string, string>) =>
    vi.stubGlobal('navigator', {
      permissions: {
        async query({ name }: { name: string }) {
          const state = states[name]
          if (state === undefined) throw new TypeError(`unknown: ${name}`)
          return { state }
        },
      },
    })

  it('asks the clerk to allow access to the local network when the browser blocks it', async () => {
    permission('prompt', 'school.example')
    expect(await readErrorMessage(null)).toContain('กรุณากด “อนุญาต”')
  })

  it('reports a missing reader program when access is granted or the page is local', async () => {
    permission('granted', 'school.example')
    expect(await readErrorMessage(null)).toBe('ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้')
    permission('prompt', '127.0.0.1')
    expect(await readErrorMessage(null)).toBe('ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้')
  })

  it.each<[string, Record<string, string>, string]>([
    // From version 145 the former permission stays at prompt when access was allowed to this
    // computer only.
    [
      'the new permission',
      { 'loopback-network': 'granted', 'local-network-access': 'prompt' },
      'ไม่พบโปรแกรม',
    ],
    [
      'the new permission, denied',
      { 'loopback-network': 'denied', 'local-network-access': 'prompt' },
      'การตั้งค่าเว็บไซต์',
    ],
    ['the permission of version 142', { 'local-network-access': 'granted' }, 'ไม่พบโปรแกรม'],
    [
      'the permission of version 142, denied',
      { 'local-network-access': 'denied' },
      'การตั้งค่าเว็บไซต์',
    ],
    ['no permission', {}, 'ไม่พบโปรแกรม'],
  ])('checks %s of Chromium', async (_, states, message) => {
    vi.stubGlobal('location', { ...window.location, hostname: 'school.example' })
    stubPermissions(states)
    expect(await readErrorMessage(null)).toContain(message)
  })

  it.each<[string, number | null, FakeRoute, CardFailure]>([
    ['no reader is chosen', null, () => ok(card), 'NOT_CHOSEN'],
    ['the program is not connected', 7, () => ok(null), 'NOT_CONNECTED'],
    ['its key is revoked', 7, () => fail(404, 'NOT_FOUND'), 'REVOKED'],
    ['the reader is of another branch', 7, () => fail(403, 'FORBIDDEN'), 'NOT_ALLOWED'],
    ['the server is not reached', 7, () => 'offline', 'NO_SERVER'],
  ])('reports for a reader through the server that %s, whatever the settings', async (...row) => {
    const [, reader, answer, failure] = row
    permission('prompt', 'school.example')
    choose(['bridge', 'relay'], '', reader)
    fakeFetch(answer)
    const read = await readCard([cardSources.relay])
    expect(await readErrorMessage(read)).toBe(cardFailures[failure].message)
    expect((await cardSources.relay.report()).state).toBe(failure)
  })
})
