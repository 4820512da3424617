/** Settles a save whose answer was lost, before other content is saved: repeated exactly, it is executed only once. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { asApiError } from '../../api/api-error.ts'
import { isRefusal } from '../../api/idempotency.ts'
import { type Attempt, invalidate, repeatAttempt } from '../../api/queries.ts'
import type { Answer } from '../../api/transport.ts'
import { type AlertAction, alerts, showError } from '../../shared/alerts.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'

/** The outcome of an unanswered save after its repetition; `refused` means that it saved nothing. */
export type SaveOutcome<E extends Endpoint> = { saved: Answer<E> } | 'refused' | 'unknown'

/**
 * Repeats an unanswered save, and tells its outcome in the screen's alert.
 * @param actionOf the button of the alert after a success
 */
export async function repeatSave<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  attempt: Attempt,
  actionOf: (answer: Answer<E>) => AlertAction | null = () => null,
): Promise<SaveOutcome<E>> {
  try {
    const saved = await repeatAttempt(endpoint, attempt)
    void invalidate(client, [...moneyQueryKeys, 'customer', 'promotion'])
    alerts.success(`การบันทึกก่อนหน้านี้สำเร็จแล้ว: ${saved.message}`, actionOf(saved))
    return { saved }
  } catch (cause) {
    if (!isRefusal(cause)) {
      showError(cause)
      return 'unknown'
    }
    alerts.warning(`การบันทึกก่อนหน้านี้ไม่สำเร็จ: ${asApiError(cause).message}`)
    return 'refused'
  }
}
