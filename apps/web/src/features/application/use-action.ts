/** A command on a saved application, sent from a dialog. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import type { Answer } from '../../api/transport.ts'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { failureText, showError } from '../../shared/alerts.ts'

interface ActionOptions<E extends Endpoint> {
  /** Called when the command succeeded or is no longer possible; the alert tells which. */
  onClose: () => void
  /** Called when the input was refused or the command must be repeated. */
  onRefused?: (error: ApiError) => void
  /** Link of the document that the command issues. */
  pdfOf?: (answer: Answer<E>) => string
}

interface Action<E extends Endpoint> {
  /** To call in the press itself; a second press while it runs does nothing. */
  run: (input: InputOf<E>) => Promise<void>
  pending: boolean
  /** Why the last try failed, shown in the dialog. */
  problem: string | null
}

/** Another user was quicker: the record on the screen is not the stored one. */
const isOutdated = ({ code, status }: ApiError) => code === 'STATE' || status === 404

/** Runs the command; after success and after failure every screen of money reads again. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { onClose, onRefused, pdfOf }: ActionOptions<E>,
): Action<E> {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, pending } = useDocumentCommand(endpoint, {
    pdfOf,
    alert: 'none',
    invalidates: [...moneyQueryKeys, 'promotion'],
    onError: (error) => {
      // The failure may be caused by another user's change.
      void invalidate(client, moneyQueryKeys)
      if (isOutdated(error)) {
        onClose()
        showError(error)
      } else {
        setProblem(failureText(error))
        onRefused?.(error)
      }
    },
  })
  const run = async (input: InputOf<E>) => {
    setProblem(null)
    if (await mutate(input)) onClose()
  }
  return { run, pending, problem }
}
