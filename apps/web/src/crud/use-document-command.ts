import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { actionWords } from '@khapdee/domain/words'
import { type Command, type CommandOptions, useCommand } from '../api/queries.ts'
import type { Answer } from '../api/transport.ts'
import { alerts } from '../shared/alerts.ts'
import { openPdfTab } from '../shared/print.ts'
import { useSingleFlight } from '../use-single-flight.ts'

interface DocumentCommandOptions<E extends Endpoint> extends CommandOptions<E> {
  /** Returns the link of the issued document in the answer; it opens in a new tab. */
  pdfOf?: ((answer: Answer<E>) => string) | undefined
}

/**
 * A command that may issue a document. `mutate` opens the tab before it sends the command, because
 * browsers block tabs that are not opened by the press itself, and closes it when the command fails. The
 * success alert links to the document.
 */
export function useDocumentCommand<E extends Endpoint>(
  endpoint: E,
  { pdfOf, ...options }: DocumentCommandOptions<E>,
): Pick<Command<E>, 'mutate' | 'pending'> {
  const command = useCommand(endpoint, { alert: 'errors', ...options })
  const { run, pending } = useSingleFlight(async (input: InputOf<E>) => {
    const tab = pdfOf && openPdfTab()
    const answer = await command.mutate(input)
    if (answer === undefined) {
      tab?.close()
      return undefined
    }
    const pdf = pdfOf?.(answer)
    if (pdf !== undefined) tab?.show(pdf)
    alerts.success(
      answer.message,
      pdf === undefined ? null : { label: actionWords.openPdf, href: pdf },
    )
    return answer
  })
  return { mutate: run, pending }
}
