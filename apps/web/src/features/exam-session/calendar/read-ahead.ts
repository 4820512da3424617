/**
 * Reads and lays out the months before and after the displayed one, so that switching to them is
 * immediate.
 */
import { calendar } from '@khapdee/contract/entities/calendar'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { Day } from '@khapdee/domain/thai-date'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAhead } from '../../../api/queries.ts'
import { daysOfView, stepOf } from './calendar-span.ts'
import { daysOfMonth } from './month-layout.ts'

/** Milliseconds. A user who switches faster does not look at the months in between. */
const restMs = 200

type Filter = Omit<InputOf<typeof calendar.read>, 'start' | 'end'>

/** @param month a day of the displayed month; null while it is loading */
export function useMonthsReadAhead(month: Day | null, { branch }: Filter): void {
  const client = useQueryClient()
  useEffect(() => {
    if (month === null) return
    const timer = setTimeout(() => {
      for (const step of [1, -1] as const) {
        const days = daysOfView('month', stepOf('month', month, step))
        const input = { ...days, ...(branch !== undefined && { branch }) }
        void readAhead(client, calendar.read, input).then(
          (answer) => answer && daysOfMonth(days.start, answer.data),
        )
      }
    }, restMs)
    return () => clearTimeout(timer)
  }, [client, month, branch])
}
