import { course } from '@khapdee/contract/entities/course'
import { act, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { type FakeRequest, fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { alerts } from '../shared/alerts.ts'
import { aCourse } from '../../test/records.ts'
import { useTable } from './use-table.ts'

let table: ReturnType<typeof useTable<typeof course.gettable>>
let requests: FakeRequest[]

function List(options: NonNullable<Parameters<typeof useTable>[1]>) {
  const current = useTable(course.gettable, options)
  useEffect(() => {
    table = current
  })
  return null
}

const page = (total = 95, rows: unknown[] = []) =>
  ok(rows, { meta: { page: 1, perPage: 10, total, totalPages: Math.ceil(total / 10) }, filter: {} })
const lastPath = () => decodeURIComponent(requests.at(-1)?.path ?? '')
const ready = () => waitFor(() => expect(table.state).toBe('ready'))

beforeEach(() => {
  requests = fakeFetch(() => page())
})
afterEach(() => void vi.unstubAllGlobals())

describe('useTable', () => {
  it('requests the page, order and filters of the URL', async () => {
    await renderScreen(<List />, '/?page=3&perPage=25&sort=-price&text=0812&status=true')
    await ready()
    expect(lastPath()).toBe('course/gettable?page=3&perPage=25&sort=-price&status=true&text=0812')
    expect(table).toMatchObject({ page: 3, perPage: 25, sort: '-price', total: 95 })
  })

  it('ignores invalid parameters of the URL', async () => {
    await renderScreen(<List />, '/?page=-1&perPage=x&start=2026-02-31&month=2026-13')
    await ready()
    expect(lastPath()).toBe('course/gettable?page=1&perPage=10')
  })

  it('returns to the first page when a filter changes, and adds a history entry for each change', async () => {
    const router = await renderScreen(<List />, '/?page=3')
    await ready()
    act(() => table.setFilter('type', 'รถยนต์'))
    await waitFor(() => expect(lastPath()).toBe('course/gettable?page=1&perPage=10&type=รถยนต์'))
    expect(router.state.location.search).toMatchObject({ type: 'รถยนต์' })
    act(() => table.setPage(2))
    await waitFor(() => expect(lastPath()).toBe('course/gettable?page=2&perPage=10&type=รถยนต์'))
    act(() => router.history.back())
    await waitFor(() => expect(table.page).toBe(1))
    act(() => router.history.back())
    await waitFor(() => expect(table.page).toBe(3))
    expect(table.filters.type).toBeUndefined()
  })

  it('sets several filters with one history entry', async () => {
    const router = await renderScreen(<List />, '/?page=3')
    await ready()
    const entries = router.history.length
    act(() => table.setFilters({ start: '2026-11-01', end: '2026-11-30' }))
    await waitFor(() => expect(lastPath()).toContain('start=2026-11-01&end=2026-11-30'))
    expect(router.history.length).toBe(entries + 1)
    act(() => table.setFilters({ start: '', end: '' }))
    await waitFor(() => expect(lastPath()).toBe('course/gettable?page=1&perPage=10'))
  })

  it("sorts, and returns to the list's default order", async () => {
    const router = await renderScreen(<List />, '/?page=3')
    await ready()
    act(() => table.setSort('-price'))
    await waitFor(() => expect(lastPath()).toBe('course/gettable?page=1&perPage=10&sort=-price'))
    act(() => table.setSort(''))
    await waitFor(() => expect(lastPath()).toBe('course/gettable?page=1&perPage=10'))
    expect(router.state.location.search.sort).toBeUndefined()
  })

  it('reports that there are more rows than the server has counted', async () => {
    vi.unstubAllGlobals()
    const meta = { page: 1, perPage: 10, total: 10_000, totalPages: 1000 }
    fakeFetch(() => ok([], { meta: { ...meta, capped: true }, filter: {} }))
    await renderScreen(<List />)
    expect(table.isCapped).toBe(false)
    await ready()
    expect(table).toMatchObject({ total: 10_000, isCapped: true })
  })

  it('adds no history entries while text is typed', async () => {
    const router = await renderScreen(<List />)
    await ready()
    const entries = router.history.length
    for (const text of ['ร', 'รถ', 'รถย']) await act(async () => table.setFilter('text', text))
    await waitFor(() => expect(lastPath()).toContain('text=รถย'))
    expect(router.history.length).toBe(entries)
  })

  it('applies default filters until they are removed, and keeps the removal in the URL', async () => {
    const router = await renderScreen(<List defaults={{ branch: '2' }} />)
    await ready()
    expect(lastPath()).toContain('branch=2')
    act(() => table.setFilter('branch', 'all'))
    await waitFor(() => expect(lastPath()).not.toContain('branch'))
    expect(router.state.location.search).toMatchObject({ branch: 'all' })
    act(() => table.setFilter('branch', '2'))
    await waitFor(() => expect(table.filters.branch).toBe('2'))
    expect(router.state.location.search.branch).toBeUndefined()
  })

  it('filters by the branch of the branch control, and sets the control to the branch of a link', async () => {
    function ControlledList() {
      const [value, choose] = useState('1')
      return <List branch={{ value, choose }} />
    }
    const router = await renderScreen(<ControlledList />, '/?branch=2')
    await ready()
    expect(requests.map(({ path }) => path)).toEqual(['course/gettable?page=1&perPage=10&branch=2'])
    await waitFor(() => expect(router.state.location.search.branch).toBeUndefined())
    act(() => table.clear())
    expect(table.filters.branch).toBe('2')
  })

  it('clears all filters including the defaults, but not the fixed ones', async () => {
    await renderScreen(
      <List defaults={{ pay_type: 'cash' }} fixedFilters={{ type: 'course' }} />,
      '/?text=a&status=true&page=2',
    )
    await ready()
    act(() => table.clear())
    await waitFor(() => expect(lastPath()).toBe('course/gettable?page=1&perPage=10&type=course'))
  })

  it('keeps the old rows, marked stale, until the new ones arrive', async () => {
    vi.unstubAllGlobals()
    fakeFetch(() => page(95, [{ ...aCourse, course_id: 1 }]))
    await renderScreen(<List />)
    await ready()
    let answer = () => {}
    vi.unstubAllGlobals()
    fakeFetch(
      () =>
        new Promise((resolve) => (answer = () => resolve(page(3, [{ ...aCourse, course_id: 2 }])))),
    )
    act(() => table.setFilter('status', 'true'))
    await waitFor(() => expect(table.stale).toBe(true))
    expect(table).toMatchObject({ state: 'ready', total: 95, rows: [{ course_id: 1 }] })
    act(() => answer())
    await waitFor(() =>
      expect(table).toMatchObject({ stale: false, total: 3, rows: [{ course_id: 2 }] }),
    )
  })

  it('raises no alert for a failure and can retry', async () => {
    const raiseError = vi.spyOn(alerts, 'error')
    vi.unstubAllGlobals()
    let isBroken = true
    fakeFetch(() => (isBroken ? fail(500, 'SERVER') : page()))
    await renderScreen(<List />)
    await waitFor(() => expect(table.state).toBe('error'))
    expect(table.total).toBeUndefined()
    expect(raiseError).not.toHaveBeenCalled()
    raiseError.mockRestore()
    isBroken = false
    act(() => table.retry())
    await ready()
  })

  it('moves to the last page when the URL has a higher one', async () => {
    const router = await renderScreen(<List />, '/?page=50')
    await waitFor(() => expect(table.page).toBe(10))
    expect(router.state.location.searchStr).toBe('?page=10')
  })
})
