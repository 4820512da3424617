/** Links from an exam right to the payment dialogs of the applications that owe for it. */
import type { OwingApplication } from '@khapdee/contract/entities/application-shapes'
import { actionWords } from '@khapdee/domain/words'
import { applicationPath, payHash } from '../shared/paths.ts'

/** A link to the payment dialog of one application: its path, and the fragment that opens the dialog. */
export interface PayLink {
  id: string
  label: string
  to: string
  hash: string
}

/**
 * One link for each application for which a payment can be received; if there are several, each
 * shows its number.
 */
export const payLinks = (owing: readonly OwingApplication[]): PayLink[] => {
  const payable = owing.filter((application) => application.payable)
  return payable.map((application) => ({
    id: `pay-${application.application_id}`,
    label:
      payable.length === 1
        ? actionWords.payBalance
        : `${actionWords.payBalance} ${application.application_code}`,
    to: applicationPath(application),
    hash: payHash,
  }))
}

/** The actions of a row that open the payment dialogs. */
export const payActions = (owing: readonly OwingApplication[]) =>
  payLinks(owing).map(({ id, label, to, hash }) => ({ id, label, href: `${to}#${hash}` }))

/**
 * The applications that owe for any of several rights, each once, because rights of one application
 * share its balance.
 */
export const owingOf = (
  rights: readonly { owing: readonly OwingApplication[] }[],
): OwingApplication[] => [
  ...new Map(
    rights.flatMap(({ owing }) => owing).map((owed) => [owed.application_id, owed] as const),
  ).values(),
]
