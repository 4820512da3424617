import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { cardSources, readCard, readErrorMessage } from './card-reader.ts'

const card = { result: 'ok', nat_id: '1100000000016', fname_th: 'สมหญิง', photo: 'ZZ', moo: 6 }
const isReaderUrl = (path: string) => path.startsWith('http://localhost:21998/')

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('readCard', () => {
  it('calls the local reader program first and drops unknown or invalid fields', async () => {
    const requests = fakeFetch(() => ({ body: card }))
    expect(await readCard(cardSources)).toEqual({
      result: 'ok',
      nat_id: '1100000000016',
      fname_th: 'สมหญิง',
    })
    expect(requests.map(({ path }) => path)).toEqual(['http://localhost:21998/readCardNoPhoto'])
  })

  it('returns the error of a reader without calling the next source', async () => {
    const requests = fakeFetch(() => ({ body: { result: 'error at read', ecode: 'x' } }))
    const answer = await readCard(cardSources)
    expect(await readErrorMessage(answer)).toBe('ไม่พบบัตรประชาชน กรุณาเสียบบัตร')
    expect(requests).toHaveLength(1)
  })

  it('reads a demo card when no reader program answers', async () => {
    fakeFetch(({ path }) => (isReaderUrl(path) ? 'offline' : ok(card)))
    expect(await readCard(cardSources)).toMatchObject({ nat_id: '1100000000016' })
  })

  it('returns null when no source answers, reported as a missing reader program', async () => {
    fakeFetch(({ path }) => (isReaderUrl(path) ? 'offline' : fail(404, 'NOT_FOUND')))
    const answer = await readCard(cardSources)
    expect(answer).toBeNull()
    expect(await readErrorMessage(answer)).toBe('ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้')
  })
})

describe('readErrorMessage', () => {
  const permission = (state: string, hostname: string) => {
    vi.stubGlobal('location', { ...window.location, hostname })
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } })
  }

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
})
