/** A paged list whose filters, page and order live in the address. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { type Filters, isSet, type listQuery, type Meta, type Option } from '@khapdee/contract/wire'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { useEndpoint } from '../api/queries.ts'
import type { Answer } from '../api/transport.ts'
import { type FilterName, filterNames, type FilterValues, type ListSearch } from './list-search.ts'

/** An endpoint that answers a page of rows. */
export type ListEndpoint = Endpoint<
  typeof listQuery,
  z.ZodObject & z.ZodType<{ data: unknown[]; meta: Meta; filter: Filters }>
>

export type RowOf<E extends ListEndpoint> = OutputOf<E>['data'][number]

/** The result of {@link useTable} that a list needs beside its rows. */
export type TableState = Omit<ReturnType<typeof useTable>, 'answer' | 'rows'>

interface TableOptions {
  /** Filters that hold until they are taken off; they show as chips. */
  defaults?: FilterValues
  /** Filters sent with every request and never shown. */
  fixed?: FilterValues
}

const defaultPerPage = 10
const noOptions: readonly Option[] = []

/**
 * Reads `endpoint` with the filters of the address. The old rows stay, `stale`, until the new arrive;
 * a failure to load raises no alert.
 */
export function useTable<E extends ListEndpoint>(endpoint: E, options: TableOptions = {}) {
  const { fixed = {} } = options
  const defaults = useStructuralSharing(options.defaults ?? {})
  // Every list route has this search; the router's types do not express that.
  const search = useSearch({ strict: false }) as ListSearch
  const change = useChangeSearch()

  const page = search.page ?? 1
  const perPage = Math.min(search.perPage ?? defaultPerPage, 100)
  const { sort } = search
  const filters = useStructuralSharing<FilterValues>({ ...defaults, ...givenIn(search) })
  const input = { page, perPage, sort, ...onlySet(filters), ...fixed }
  // The input of E is a list query by its constraint, which the compiler does not resolve.
  const query = useEndpoint(endpoint, input as InputOf<E>, { keepPrevious: true })
  const { refetch } = query
  const answer: Answer<E> | undefined = useStructuralSharing(query.data)
  const lastPage = Math.max(1, answer?.meta.totalPages ?? 1)
  const isBeyond = answer !== undefined && !query.isPlaceholderData && page > lastPage
  useEffect(() => {
    // The last row of the last page was deleted, or an old address was opened.
    if (isBeyond) change({ page: lastPage }, true)
  }, [isBeyond, lastPage, change])

  const { setFilter, setFilters, clear } = useFilterChanges(defaults, change)
  return {
    /** The whole answer, with totals and other data of the endpoint. */
    answer,
    rows: (answer?.data ?? []) as RowOf<E>[],
    /** Rows on all pages; undefined until it is known. */
    total: answer?.meta.total,
    /** There are more rows than `total`, uncounted. */
    isCapped: answer?.meta.capped ?? false,
    page,
    perPage,
    sort,
    state: query.isPending
      ? ('loading' as const)
      : query.isError
        ? ('error' as const)
        : ('ready' as const),
    stale: query.isPlaceholderData,
    retry: useCallback(() => void refetch(), [refetch]),
    /** Active filters: the defaults and those of the address; `all` for a removed default. */
    filters,
    /** The choices of a filter's dropdown, from the answer. */
    optionsOf: (name: FilterName): readonly Option[] => answer?.filter[name] ?? noOptions,
    setFilter,
    /** Sets several filters, as one step for the back button. */
    setFilters,
    /** Removes every filter, the defaults too. */
    clear,
    setPage: useCallback((next: number) => change({ page: next }), [change]),
    setPerPage: useCallback(
      (next: number) =>
        change({ perPage: next === defaultPerPage ? undefined : next, page: undefined }),
      [change],
    ),
    /** Empty text for the list's own order. */
    setSort: useCallback((next: string) => change({ sort: next, page: undefined }), [change]),
  }
}

/** Changes some of the search; `replace` leaves no step for the back button. */
function useChangeSearch() {
  const navigate = useNavigate()
  return useCallback(
    (changed: Partial<ListSearch>, replace = false) =>
      void navigate({
        to: '.',
        // See useSearch above.
        search: ((current: ListSearch) => ({ ...current, ...changed })) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
}

/** Stable functions, so that fields and rows do not render for nothing. */
function useFilterChanges(
  defaults: FilterValues,
  change: (changed: Partial<ListSearch>, replace?: boolean) => void,
) {
  return useMemo(() => {
    /** The search parameter under which the filter `name` is `value`. */
    const spelled = (name: FilterName, value: string) => {
      if (isSet(value)) return value === defaults[name] ? undefined : value
      return isSet(defaults[name]) ? 'all' : undefined
    }
    const setFilters = (values: FilterValues, replace = false) => {
      const changed = namesIn(values).map((name) => [name, spelled(name, values[name] ?? '')])
      change({ ...Object.fromEntries(changed), page: undefined }, replace)
    }
    return {
      setFilters,
      setFilter: (name: FilterName, value: string) =>
        setFilters({ [name]: value }, name === 'text'),
      clear: () => setFilters(Object.fromEntries(filterNames.map((name) => [name, '']))),
    }
  }, [defaults, change])
}

function givenIn(search: ListSearch): FilterValues {
  return Object.fromEntries(namesIn(search).map((name) => [name, search[name]]))
}

const namesIn = (values: Partial<Record<FilterName, unknown>>): FilterName[] =>
  filterNames.filter((name) => values[name] !== undefined)

function onlySet(filters: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => isSet(value)))
}

/**
 * The value with every deeply equal part of the former value kept by identity, so that components
 * that show those parts do not render again. For JSON data.
 */
export function useStructuralSharing<Value>(value: Value): Value {
  const [former, setFormer] = useState(value)
  const shared = replaceEqualDeep(former, value)
  if (shared !== former) setFormer(shared)
  return shared
}
