/** Cells, rows and columns of reports. */
import type { ReportCell, ReportColumn, ReportRow } from '@khapdee/contract/entities/report'
import { type ListQuery, allOption, isSet } from '@khapdee/contract/wire'
import { type Satang, sumSatang } from '@khapdee/domain/money'
import type { ReportScreen } from '@khapdee/domain/report'
import { type Day, formatDay } from '@khapdee/domain/thai-date'

export interface Report {
  columns: ReportColumn[]
  rows: ReportRow[]
  notes: string[]
}

/** The list to which a figure leads; null where no list has its rows. */
export type Drill = ReportCell['to']

export const textCell = (text: string): ReportCell => ({
  text,
  day: null,
  count: null,
  value: null,
  to: null,
})
export const dayCell = (day: Day): ReportCell => ({ ...textCell(formatDay(day)), day })
export const countCell = (count: number, to: Drill): ReportCell => ({
  ...textCell(''),
  count,
  to,
})
export const moneyCell = (value: Satang, to: Drill): ReportCell => ({
  ...textCell(''),
  value,
  to,
})
const emptyCell = textCell('')

export const textColumn = (title: string): ReportColumn => ({ title, kind: 'text' })
export const countColumn = (title: string): ReportColumn => ({ title, kind: 'count' })
export const moneyColumn = (title: string): ReportColumn => ({ title, kind: 'money' })

export const row = (
  key: string,
  cells: ReportCell[],
  level: ReportRow['level'] = 'row',
): ReportRow => ({ key, level, cells })

/** A heading row for the rows below it. @param columns the number of columns of the report */
export const heading = (key: string, title: string, columns: number): ReportRow =>
  row(key, [textCell(title), ...Array.from({ length: columns - 1 }, () => emptyCell)], 'heading')

/** The sum of the values of rows. */
export const sumOf = <Row extends { value: Satang }>(
  rows: readonly Row[],
  includes: (row: Row) => boolean = () => true,
): Satang => sumSatang(rows.filter(includes).map(({ value }) => value))

const all = String(allOption.value)

/**
 * The filters of the list with the rows of a figure: branch and days of the report, narrowed by
 * `changed`. A filter that is not set is `all`, because lists have defaults.
 */
export const drillTo = (
  screen: ReportScreen,
  { branch, start, end }: ListQuery,
  changed: Partial<Record<keyof ListQuery, string>> = {},
): NonNullable<Drill> => ({
  screen,
  search: {
    branch: isSet(branch) ? branch : all,
    start: isSet(start) ? start : all,
    end: isSet(end) ? end : all,
    ...changed,
  },
})
