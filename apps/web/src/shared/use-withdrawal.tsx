/** The withdrawal of the user's own request, after a confirmation. */
import { approval } from '@khapdee/contract/entities/approval'
import { actionWords } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { invalidate, useCommand } from '../api/queries.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { moneyQueryKeys } from './query-client.ts'

export interface RequestToWithdraw {
  request_id: number
  /** The number of the requested document. */
  code: string
}

/**
 * Returns `ask`, which asks the user to confirm the withdrawal of a request, and the dialog to be
 * rendered.
 */
export function useWithdrawal() {
  const [request, setRequest] = useState<RequestToWithdraw | null>(null)
  const close = useCallback(() => setRequest(null), [])
  const client = useQueryClient()
  const { mutateOrThrow } = useCommand(approval.withdraw, {
    invalidates: moneyQueryKeys,
    alert: 'success',
    // Another user may have decided in the meantime.
    onError: () => void invalidate(client, moneyQueryKeys),
  })
  return {
    ask: useCallback(
      ({ request_id, code }: RequestToWithdraw) => setRequest({ request_id, code }),
      [],
    ),
    dialog: (
      <ConfirmDialog
        isOpen={request !== null}
        onClose={close}
        title={actionWords.withdraw}
        confirmLabel={actionWords.withdraw}
        onConfirm={async () => {
          if (request !== null) await mutateOrThrow({ request_id: request.request_id })
        }}
      >
        ถอนคำขอของ {request?.code} ใช่หรือไม่
      </ConfirmDialog>
    ),
  }
}
