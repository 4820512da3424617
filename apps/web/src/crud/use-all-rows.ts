/** Reads a whole list, for the choices of a form. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { ListEndpoint, RowOf } from './use-table.ts'

/** The maximum that the server allows. */
const rowsPerPage = 100

interface AllRowsOptions {
  enabled?: boolean
  sort?: string
}

/**
 * Reads all pages of a list; only for lists that do not grow with the business, such as branches and roles.
 * @returns the rows; undefined until all pages have arrived
 */
export function useAllRows<E extends ListEndpoint>(
  endpoint: E,
  { enabled = true, ...input }: AllRowsOptions = {},
): readonly RowOf<E>[] | undefined {
  const { data } = useQuery<readonly RowOf<E>[]>({
    enabled,
    queryKey: [endpoint.path, { ...input, all: true }],
    queryFn: async ({ signal }) => {
      const rows: RowOf<E>[] = []
      for (let page = 1, lastPage = 1; page <= lastPage; page++) {
        const query = { ...input, page, perPage: rowsPerPage } as InputOf<E>
        const answer = await call(endpoint as ListEndpoint, query, { signal })
        rows.push(...(answer.data as RowOf<E>[]))
        lastPage = answer.meta.totalPages
      }
      return rows
    },
  })
  return data
}
