/** Commands on a saved application, sent from its dialogs. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, networkCode } from '../../api/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import type { Answer } from '../../api/transport.ts'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { alerts, failureText, showError } from '../../shared/alerts.ts'

interface ApplicationCommandOptions<E extends Endpoint> {
  /** Called on success, and when a change by another user made the command impossible. */
  onClose: () => void
  /** Called with the answer after the dialog is closed. */
  onSaved?: (answer: Answer<E>, input: InputOf<E>) => void
  /** Called on other errors, after which the dialog stays open: invalid input, network failure. */
  onError?: (error: ApiError) => void
  /**
   * Whether a version conflict (409 CONFLICT) closes the dialog, too, because the data behind the decision has
   * changed.
   */
  closesOnConflict?: boolean
  /** Returns the link of the document that the command issues. */
  pdfOf?: (answer: Answer<E>) => string
}

interface ApplicationCommand<E extends Endpoint> {
  /** Call it synchronously in the press handler. While it runs, further calls do nothing. */
  run: (input: InputOf<E>) => Promise<void>
  pending: boolean
  /** The error of the last attempt, shown in the dialog. */
  problem: string | null
}

/** Whether the application no longer allows the command, or no longer exists. */
const isOutdated = ({ code, status }: ApiError) =>
  code === 'STATE' || code === 'REFUND_PENDING' || status === 404

/**
 * The text for a command with a key that got no answer: repeating it only determines the outcome.
 */
const unknownOutcome = 'ยังไม่ทราบผลของรายการนี้ กดอีกครั้งเมื่อเชื่อมต่อระบบได้ ระบบจะตรวจสอบให้และไม่ทำรายการซ้ำ'
const leftUnknown = 'ยังไม่ทราบผลของรายการที่ส่งไป กรุณาตรวจสอบยอดและใบเสร็จของใบสมัครก่อนทำรายการอีกครั้ง'

/**
 * A command on an application. Success and failure both invalidate the queries that show money. If
 * a dialog is closed before the outcome of its command is known, a warning stays: opened again, the
 * dialog would send a new command.
 */
export function useApplicationCommand<E extends Endpoint>(
  endpoint: E,
  { onClose, onSaved, onError, pdfOf, closesOnConflict = false }: ApplicationCommandOptions<E>,
): ApplicationCommand<E> {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const isUnknown = useRef(false)
  useEffect(() => () => void (isUnknown.current && alerts.warning(leftUnknown)), [])
  const { mutate, pending } = useDocumentCommand(endpoint, {
    pdfOf,
    alert: 'none',
    invalidates: [...moneyQueryKeys, 'promotion'],
    onError: (error) => {
      isUnknown.current = error.code === networkCode
      // The failure may be caused by another user's change.
      void invalidate(client, moneyQueryKeys)
      if (isOutdated(error) || (closesOnConflict && error.code === 'CONFLICT')) {
        onClose()
        showError(error)
      } else {
        setProblem(
          isUnknown.current && !error.retryMayDuplicate ? unknownOutcome : failureText(error),
        )
        onError?.(error)
      }
    },
  })
  const run = async (input: InputOf<E>) => {
    setProblem(null)
    const answer = await mutate(input)
    if (answer === undefined) return
    isUnknown.current = false
    onClose()
    onSaved?.(answer, input)
  }
  return { run, pending, problem }
}
