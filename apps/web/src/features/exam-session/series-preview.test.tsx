import type { examSession } from '@khapdee/contract/entities/exam-session'
import type { InputOf } from '@khapdee/contract/endpoint'
import { day } from '@khapdee/domain/thai-date'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { SeriesPreview } from './series-preview.tsx'

afterEach(() => vi.unstubAllGlobals())

const input: InputOf<typeof examSession.create> = {
  branch_id: 1,
  kind: 'theory',
  licence_types: ['car'],
  date: day('2026-11-21'),
  start_time: '07:00',
  end_time: '09:00',
  capacity: 2,
  place_id: null,
  vehicle_ids: [],
  panel: [],
  note: '',
  override_reason: '',
}

it('keeps spans of time on one line', async () => {
  const problem = 'ขอนแก่น เปิดทำการวันเสาร์ 08:00–16:30 น. เท่านั้น'
  fakeFetch(() =>
    ok([{ date: '2026-11-21', blocked: true, problems: [problem] }], { warnings: [] }),
  )
  await renderScreen(
    <SeriesPreview
      input={input}
      pending={false}
      problem={null}
      onClose={() => {}}
      onCreate={() => {}}
    />,
  )
  const span = await screen.findByText('08:00–16:30 น.')
  expect(span.className).toContain('whitespace-nowrap')
  expect(span.parentElement?.textContent).toBe(problem)
})
