/** Prints a list of the books as a report: its totals, its charts as tables, and its entries. */
import { reportKinds } from '@khapdee/domain/report'
import { titleOf } from '@khapdee/contract/field-meta'
import {
  type AccountChart,
  type AccountDonut,
  account,
} from '@khapdee/contract/entities/account-entry'
import { type ListQuery, exportQuery, isSet } from '@khapdee/contract/wire'
import {
  entryCategories,
  entryStatusFilters,
  entryStatuses,
  groupFilterLabel,
} from '@khapdee/domain/account-entry'
import { payTypes } from '@khapdee/domain/application/status'
import {
  type AccountSide,
  accountSides,
  expenseTypes,
  passThroughTitle,
  accountTotals,
} from '@khapdee/domain/expense-item'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import { formatDay, formatMonth, isDay } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ReportCell, ReportTable } from '../../adapters/pdf/account-view.ts'
import type { UserContext } from '../../kernel/context.ts'
import { factsOf, printReport } from '../document/print-report.ts'
import { recordLookup } from '../number-lookup.ts'
import { type StoredEntry, customerType } from './entry.queries.ts'
import { listEntries, withDefaultDays } from './list-entries.ts'

/** The number of entries that a report lists; more are only in its sums and in the Excel file. */
const maxRows = 1000

const money = (value: number): ReportCell => ({ satang: satang(value) })

type Asked = Omit<InputOf<typeof account.printPdf>, 'side'>

/**
 * Returns a link to the report.
 * @param side null for both sides
 * @throws VALIDATION for an unknown filter
 */
export async function printEntries(
  ctx: UserContext,
  asked: Asked,
  side: AccountSide | null,
): Promise<{ pdf: string }> {
  await recordLookup(ctx, asked.text)
  const query = withDefaultDays(ctx, { ...asked, page: 1, perPage: maxRows })
  const { rows, chart, meta } = await listEntries(ctx, query, side)
  const sides: readonly AccountSide[] = side === null ? ['income', 'expenses'] : [side]
  ctx.audit({ entity: 'export', id: side ?? 'accounts', after: { ...asked } })
  const { collected, remitted, held } = chart.pass_through
  return printReport(ctx, query, `entries-${ctx.clock.today()}`, {
    title: side === null ? 'รายงานรายรับ–รายจ่าย' : `รายงาน${accountSides[side].label}`,
    english_title: side === null ? 'INCOME AND EXPENSES' : side.toUpperCase(),
    facts: [...factsOf(ctx, query), ...filterFacts(query)],
    tables: [
      totalsTable(chart, sides),
      ...sides.map((of) =>
        categoryTable(of, of === 'income' ? chart.income_donut : chart.expenses_donut),
      ),
      periodTable(chart, sides),
      entriesTable(rows, sides),
    ],
    notes: [
      `${passThroughTitle}ไม่นับเป็นรายรับหรือรายจ่าย · รับ ${bahtWithUnit(collected)} · นำส่ง ${bahtWithUnit(remitted)} · ถืออยู่ ${bahtWithUnit(held)}`,
      ...(meta.total > rows.length
        ? [
            `แสดง ${rows.length.toLocaleString('en')} จาก ${meta.total.toLocaleString('en')} รายการ รายการทั้งหมดอยู่ในไฟล์ Excel`,
          ]
        : []),
    ],
  })
}

/** The filters besides branch and days, as labels and values. */
function filterFacts(query: ListQuery): [string, string][] {
  const words: Readonly<Record<string, Readonly<Record<string, { label: string }>>>> = {
    status: entryStatusFilters,
    type: { [customerType]: entryCategories.customer, ...expenseTypes },
    pay_type: payTypes,
  }
  return (['status', 'type', 'category', 'pay_type', 'text'] as const).flatMap((name) => {
    const value = query[name]
    if (!isSet(value)) return []
    const shown =
      name === 'category' ? groupFilterLabel(value) : (words[name]?.[value]?.label ?? value)
    return [[titleOf(exportQuery.shape, name), shown] satisfies [string, string]]
  })
}

function totalsTable(chart: AccountChart, sides: readonly AccountSide[]): ReportTable {
  const { total_income, total_expenses, balance } = chart
  const values = { income: total_income, expenses: total_expenses }
  const shown: [string, number][] = [
    ...sides.map((side): [string, number] => [accountTotals[side], values[side]]),
    ...(sides.length > 1 ? ([[accountTotals.net, balance]] satisfies [string, number][]) : []),
  ]
  return {
    columns: [
      { title: headings.summary, kind: 'text' },
      { title: titleOf(account.row.shape, 'value'), kind: 'money' },
    ],
    rows: shown.map(([title, value], i) => ({
      level: i === shown.length - 1 ? 'sum' : 'row',
      cells: [title, money(value)],
    })),
  }
}

function categoryTable(side: AccountSide, { labels, series }: AccountDonut): ReportTable {
  const total = series.reduce((sum, value) => sum + value, 0)
  return {
    title: `${accountSides[side].label}${reportKinds.categories.name}`,
    columns: [
      { title: titleOf(account.row.shape, 'group'), kind: 'text' },
      { title: titleOf(account.row.shape, 'value'), kind: 'money' },
    ],
    rows: [
      ...labels.map((label, i) => ({
        level: 'row' as const,
        cells: [label, money(series[i] ?? 0)],
      })),
      { level: 'sum', cells: [accountTotals[side], money(total)] },
    ],
  }
}

function periodTable(chart: AccountChart, sides: readonly AccountSide[]): ReportTable {
  const { categories: periods } = chart.income_column
  const columns = { income: chart.income_column, expenses: chart.expenses_column }
  const valueOf = (side: AccountSide, i: number) => columns[side].series[0]?.data[i] ?? 0
  const isByDay = isDay(periods[0] ?? '')
  const net = (i: number) => valueOf('income', i) - valueOf('expenses', i)
  return {
    title: isByDay ? 'แยกตามวัน' : 'แยกตามเดือน',
    columns: [
      { title: isByDay ? fieldTitles.date : fieldTitles.month, kind: 'text' },
      ...sides.map((side) => ({ title: accountSides[side].label, kind: 'money' as const })),
      ...(sides.length > 1 ? [{ title: accountTotals.net, kind: 'money' as const }] : []),
    ],
    rows: periods.map((period, i) => ({
      level: 'row',
      cells: [
        isDay(period) ? formatDay(period) : formatMonth(period),
        ...sides.map((side) => money(valueOf(side, i))),
        ...(sides.length > 1 ? [money(net(i))] : []),
      ],
    })),
  }
}

/** The label after the name of an entry that is excluded from all totals. */
function markOf({ status, is_pass_through }: StoredEntry): string {
  if (status !== 'posted') return ` (${entryStatuses[status].label})`
  return is_pass_through ? ` (${passThroughTitle})` : ''
}

const entriesTable = (
  rows: readonly StoredEntry[],
  sides: readonly AccountSide[],
): ReportTable => ({
  title: headings.item,
  columns: [
    { title: fieldTitles.date, kind: 'text' },
    { title: headings.number, kind: 'text' },
    { title: headings.item, kind: 'text' },
    {
      title: sides.length > 1 ? 'ผู้จ่าย/ผู้รับเงิน' : sides[0] === 'income' ? 'ผู้จ่าย' : fieldTitles.payee,
      kind: 'text',
    },
    { title: titleOf(account.row.shape, 'pay_type'), kind: 'text' },
    ...sides.map((side) => ({ title: accountSides[side].label, kind: 'money' as const })),
  ],
  rows: rows.map((row) => ({
    level: 'row',
    cells: [
      formatDay(row.date),
      row.code || '–',
      `${row.name}${markOf(row)}`,
      row.customer || row.payee || '–',
      payTypes[row.pay_type].label,
      ...sides.map((side) => (row.side === side ? money(row.value) : null)),
    ],
  })),
})
