/** The search field of a list within a card, shown if the list has several pages. */
import { type Dispatch, type ReactNode, type SetStateAction, useCallback, useState } from 'react'
import { SearchField } from '../ui/fields/search-field.tsx'

interface Paging {
  page: number
  perPage: number
}

/**
 * Returns the searched text, and a function that returns the search field.
 * @param setPaging shows the first page of the results
 */
export function useListSearch(setPaging: Dispatch<SetStateAction<Paging>>): {
  text: string
  /** @param isLong whether the list has several pages */
  search: (isLong: boolean) => ReactNode
} {
  const [text, setText] = useState('')
  const change = useCallback(
    (next: string) => {
      setText(next)
      setPaging((paging) => ({ ...paging, page: 1 }))
    },
    [setPaging],
  )
  return {
    text,
    search: (isLong) =>
      (isLong || text !== '') && (
        <SearchField label="ค้นหา" hideLabel value={text} onChange={change} />
      ),
  }
}
