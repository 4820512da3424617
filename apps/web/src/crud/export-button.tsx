import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { type exportQuery, type fileLink, isSet } from '@khapdee/contract/wire'
import type { Permission } from '@khapdee/domain/permissions'
import { FileSpreadsheet } from 'lucide-react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { useSession } from '../session/session.ts'
import { showError } from '../shared/alerts.ts'
import { useSingleFlight } from '../use-single-flight.ts'
import { Button } from '../ui/button.tsx'
import type { FilterValues } from './list-search.ts'

type ExportEndpoint = Endpoint<typeof exportQuery, z.ZodObject<{ data: typeof fileLink }>>

interface ExportButtonProps {
  endpoint: ExportEndpoint
  table: { filters: FilterValues; sort: string | undefined }
  /** What the list always asks for and does not show. */
  fixed?: FilterValues
}

/** Saves the whole list as it is filtered and sorted; there only for those who may. */
export function ExportButton({ endpoint, table, fixed }: ExportButtonProps) {
  const { can } = useSession()
  const { run, pending } = useSingleFlight(async () => {
    try {
      const set = Object.entries(table.filters).filter(([, value]) => isSet(value))
      const query = {
        ...Object.fromEntries(set),
        ...fixed,
        ...(table.sort && { sort: table.sort }),
      }
      // Filters are texts of the address, which the contract checks again.
      const { data } = await call(endpoint, query as InputOf<ExportEndpoint>)
      download(data.file)
    } catch (error) {
      showError(error)
    }
  })
  // The access of an export is always a permission.
  if (!can(endpoint.access as Permission)) return null
  return (
    <Button icon={FileSpreadsheet} pending={pending} onPress={() => void run()}>
      ส่งออก Excel
    </Button>
  )
}

/** The answer is an attachment, so the page stays. */
function download(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.download = ''
  anchor.click()
}
