import { type Option, isSet } from '@khapdee/contract/wire'
import { formatDay, isDay } from '@khapdee/domain/thai-date'
import { useMemo } from 'react'
import { DateField } from '../ui/fields/date-field.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { type ActiveFilter, FilterBar } from '../ui/filter-bar.tsx'
import type { FilterName, FilterValues } from './list-search.ts'
import type { FilterSpec } from './resource.ts'

interface ListFiltersProps {
  filters: readonly FilterSpec[]
  searchPlaceholder?: string | undefined
  /** What `useTable` gives. */
  table: {
    filters: FilterValues
    optionsOf: (name: FilterName) => readonly Option[]
    setFilter: (name: FilterName, value: string) => void
    clear: () => void
  }
}

/** The dropdowns and the search field of a list, and chips for what is set. */
export function ListFilters({ filters, searchPlaceholder, table }: ListFiltersProps) {
  const { setFilter, optionsOf } = table
  const search = filters.find(({ name }) => name === 'text')
  const choices = filters.filter(({ name }) => name !== 'text')

  const active = choices.flatMap(({ name, label }): ActiveFilter[] => {
    const value = table.filters[name]
    if (!isSet(value)) return []
    const onRemove = () => setFilter(name, '')
    if (isDay(value)) return [{ id: name, label, value: formatDay(value), onRemove }]
    const options = optionsOf(name)
    // Its words come with the first answer.
    if (options.length === 0) return []
    const option = options.find((candidate) => String(candidate.value) === value)
    return [{ id: name, label, value: option?.name ?? value, onRemove }]
  })

  return (
    <FilterBar
      active={active}
      onClear={table.clear}
      search={
        search && (
          <TextFilter
            {...search}
            value={table.filters.text ?? ''}
            placeholder={searchPlaceholder}
            setFilter={setFilter}
          />
        )
      }
    >
      {choices.length > 0 &&
        choices.map((spec) => {
          const props = { ...spec, value: table.filters[spec.name], setFilter }
          return spec.name === 'start' || spec.name === 'end' ? (
            <DayFilter key={spec.name} {...props} />
          ) : (
            <ChoiceFilter key={spec.name} {...props} options={optionsOf(spec.name)} />
          )
        })}
    </FilterBar>
  )
}

interface FilterProps extends FilterSpec {
  value: string | undefined
  setFilter: (name: FilterName, value: string) => void
}

function ChoiceFilter({
  name,
  label,
  value,
  options,
  setFilter,
}: FilterProps & { options: readonly Option[] }) {
  const items = useMemo(
    () => options.map((option) => ({ value: String(option.value), name: option.name })),
    [options],
  )
  return (
    <SelectField
      label={label}
      items={items}
      value={isSet(value) ? value : 'all'}
      placeholder="ทั้งหมด"
      onChange={(chosen) => setFilter(name, chosen)}
    />
  )
}

/** The first or last day; what is no day changes nothing. */
function DayFilter({ name, label, value, setFilter }: FilterProps) {
  return (
    <DateField
      label={label}
      value={value !== undefined && isDay(value) ? value : null}
      onChange={(day) => setFilter(name, day ?? '')}
    />
  )
}

function TextFilter({
  name,
  label,
  value,
  placeholder,
  setFilter,
}: FilterProps & { placeholder: string | undefined }) {
  // The field waits for a pause in typing; a new function would start its clock again.
  const change = useMemo(() => (text: string) => setFilter(name, text), [name, setFilter])
  return (
    <SearchField label={label} value={value ?? ''} placeholder={placeholder} onChange={change} />
  )
}
