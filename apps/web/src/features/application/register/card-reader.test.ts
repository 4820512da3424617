import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, fakeFetch, ok } from '../../../../test/fake-fetch.ts'
import { cardSources, readCard, readingProblem } from './card-reader.ts'

const card = { result: 'ok', nat_id: '1100000000016', fname_th: 'สมหญิง', photo: 'ZZ', moo: 6 }
const isService = (path: string) => path.startsWith('http://localhost:21998/')

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('readCard', () => {
  it('asks the program on this computer first, and keeps what it understands', async () => {
    const requests = fakeFetch(() => ({ body: card }))
    expect(await readCard(cardSources)).toEqual({
      result: 'ok',
      nat_id: '1100000000016',
      fname_th: 'สมหญิง',
    })
    expect(requests.map(({ path }) => path)).toEqual(['http://localhost:21998/readCardNoPhoto'])
  })

  it('takes a failed reading as the answer, and asks nobody else', async () => {
    const requests = fakeFetch(() => ({ body: { result: 'error at read', ecode: 'x' } }))
    const answer = await readCard(cardSources)
    expect(await readingProblem(answer)).toBe('ไม่พบบัตรประชาชน กรุณาเสียบบัตร')
    expect(requests).toHaveLength(1)
  })

  it('reads a demo card where no program answers', async () => {
    fakeFetch(({ path }) => (isService(path) ? 'offline' : ok(card)))
    expect(await readCard(cardSources)).toMatchObject({ nat_id: '1100000000016' })
  })

  it('says that there is no program where nobody answers', async () => {
    fakeFetch(({ path }) => (isService(path) ? 'offline' : fail(404, 'NOT_FOUND')))
    const answer = await readCard(cardSources)
    expect(answer).toBeNull()
    expect(await readingProblem(answer)).toBe('ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้')
  })
})

describe('readingProblem', () => {
  const permission = (state: string, hostname: string) => {
    vi.stubGlobal('location', { ...window.location, hostname })
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } })
  }

  it('explains that the browser has to allow the call', async () => {
    permission('prompt', 'school.example')
    expect(await readingProblem(null)).toContain('กรุณากด “อนุญาต”')
  })

  it('does not where the browser allows it, or the page is of this computer', async () => {
    permission('granted', 'school.example')
    expect(await readingProblem(null)).toBe('ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้')
    permission('prompt', '127.0.0.1')
    expect(await readingProblem(null)).toBe('ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้')
  })
})
