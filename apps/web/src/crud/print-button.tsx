/** The button that prints the rows of a list as a report. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { isSet, type pdfLink } from '@khapdee/contract/wire'
import type { Permission } from '@khapdee/domain/permissions'
import { actionWords } from '@khapdee/domain/words'
import { Printer } from 'lucide-react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { useSession } from '../session/session.ts'
import { printPdf } from '../shared/print.ts'
import { Button } from '../ui/button.tsx'
import { useSingleFlight } from '../use-single-flight.ts'
import type { FilterValues, FixedFilters } from './list-search.ts'

type PrintEndpoint = Endpoint<z.ZodObject, z.ZodObject<{ data: typeof pdfLink }>>

interface PrintButtonProps {
  endpoint: PrintEndpoint
  table: { filters: FilterValues; sort: string | undefined }
  /** Filters that every request of the list contains and that the user does not see. */
  fixedFilters?: FixedFilters
}

/** Opens the report with the filters of the list in a new tab; shown only with the permission for it. */
export function PrintButton({ endpoint, table, fixedFilters }: PrintButtonProps) {
  const { can } = useSession()
  const { run, pending } = useSingleFlight(() => {
    const activeFilters = Object.entries(table.filters).filter(([, value]) => isSet(value))
    const query = {
      ...Object.fromEntries(activeFilters),
      ...fixedFilters,
      ...(table.sort && { sort: table.sort }),
    }
    // The cast is safe: `call` checks the filters, which come from the URL, by the contract.
    return printPdf(() => call(endpoint, query as InputOf<PrintEndpoint>))
  })
  // The access of a report is always a permission.
  if (!can(endpoint.access as Permission)) return null
  return (
    <Button icon={Printer} pending={pending} onPress={() => void run()}>
      {actionWords.printReport}
    </Button>
  )
}
