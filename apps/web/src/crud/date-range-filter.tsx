import { messages } from '@khapdee/contract/messages'
import { isSet } from '@khapdee/contract/wire'
import { isDay } from '@khapdee/domain/thai-date'
import { memo, useMemo, useState } from 'react'
import { DateField } from '../ui/fields/date-field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { type DateRange, rangeOf } from './date-ranges.ts'
import type { FilterValues } from './list-search.ts'

export const rangeLabel = 'ช่วงวันที่'

interface DateRangeFilterProps {
  /** Names of the fields for the first and the last day. */
  startLabel: string
  endLabel: string
  ranges: readonly DateRange[]
  start: string | undefined
  end: string | undefined
  setFilters: (values: FilterValues) => void
}

/** A range by its name; for any other, two fields for its first and last day. */
export const DateRangeFilter = memo((props: DateRangeFilterProps) => {
  const { startLabel, endLabel, ranges, start, end, setFilters } = props
  const [isOwn, setOwn] = useState(false)
  const items = useMemo(
    () =>
      ['all', ...ranges.map(({ name }) => name), 'own'].map((value) => ({
        value,
        name: value === 'all' ? 'ทั้งหมด' : value === 'own' ? 'กำหนดเอง' : value,
      })),
    [ranges],
  )
  const named = rangeOf(ranges, start, end)
  const isAny = isSet(start) || isSet(end)
  const isOpen = isOwn || (isAny && !named)

  function choose(value: string) {
    setOwn(value === 'own')
    if (value === 'own') return
    const { start, end } = ranges.find(({ name }) => name === value) ?? { start: '', end: '' }
    setFilters({ start, end })
  }

  return (
    <>
      <SelectField
        label={rangeLabel}
        items={items}
        value={isOpen ? 'own' : (named?.name ?? 'all')}
        onChange={choose}
      />
      {isOpen && (
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
