import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Day, day } from '@khapdee/domain/thai-date'
import { parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarYearPicker,
  I18nProvider,
  useLocale,
} from 'react-aria-components'
import { IconButton } from '../button.tsx'

interface DateCalendarProps {
  value: Day | null
  /** Days before it are shown, but cannot be chosen. */
  minDay?: Day | undefined
  onPick: (day: Day) => void
}

/** A month in the Buddhist Era, with Sunday first and dropdowns for the month and the year. */
export function DateCalendar({ value, minDay, onPick }: DateCalendarProps) {
  const { locale } = useLocale()
  return (
    <I18nProvider locale={`${locale}-u-ca-buddhist`}>
      <Calendar
        autoFocus
        aria-label="เลือกวันที่"
        value={value === null ? null : parseDate(value)}
        isDateUnavailable={(date) => minDay !== undefined && date.compare(parseDate(minDay)) < 0}
        // React Aria returns a date in the calendar of `value`, Gregorian, whose text is ISO 8601.
        onChange={(picked) => onPick(day(picked.toString()))}
      >
        <div className="flex items-center gap-1 pb-2">
          <IconButton slot="previous" size="sm" icon={ChevronLeft} label="เดือนก่อน" />
          <CalendarMonthPicker>
            {({ value: month, onChange, items }) => (
              <select
                aria-label={fieldTitles.month}
                value={month}
                onChange={(event) => onChange(Number(event.currentTarget.value))}
                className="control min-w-0 flex-1 px-1.5 font-medium"
              >
                {items.map((item) => (
                  <option key={item.id} value={item.id}>
                    {item.formatted}
                  </option>
                ))}
              </select>
            )}
          </CalendarMonthPicker>
          {/* 160 years around the selected one, so that birthdays can be reached. */}
          <CalendarYearPicker visibleYears={160}>
            {({ value: year, onChange, items }) => (
              <select
                aria-label="ปี พ.ศ."
                value={year}
                onChange={(event) => onChange(Number(event.currentTarget.value))}
                className="control w-auto px-1.5 font-medium"
              >
                {items.map((item) => (
                  <option key={item.id} value={item.id}>
                    {item.date.year}
                  </option>
                ))}
              </select>
            )}
          </CalendarYearPicker>
          <IconButton slot="next" size="sm" icon={ChevronRight} label="เดือนถัดไป" />
        </div>
        <CalendarGrid weekdayStyle="narrow" className="w-full">
          <CalendarGridHeader>
            {(weekday) => (
              <CalendarHeaderCell className="pb-1 text-xs font-medium text-muted">
                {weekday}
              </CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <CalendarCell date={date} className={cellClass} />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  )
}

const cellClass =
  'mx-auto flex size-9 cursor-pointer items-center justify-center rounded-md data-hovered:bg-neutral-soft data-outside-month:text-muted data-unavailable:cursor-not-allowed data-unavailable:text-muted data-unavailable:line-through data-today:font-semibold data-today:text-primary data-selected:bg-primary data-selected:text-on-primary'
