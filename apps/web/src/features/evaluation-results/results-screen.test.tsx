import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { listSearch } from '../../crud/list-search.ts'
import { sessionStore } from '../../session/session.ts'
import { EvaluationResults } from './results-screen.tsx'

const meta = { page: 1, perPage: 10, total: 1, totalPages: 1 }

const item = {
  key: '7',
  name: 'ครูฝึกตรงต่อเวลา',
  type: 'satisfaction',
  category: 'ด้านครูฝึก',
  scale: 'five',
  counts: [0, 0, 0, 1, 0, 3],
}
const summary = ok([item], {
  meta,
  filter: {},
  total: {
    exams: 5,
    asked: 8,
    answered: 4,
    scales: [{ scale: 'five', counts: item.counts }],
  },
})
const comments = ok(
  [
    {
      position: 1,
      exam_date: '2026-11-20',
      comment: 'ครูใจเย็นมาก',
      kind: 'theory',
      licence_type: 'car',
      panel: 'สมชาย คุมสอบ',
      branch: 'สาขาขอนแก่น',
      counts: [0, 0, 0, 0, 1, 1],
    },
  ],
  { meta, filter: {} },
)

beforeEach(() => {
  localStorage.clear()
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'evaluate', action: 'view' }] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = async (address = '/?start=2026-11-01&end=2026-11-30') => {
  const requests = fakeFetch(({ path }) => (path.includes('comments') ? comments : summary))
  await renderScreen(
    <EvaluationResults />,
    address,
    listSearch.extend({ by: z.string().optional() }),
  )
  await screen.findByText('ครูใจเย็นมาก')
  return requests
}

const linkParams = (link: HTMLElement) =>
  Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams)

describe('EvaluationResults', () => {
  it('shows the same figures as a chart and as a table', async () => {
    await show()
    const bar = screen.getByRole('link', { name: /ครูฝึกตรงต่อเวลา/ })
    expect(bar.textContent).toContain('4.50')
    expect(bar.textContent).toContain('ดีมาก 3, ดี 0, ปานกลาง 1, พอใช้ 0, ควรปรับปรุง 0')
    act(() => bar.focus())
    expect(screen.getByText('ดีมาก 3 · ดี 0 · ปานกลาง 1 · พอใช้ 0 · ควรปรับปรุง 0')).toBeTruthy()
    fireEvent.keyDown(bar, { key: 'Escape' })
    expect(screen.queryByText(/ดีมาก 3 · /)).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'ตาราง' }))
    const table = screen.getByRole('table', { name: 'คะแนนเฉลี่ยตามหัวข้อประเมิน' })
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(2)).toEqual(['4.50', '4', '3', '–', '1', '–', '–'])
  })

  it('leads from a figure to the values counted in it', async () => {
    await show()
    const days = { start: '2026-11-01', end: '2026-11-30' }
    expect(linkParams(screen.getByRole('link', { name: /ครูฝึกตรงต่อเวลา/ }))).toEqual({
      ...days,
      evaluate_id: '7',
      scale: 'five',
    })
    fireEvent.click(screen.getByRole('radio', { name: 'ตาราง' }))
    expect(linkParams(screen.getByRole('link', { name: '3' }))).toMatchObject({ value: '5' })
  })

  it('shows how many candidates answered', async () => {
    await show()
    expect(screen.getByText('50.0%')).toBeTruthy()
    expect(screen.getByText('4 จาก 8 คนที่ได้รับรหัส')).toBeTruthy()
  })

  it('groups by the parameter of the URL', async () => {
    const requests = await show('/?by=user')
    expect(requests.some(({ path }) => /^evaluate\/results\?.*by=user/.test(path))).toBe(true)
  })
})
