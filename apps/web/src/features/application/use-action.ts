/** Something done to a saved application from a dialog. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { invalidate, useCommand } from '../../api/queries.ts'
import type { Answer } from '../../api/transport.ts'
import { alerts } from '../../shared/alerts.ts'
import { moneyQueryKeys } from '../../shared/money-query-keys.ts'
import { openPdfTab } from '../../shared/open-pdf.ts'
import { failureText, showError } from '../../shared/show-error.ts'

interface ActionOptions<E extends Endpoint> {
  /** It is done, or cannot be done any more; the alert tells which. */
  onClose: () => void
  /** It was refused for what was typed, or has to be tried again. */
  onRefused?: (error: ApiError) => void
  /** The document that it issues: opens in a new tab. */
  pdfOf?: (answer: Answer<E>) => string
}

interface Action<E extends Endpoint> {
  /** To call in the press itself; a second press while it runs does nothing. */
  run: (input: InputOf<E>) => Promise<void>
  pending: boolean
  /** Why the last try failed, to be told in the dialog. */
  problem: string | null
}

/** Somebody else was quicker: the record on the screen is not what is stored. */
const isOutdated = ({ code, status }: ApiError) => code === 'STATE' || status === 404

/**
 * Runs a command on a saved application; whatever comes of it, every screen of money reads again
 * what changed.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { onClose, onRefused, pdfOf }: ActionOptions<E>,
): Action<E> {
  const client = useQueryClient()
  const isRunning = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, pending } = useCommand(endpoint, {
    alert: 'none',
    invalidates: [...moneyQueryKeys, 'promotion'],
    onError: (error) => {
      // Perhaps because of what somebody else did meanwhile.
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

  const send = async (input: InputOf<E>) => {
    const tab = pdfOf && openPdfTab()
    const answer = await mutate(input)
    if (answer === undefined) return tab?.close()
    const pdf = pdfOf?.(answer)
    if (pdf !== undefined) tab?.show(pdf)
    onClose()
    alerts.success(answer.message, pdf === undefined ? null : { label: 'เปิดไฟล์ PDF', href: pdf })
  }
  const run = async (input: InputOf<E>) => {
    if (isRunning.current) return
    isRunning.current = true
    setProblem(null)
    try {
      await send(input)
    } finally {
      isRunning.current = false
    }
  }
  return { run, pending, problem }
}
