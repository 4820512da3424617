/** A paged list with its filters, page and order in the URL. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { type Filters, isSet, type listQuery, type Meta, type Option } from '@khapdee/contract/wire'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { useEndpoint } from '../api/queries.ts'
import type { Answer } from '../api/transport.ts'
import {
  type FilterName,
  filterNames,
  type FilterValues,
  type FixedFilters,
  type ListSearch,
} from './list-search.ts'

/** An endpoint that returns a page of rows. */
export type ListEndpoint = Endpoint<
  typeof listQuery,
  z.ZodObject & z.ZodType<{ data: unknown[]; meta: Meta; filter: Filters }>
>

export type RowOf<E extends ListEndpoint> = OutputOf<E>['data'][number]

/** The result of {@link useTable} without the rows and the whole answer. */
export type TableState = Omit<ReturnType<typeof useTable>, 'answer' | 'rows'>

/** The branch that the header shows, see `useCurrentBranch`. */
interface BranchControl {
  value: string
  choose: (value: string) => void
}

interface TableOptions {
  /**
   * The branch control by which the list is filtered; a branch in the URL, from a link, changes the
   * control.
   */
  branch?: BranchControl | undefined
  /** Filters that apply until the user removes them; they are shown as chips. */
  defaults?: FilterValues
  /** Filters that are sent with every request and not shown. */
  fixedFilters?: FixedFilters
}

const minRows = 10

/** The number of rows that fit on the screen below title, totals and filters; at least ten. */
const fittingRows = (): number => Math.max(minRows, Math.floor((window.innerHeight - 420) / 57))

const noOptions: readonly Option[] = []

/**
 * Reads a page of `endpoint` with the filters, page and order of the URL. While a request runs, the
 * previous rows remain and `stale` is true. A failure sets `state` and shows no alert.
 */
export function useTable<E extends ListEndpoint>(endpoint: E, options: TableOptions = {}) {
  const { fixedFilters = {} } = options
  const defaults = useStructuralSharing(options.defaults ?? {})
  // Every list route has these search parameters, but the router's types cannot express that.
  const search = useSearch({ strict: false }) as ListSearch
  const change = useChangeSearch()

  const [defaultPerPage] = useState(fittingRows)
  const page = search.page ?? 1
  const perPage = Math.min(search.perPage ?? defaultPerPage, 100)
  const { sort } = search
  const linkedBranch = options.branch && search.branch
  useBranchOfLink(linkedBranch, options.branch, change)
  const filters = useStructuralSharing<FilterValues>({
    ...defaults,
    ...filtersOf(search),
    ...(options.branch && { branch: linkedBranch ?? options.branch.value }),
  })
  const input = { page, perPage, sort, ...filtersToSend(filters), ...fixedFilters }
  // The input of E is a list query by its constraint, which the compiler does not resolve.
  const query = useEndpoint(endpoint, input as InputOf<E>, { keepPrevious: true })
  const { refetch } = query
  const answer: Answer<E> | undefined = useStructuralSharing(query.data)
  const lastPage = Math.max(1, answer?.meta.totalPages ?? 1)
  const isBeyondLastPage = answer !== undefined && !query.isPlaceholderData && page > lastPage
  useEffect(() => {
    // The last row of the last page has been deleted, or an old URL has been opened.
    if (isBeyondLastPage) change({ page: lastPage }, true)
  }, [isBeyondLastPage, lastPage, change])

  const { setFilter, setFilters, show, clear } = useFilterChanges(defaults, change)
  return {
    /** The whole answer, with totals and other data of the endpoint. */
    answer,
    rows: (answer?.data ?? []) as RowOf<E>[],
    /** Number of rows on all pages; undefined until the first answer. */
    total: answer?.meta.total,
    /** Whether counting stopped at `total` because there are more rows. */
    isCapped: answer?.meta.capped ?? false,
    /** The last page that can be opened, if the list has more rows than its pages reach. */
    maxReachablePage: answer?.meta.bounded === true ? lastPage : undefined,
    page,
    perPage,
    sort,
    state: query.isPending
      ? ('loading' as const)
      : query.isError
        ? ('error' as const)
        : ('ready' as const),
    /** Whether the rows are those of the previous filters, page or order. */
    stale: query.isPlaceholderData,
    retry: useCallback(() => void refetch(), [refetch]),
    /** Active filters: the defaults and those of the URL; `all` for a removed default. */
    filters,
    /**
     * Whether no filter except that of the branch is active, so that a list without rows has no
     * rows at all.
     */
    isUnfiltered: namesIn(filters).every((name) => name === 'branch' || !isSet(filters[name])),
    /** The choices of a filter's dropdown, from the answer. */
    optionsOf: (name: FilterName): readonly Option[] => answer?.filter[name] ?? noOptions,
    /**
     * The filters that the user has changed, without the branch, which the header chooses. A default of a day, e.g.
     * today, is therefore not a fixed day in a saved view.
     */
    changedFilters: Object.fromEntries(
      Object.entries(filters).filter(
        ([name, value]) => name !== 'branch' && value !== defaults[name as FilterName],
      ),
    ) as FilterValues,
    /** The query of which the answer has the number of rows with these filters and the other defaults. */
    countQuery: (changed: FilterValues) => ({
      endpoint: endpoint as ListEndpoint,
      input: {
        page: 1,
        perPage: 1,
        ...filtersToSend({
          ...defaults,
          ...changed,
          ...(filters.branch !== undefined && { branch: filters.branch }),
        }),
        ...fixedFilters,
      } as InputOf<ListEndpoint>,
    }),
    /** Shows these filters, and the defaults of the others, in this order. */
    show,
    setFilter,
    /** Sets several filters with one history entry. */
    setFilters,
    /** Removes all filters including the defaults. */
    clear,
    setPage: useCallback((next: number) => change({ page: next }), [change]),
    setPerPage: useCallback(
      (next: number) =>
        change({ perPage: next === defaultPerPage ? undefined : next, page: undefined }),
      [change, defaultPerPage],
    ),
    /** Sorts by `field` or `-field` (descending); empty text restores the list's default order. */
    setSort: useCallback((next: string) => change({ sort: next, page: undefined }), [change]),
  }
}

/**
 * Moves the branch of a link from the URL to the control, so that the list always has the branch
 * shown in the header.
 */
function useBranchOfLink(
  linked: string | undefined,
  control: BranchControl | undefined,
  change: (changed: Partial<ListSearch>, replace: boolean) => void,
): void {
  const choose = control?.choose
  useEffect(() => {
    if (linked === undefined || choose === undefined) return
    choose(linked)
    change({ branch: undefined }, true)
  }, [linked, choose, change])
}

/** Returns a function that changes some search parameters; `replace` adds no history entry. */
function useChangeSearch() {
  const navigate = useNavigate()
  return useCallback(
    (changed: Partial<ListSearch>, replace = false) =>
      void navigate({
        to: '.',
        // The cast has the same reason as that of `useSearch` above.
        search: ((current: ListSearch) => ({ ...current, ...changed })) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
}

/** Returns the functions that change filters. They stay the same between renders, so that memoized fields and rows do not render again. */
function useFilterChanges(
  defaults: FilterValues,
  change: (changed: Partial<ListSearch>, replace?: boolean) => void,
) {
  return useMemo(() => {
    /** The search parameter that sets the filter `name` to this value; undefined for none. */
    const searchParam = (name: FilterName, value: string) => {
      if (isSet(value)) return value === defaults[name] ? undefined : value
      return isSet(defaults[name]) ? 'all' : undefined
    }
    const searchParams = (values: FilterValues) =>
      Object.fromEntries(
        namesIn(values).map((name) => [name, searchParam(name, values[name] ?? '')]),
      )
    const setFilters = (values: FilterValues, replace = false) =>
      change({ ...searchParams(values), page: undefined }, replace)
    const noFilters = Object.fromEntries(filterNames.map((name) => [name, '']))
    const unset = Object.fromEntries(filterNames.map((name) => [name, undefined]))
    return {
      setFilters,
      show: ({ filters, sort }: { filters: FilterValues; sort?: string | undefined }) =>
        change({ ...unset, ...searchParams(filters), sort, page: undefined }),
      setFilter: (name: FilterName, value: string) =>
        setFilters({ [name]: value }, name === 'text'),
      clear: () => setFilters(noFilters),
    }
  }, [defaults, change])
}

function filtersOf(search: ListSearch): FilterValues {
  return Object.fromEntries(namesIn(search).map((name) => [name, search[name]]))
}

const namesIn = (values: Partial<Record<FilterName, unknown>>): FilterName[] =>
  filterNames.filter((name) => values[name] !== undefined)

function filtersToSend(filters: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => isSet(value)))
}

/**
 * Returns the value, in which parts that deeply equal those of the previous value are the same objects,
 * so that components that show them do not render again. For JSON data only.
 */
export function useStructuralSharing<Value>(value: Value): Value {
  const [previous, setPrevious] = useState(value)
  const shared = replaceEqualDeep(previous, value)
  if (shared !== previous) setPrevious(shared)
  return shared
}
