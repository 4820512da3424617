import { messages } from '@khapdee/contract/messages'
import { isSet, type Option, allOption } from '@khapdee/contract/wire'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatDay, isDay } from '@khapdee/domain/thai-date'
import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { useShortcut } from '../shared/shortcuts.ts'
import { DateField } from '../ui/fields/date-field.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { type ActiveFilter, FilterBar } from '../ui/list-tools.tsx'
import { type DateRange, dateRanges, findRange } from './date-ranges.ts'
import { useToday } from '../ui/use-today.ts'
import type { FilterName, FilterSpec, FilterValues } from './list-search.ts'
import type { TableState } from './use-table.ts'

type FilterState = Pick<
  TableState,
  'filters' | 'state' | 'optionsOf' | 'setFilter' | 'setFilters' | 'clear'
>

interface ListFiltersProps {
  filters: readonly FilterSpec[]
  searchPlaceholder?: string | undefined
  table: FilterState
  /** A button beside the chips of the active filters. */
  afterChips?: ReactNode
  /**
   * Controls that do not restrict the rows, e.g. the choice of columns; shown after the filters.
   */
  tools?: ReactNode
}

/** The dropdowns and the search field of a list, and a chip for each active filter. */
export function ListFilters(props: ListFiltersProps) {
  const { filters, searchPlaceholder, table, tools, afterChips } = props
  const { setFilter, setFilters, optionsOf } = table
  const today = useToday()
  const rangesOf = filters.find(({ name }) => name === 'start')?.ranges ?? dateRanges
  const ranges = useMemo(() => rangesOf(today), [rangesOf, today])
  const labelOf = (name: FilterName) => filters.find((filter) => filter.name === name)?.label
  const textFilter = filters.find(({ name }) => name === 'text')
  // The control of `start` sets `end` as well.
  const dropdowns = filters.filter(({ name }) => name !== 'text' && name !== 'end')
  const { start, end, text } = table.filters
  const [isCustom, setCustom] = useState(false)

  return (
    <FilterBar
      active={activeFilters(filters, table, ranges, () => setCustom(false))}
      onClear={() => {
        setCustom(false)
        table.clear()
      }}
      tools={tools}
      afterChips={afterChips}
      search={
        textFilter && (
          <TextFilter
            {...textFilter}
            value={text}
            placeholder={searchPlaceholder}
            setFilter={setFilter}
          />
        )
      }
    >
      {dropdowns.map(({ name, label }) =>
        name === 'start' ? (
          <DateRangeFilter
            key={name}
            startLabel={label}
            endLabel={labelOf('end') ?? label}
            ranges={ranges}
            start={start}
            end={end}
            setFilters={setFilters}
            isCustom={isCustom}
            setCustom={setCustom}
          />
        ) : (
          <ChoiceFilter
            key={name}
            name={name}
            label={label}
            value={table.filters[name]}
            options={optionsOf(name)}
            setFilter={setFilter}
          />
        ),
      )}
    </FilterBar>
  )
}

/** The chips of the active filters. The search text has none, because the search field shows it. */
function activeFilters(
  filters: readonly FilterSpec[],
  { filters: values, state, optionsOf, setFilter, setFilters }: FilterState,
  ranges: readonly DateRange[],
  onDaysRemoved: () => void,
): ActiveFilter[] {
  const range = findRange(ranges, values.start, values.end)
  return filters.flatMap(({ name, label }): ActiveFilter[] => {
    const value = values[name]
    if (name === 'text' || !isSet(value)) return []
    if (range && name === 'end') return []
    if (range && name === 'start') {
      const onRemove = () => {
        onDaysRemoved()
        setFilters({ start: '', end: '' })
      }
      return [{ id: name, label: fieldTitles.dateRange, value: range.name, onRemove }]
    }
    const onRemove = () => {
      if (name === 'start' || name === 'end') onDaysRemoved()
      setFilter(name, '')
    }
    if (isDay(value)) return [{ id: name, label, value: formatDay(value), onRemove }]
    const options = optionsOf(name)
    const option = options.find((candidate) => String(candidate.value) === value)
    // The options come with the list's first answer. Until then an ellipsis reserves the chip's
    // place; after an error the chip has no text and is not shown.
    if (options.length === 0 && state === 'error') return []
    const fallback = options.length === 0 ? '…' : value
    return [{ id: name, label, value: option?.name ?? fallback, onRemove }]
  })
}

interface FilterProps extends FilterSpec {
  value: string | undefined
  setFilter: (name: FilterName, value: string) => void
}

interface ChoiceFilterProps extends FilterProps {
  options: readonly Option[]
}

/** Memoized because dropdowns are expensive to render and the list renders with every page of rows. */
const ChoiceFilter = memo((props: ChoiceFilterProps) => {
  const { name, label, value, options, setFilter } = props
  const items = useMemo(
    () => options.map((option) => ({ value: String(option.value), name: option.name })),
    [options],
  )
  return (
    <SelectField
      label={label}
      items={items}
      value={isSet(value) ? value : 'all'}
      placeholder={allOption.name}
      onChange={(chosen) => setFilter(name, chosen)}
    />
  )
})

function TextFilter({
  name,
  label,
  value,
  placeholder,
  setFilter,
}: FilterProps & { placeholder: string | undefined }) {
  // A new function at each render would restart the debounce timer of the field.
  const change = useMemo(() => (text: string) => setFilter(name, text), [name, setFilter])
  const input = useRef<HTMLInputElement>(null)
  useShortcut('search', () => {
    input.current?.focus()
    input.current?.select()
  })
  return (
    <SearchField
      label={label}
      value={value ?? ''}
      placeholder={placeholder}
      onChange={change}
      inputRef={input}
    />
  )
}

interface DateRangeFilterProps {
  /** Labels of the fields for the first and the last day. */
  startLabel: string
  endLabel: string
  ranges: readonly DateRange[]
  start: string | undefined
  end: string | undefined
  setFilters: (values: FilterValues) => void
  /** Whether the user chose a custom range. Date fields are then shown while no day is set, too. */
  isCustom: boolean
  setCustom: (isCustom: boolean) => void
}

/** A dropdown of named ranges, and two date fields for a custom range. */
const DateRangeFilter = memo((props: DateRangeFilterProps) => {
  const { startLabel, endLabel, ranges, start, end, setFilters, isCustom, setCustom } = props
  const items = useMemo(
    () =>
      ['all', ...ranges.map(({ name }) => name), 'custom'].map((value) => ({
        value,
        name: value === 'all' ? allOption.name : value === 'custom' ? 'กำหนดเอง' : value,
      })),
    [ranges],
  )
  const namedRange = findRange(ranges, start, end)
  const hasRange = isSet(start) || isSet(end)
  const showsDates = isCustom || (hasRange && !namedRange)

  function choose(value: string) {
    setCustom(value === 'custom')
    if (value === 'custom') return
    const { start, end } = ranges.find(({ name }) => name === value) ?? { start: '', end: '' }
    setFilters({ start, end })
  }

  return (
    <>
      <SelectField
        label={fieldTitles.dateRange}
        items={items}
        value={showsDates ? 'custom' : (namedRange?.name ?? 'all')}
        onChange={choose}
      />
      {showsDates && (
        <>
          <DateField
            label={startLabel}
            value={dayOrNull(start)}
            onChange={(day) => setFilters({ start: day ?? '' })}
          />
          <DateField
            label={endLabel}
            value={dayOrNull(end)}
            error={isSet(start) && isSet(end) && start > end ? messages.dateRange : undefined}
            onChange={(day) => setFilters({ end: day ?? '' })}
          />
        </>
      )}
    </>
  )
})

const dayOrNull = (value: string | undefined) =>
  value !== undefined && isDay(value) ? value : null
