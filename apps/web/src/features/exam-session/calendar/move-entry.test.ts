import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import { QueryClient } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, fakeFetch, ok } from '../../../../test/fake-fetch.ts'
import { anExamSession } from '../../../../test/records.ts'
import { alerts, useAlert } from '../../../shared/alerts.ts'
import { moveEntry } from './move-entry.ts'

const entry = {
  id: 'session-3',
  kind: 'session',
  title: 'ภาคทฤษฎี',
  start: anExamSession.starts_at,
  end: anExamSession.ends_at,
  allDay: false,
  record_id: 3,
  version: 4,
} as CalendarEntry
const to = {
  is_all_day: false,
  start: '2026-12-02',
  start_time: '09:00',
  end: '2026-12-02',
  end_time: '12:00',
} as Parameters<typeof moveEntry>[1]

beforeEach(() => alerts.reset())
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['takes a session back to where it was held by an override', true, ['', '', 'เลิกทำการย้ายรอบสอบ']],
  ['leads who may not override to the form', false, ['', '']],
])('undoing a move %s', async (_, mayOverride, reasons) => {
  const updates: { date: string; override_reason: string }[] = []
  fakeFetch(({ path, body }) => {
    if (path !== 'exam-session/update') return ok(anExamSession)
    const update = body as (typeof updates)[number]
    updates.push(update)
    return update.date === '2026-12-01' && update.override_reason === ''
      ? fail(400, 'OUTSIDE_WORKING_TIME')
      : ok({ exam_session_id: 3, version: 4 + updates.length, told: [] })
  })
  const openForm = vi.fn()
  const { result } = renderHook(useAlert)
  const context = { client: new QueryClient(), mayOverride, openForm, showTold: () => {} }
  expect(await moveEntry(entry, to, context)).toBe(true)
  await waitFor(() => expect(result.current.action?.label).toBe('เลิกทำ'))
  const { action } = result.current
  if (action !== null && 'onAction' in action) action.onAction()
  await waitFor(() =>
    expect(result.current.message).toBe(mayOverride ? 'เลิกทำแล้ว' : 'ข้อความ OUTSIDE_WORKING_TIME'),
  )
  expect(updates.map(({ override_reason }) => override_reason)).toEqual(reasons)
  expect(updates.slice(1).every(({ date }) => date === '2026-12-01')).toBe(true)
})
