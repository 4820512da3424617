import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { actionWords } from '@khapdee/domain/words'
import { type Command, type CommandOptions, useCommand } from '../api/queries.ts'
import type { Answer } from '../api/transport.ts'
import { alerts } from '../shared/alerts.ts'
import { openPdfOutput } from '../shared/print.ts'
import { useSingleFlight } from '../use-single-flight.ts'

interface DocumentCommandOptions<E extends Endpoint> extends CommandOptions<E> {
  /** Returns the link of the issued document in the answer; it is shown or printed as the user prefers. */
  pdfOf?: ((answer: Answer<E>) => string) | undefined
}

/**
 * A command that may issue a document. `mutate` opens the tab for it before it sends the command, because
 * browsers block tabs that are not opened by the press itself, and closes it when the command fails. The
 * success alert links to the document. `mutateOrThrow` does the same and rejects when the command fails.
 */
export function useDocumentCommand<E extends Endpoint>(
  endpoint: E,
  { pdfOf, ...options }: DocumentCommandOptions<E>,
): Pick<Command<E>, 'mutate' | 'mutateOrThrow' | 'pending'> {
  const command = useCommand(endpoint, { alert: 'errors', ...options })
  const { run, pending } = useSingleFlight(async (input: InputOf<E>) => {
    const output = pdfOf && openPdfOutput()
    const answer = await command.mutateOrThrow(input).catch((error: unknown) => {
      output?.close()
      throw error
    })
    // Happens only while another run of the command has not finished, which the guard around this
    // function excludes.
    if (answer === undefined) return undefined
    const pdf = pdfOf?.(answer)
    if (pdf !== undefined) void output?.show(pdf)
    alerts.success(
      answer.message,
      pdf === undefined ? null : { label: actionWords.openPdf, href: pdf },
    )
    return answer
  })
  const mutate = (input: InputOf<E>) => run(input).catch(() => undefined)
  return { mutate, mutateOrThrow: run, pending }
}
