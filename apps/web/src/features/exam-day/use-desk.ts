/** Sends check-ins one after the other, so that nobody waits for an answer before the next scan. */
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { canOverrideCheckIn } from '@khapdee/domain/check-in'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type ApiError, asApiError, networkCode } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { uuid } from '../../api/idempotency.ts'
import { invalidate } from '../../api/queries.ts'

export type CheckInInput = InputOf<typeof examDay.checkIn>

/** The answer to the last check-in. */
export type DeskAnswer =
  | { kind: 'done'; data: OutputOf<typeof examDay.checkIn>['data'] }
  | {
      kind: 'refused'
      message: string
      /** The request, to be sent again with a reason; null if the refusal cannot be overridden. */
      overridable: CheckInInput | null
      /** The request, to be sent again as it is, because it got no answer; null otherwise. */
      unanswered: CheckInInput | null
    }

function refusalOf(error: ApiError, input: CheckInInput): DeskAnswer {
  return {
    kind: 'refused',
    message: error.message,
    overridable: canOverrideCheckIn(error.code) ? input : null,
    unanswered: error.code === networkCode || error.status >= 500 ? input : null,
  }
}

export function useDesk() {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<DeskAnswer | null>(null)
  const [waiting, setWaiting] = useState(0)
  const last = useRef(Promise.resolve())
  /** Sends a request unchanged; its nonce makes it safe to repeat. */
  const send = useCallback(
    (input: CheckInInput) => {
      setWaiting((count) => count + 1)
      last.current = last.current.then(async () => {
        try {
          const { data } = await call(examDay.checkIn, input)
          setAnswer({ kind: 'done', data })
        } catch (error) {
          setAnswer(refusalOf(asApiError(error), input))
        }
        setWaiting((count) => count - 1)
        void invalidate(client, ['exam', 'exam-session', 'customer'])
      })
      return last.current
    },
    [client],
  )
  const checkIn = useCallback(
    (given: Omit<CheckInInput, 'nonce' | 'override_reason'>, override_reason = '') =>
      send({ ...given, override_reason, nonce: uuid() }),
    [send],
  )
  const refuse = useCallback(
    (message: string) =>
      setAnswer({ kind: 'refused', message, overridable: null, unanswered: null }),
    [],
  )
  const clear = useCallback(() => setAnswer(null), [])
  return { answer, isWaiting: waiting > 0, checkIn, send, refuse, clear }
}
