/** Commands on a saved application, sent from its dialogs. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { currentUserId } from '../../api/current-user.ts'
import { attemptsWithoutOutcome } from '../../api/idempotency.ts'
import { type Attempt, invalidate } from '../../api/queries.ts'
import type { Answer } from '../../api/transport.ts'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { actionWords } from '@khapdee/domain/words'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { failureText, showError } from '../../shared/alerts.ts'
import { useSingleFlight } from '../../use-single-flight.ts'
import { repeatSave } from './repeat-save.ts'

interface ApplicationCommandOptions<E extends Endpoint> {
  /** Called on success, and when a change by another user made the command impossible. */
  onClose: () => void
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

const applicationOf = (input: object): unknown =>
  'application_id' in input ? input.application_id : undefined

/** The user's unanswered attempts of the command on the same application with other content, e.g. another amount. */
function otherAttempts(endpoint: Endpoint, input: object): Attempt[] {
  const application = applicationOf(input)
  if (!endpoint.idempotent || application === undefined) return []
  const present = JSON.stringify(input)
  return attemptsWithoutOutcome(currentUserId(), endpoint.path).filter(
    ({ content }) => content !== present && applicationOf(JSON.parse(content)) === application,
  )
}

/**
 * A command on an application. An earlier attempt whose answer was lost is settled before other content is sent, so
 * that a corrected amount is not paid in addition to the first one. Success and failure both invalidate the queries that show
 * money.
 */
export function useApplicationCommand<E extends Endpoint>(
  endpoint: E,
  { onClose, onError, pdfOf, closesOnConflict = false }: ApplicationCommandOptions<E>,
): ApplicationCommand<E> {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, pending } = useDocumentCommand(endpoint, {
    pdfOf,
    alert: 'none',
    invalidates: [...moneyQueryKeys, 'promotion'],
    onError: (error) => {
      // The failure may be caused by another user's change.
      void invalidate(client, moneyQueryKeys)
      if (isOutdated(error) || (closesOnConflict && error.code === 'CONFLICT')) {
        onClose()
        showError(error)
      } else {
        setProblem(failureText(error))
        onError?.(error)
      }
    },
  })
  const settle = useSingleFlight(async (attempts: readonly Attempt[]): Promise<boolean> => {
    for (const attempt of attempts) {
      const outcome = await repeatSave(client, endpoint, attempt, (answer) => {
        const href = pdfOf?.(answer)
        return href === undefined ? null : { label: actionWords.openPdf, href }
      })
      if (outcome === 'refused') continue
      if (outcome !== 'unknown') onClose()
      return false
    }
    return true
  })
  const run = async (input: InputOf<E>) => {
    setProblem(null)
    const attempts = otherAttempts(endpoint, input)
    // Without one, the command is sent in the press handler itself, which may open a tab.
    if (attempts.length > 0 && (await settle.run(attempts)) !== true) return
    if (await mutate(input)) onClose()
  }
  return { run, pending: pending || settle.pending, problem }
}
