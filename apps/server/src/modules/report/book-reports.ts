/**
 * The reports on income and expenses: by day, category, period, branch and payment method. Their
 * figures are sums of the same entries as the totals and charts of the books, and money held for
 * others is shown separately.
 */
import { daysOfPeriod, groupLabel, isDaily } from '@khapdee/domain/account-entry'
import { type PayType, payTypes } from '@khapdee/domain/application/status'
import {
  type AccountSide,
  accountSides,
  passThroughTitle,
  accountTotals,
} from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Satang, bahtWithUnit, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { day, formatDay, formatMonth, isDay, thaiMonthsShort } from '@khapdee/domain/thai-date'
import { headings, actionWords } from '@khapdee/domain/words'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { UserContext } from '../../kernel/context.ts'
import { type Figure, figuresBy, heldOf, heldOfBranches } from '../account-entry/figures.ts'
import {
  dayCell,
  type Drill,
  type Report,
  drillTo,
  heading,
  moneyCell,
  moneyColumn,
  row,
  sumOf,
  textCell,
  textColumn,
} from './cells.ts'

const counts = (side: AccountSide) => (figure: Figure) =>
  figure.side === side && !figure.is_pass_through
const isPassedOn = (side: AccountSide) => (figure: Figure) =>
  figure.side === side && figure.is_pass_through

const incomeOf = (figures: readonly Figure[]) => sumOf(figures, counts('income'))
const expensesOf = (figures: readonly Figure[]) => sumOf(figures, counts('expenses'))
const netOf = (figures: readonly Figure[]) => satang(incomeOf(figures) - expensesOf(figures))

const collectedTitle = `${actionWords.receive}${passThroughTitle}`
const remittedTitle = `${actionWords.remit}${passThroughTitle}`
const heldTitle = `${passThroughTitle}ที่ถืออยู่`

const counted = { status: 'counted' }
const passedOn = { status: 'passed_on' }

/**
 * The cells of both sides, their difference, and the money passed on for others; `filters` narrow
 * the lists to which the cells lead.
 */
const sideCells = (
  query: ListQuery,
  figures: readonly Figure[],
  filters: Parameters<typeof drillTo>[2] = {},
) => [
  moneyCell(incomeOf(figures), drillTo('income', query, { ...counted, ...filters })),
  moneyCell(expensesOf(figures), drillTo('expenses', query, { ...counted, ...filters })),
  moneyCell(netOf(figures), drillTo('accounts', query, { ...counted, ...filters })),
  moneyCell(
    sumOf(figures, isPassedOn('income')),
    drillTo('income', query, { ...passedOn, ...filters }),
  ),
  moneyCell(
    sumOf(figures, isPassedOn('expenses')),
    drillTo('expenses', query, { ...passedOn, ...filters }),
  ),
]
const sideColumns = [
  accountSides.income.label,
  accountSides.expenses.label,
  accountTotals.net,
  collectedTitle,
  remittedTitle,
].map(moneyColumn)

/** Rows by the values of one key, in the order of the figures. */
function groupedBy<Key extends string | number>(
  figures: readonly Figure[],
  keyOf: (figure: Figure) => Key,
): [Key, Figure[]][] {
  const groups = new Map<Key, Figure[]>()
  for (const figure of figures) {
    const key = keyOf(figure)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [figure])
    else group.push(figure)
  }
  return [...groups]
}

const passThroughNote = `${passThroughTitle}ไม่นับเป็นรายรับหรือรายจ่าย`

/** The money held for others at the end of the days, as a sentence. */
async function heldNote(ctx: UserContext, query: ListQuery): Promise<string> {
  return `${passThroughNote} · ${heldTitle} ${bahtWithUnit(await heldOf(ctx, query))}`
}

const periodCell = (period: string) =>
  isDay(period) ? dayCell(period) : textCell(formatMonth(period))

/** Days for up to a month; months for a longer span or without both days. */
const periodOf = ({ start, end }: ListQuery): 'day' | 'month' =>
  isSet(start) && isSet(end) && isDaily(day(start), day(end)) ? 'day' : 'month'

/** Cash and transfers of each day. */
export async function dailyReport(ctx: UserContext, query: ListQuery): Promise<Report> {
  const figures = await figuresBy(ctx, query, { period: 'day', pay_type: true })
  const paidBy = (pay_type: PayType) => (figure: Figure) => figure.pay_type === pay_type
  const cells = (list: readonly Figure[], filters: { start?: string; end?: string }) => {
    const cell = (side: AccountSide, pay_type: PayType) =>
      moneyCell(
        sumOf(list.filter(paidBy(pay_type)), counts(side)),
        drillTo(side, query, { ...counted, pay_type, ...filters }),
      )
    const [, , net, collected, remitted] = sideCells(query, list, filters)
    return [
      cell('income', 'cash'),
      cell('income', 'transfer'),
      cell('expenses', 'cash'),
      cell('expenses', 'transfer'),
      ...[net, collected, remitted].flatMap((known) => known ?? []),
    ]
  }
  const title = (side: AccountSide, pay_type: PayType) =>
    moneyColumn(`${accountSides[side].label} ${payTypes[pay_type].label}`)
  return {
    columns: [
      textColumn(fieldTitles.date),
      title('income', 'cash'),
      title('income', 'transfer'),
      title('expenses', 'cash'),
      title('expenses', 'transfer'),
      ...sideColumns.slice(2),
    ],
    rows: [
      ...groupedBy(figures, ({ period }) => period).map(([period, list]) =>
        row(period, [periodCell(period), ...cells(list, daysOfPeriod(period, query))]),
      ),
      row('sum', [textCell(headings.total), ...cells(figures, {})], 'sum'),
    ],
    notes: [await heldNote(ctx, query)],
  }
}

/** Both sides of each day or month. */
export async function periodReport(ctx: UserContext, query: ListQuery): Promise<Report> {
  const period = periodOf(query)
  const figures = await figuresBy(ctx, query, { period })
  return {
    columns: [textColumn(period === 'day' ? fieldTitles.date : fieldTitles.month), ...sideColumns],
    rows: [
      ...groupedBy(figures, (figure) => figure.period).map(([key, list]) =>
        row(key, [periodCell(key), ...sideCells(query, list, daysOfPeriod(key, query))]),
      ),
      row('sum', [textCell(headings.total), ...sideCells(query, figures)], 'sum'),
    ],
    notes: [await heldNote(ctx, query)],
  }
}

/** Both sides of each branch, with the money that it holds for others. */
export async function branchReport(ctx: UserContext, query: ListQuery): Promise<Report> {
  const figures = await figuresBy(ctx, query, { branch: true })
  const heldBy = await heldOfBranches(ctx, query)
  const chosen = new Set(ctx.scope.narrow(query.branch))
  const branches = ctx.actor.branches.filter(({ branch_id }) => chosen.has(branch_id))
  const isHeld = (held: Satang, branch?: string): ReturnType<typeof moneyCell> =>
    moneyCell(
      held,
      drillTo('accounts', query, { ...passedOn, start: 'all', ...(branch && { branch }) }),
    )
  const total = sumSatang(heldBy.values())
  return {
    columns: [textColumn(entities.branch.label), ...sideColumns, moneyColumn(heldTitle)],
    rows: [
      ...branches.map(({ branch_id, name }) => {
        const branch = String(branch_id)
        const list = figures.filter((figure) => figure.branch_id === branch_id)
        return row(branch, [
          textCell(name),
          ...sideCells(query, list, { branch }),
          isHeld(heldBy.get(branch_id) ?? zeroSatang, branch),
        ])
      }),
      row('sum', [textCell(headings.total), ...sideCells(query, figures), isHeld(total)], 'sum'),
    ],
    notes: [passThroughNote],
  }
}

/** Both sides of each payment method. */
export async function payTypeReport(ctx: UserContext, query: ListQuery): Promise<Report> {
  const figures = await figuresBy(ctx, query, { pay_type: true })
  return {
    columns: [textColumn(fieldTitles.payType), ...sideColumns],
    rows: [
      ...Object.entries(payTypes).map(([pay_type, { label }]) =>
        row(pay_type, [
          textCell(label),
          ...sideCells(
            query,
            figures.filter((figure) => figure.pay_type === pay_type),
            { pay_type },
          ),
        ]),
      ),
      row('sum', [textCell(headings.total), ...sideCells(query, figures)], 'sum'),
    ],
    notes: [await heldNote(ctx, query)],
  }
}

/** Maximum number of periods shown next to the total of a category. */
const maxPeriodColumns = 12

/** Both sides by category, with columns of days or months if there are few. */
export async function categoryReport(ctx: UserContext, query: ListQuery): Promise<Report> {
  const figures = await figuresBy(ctx, query, { period: periodOf(query), group: true })
  const periods = [...new Set(figures.map(({ period }) => period))]
  const shown = periods.length > 1 && periods.length <= maxPeriodColumns ? periods : []
  const columns = [
    textColumn(fieldTitles.group),
    ...shown.map((period) => moneyColumn(shortPeriod(period))),
    moneyColumn(headings.total),
  ]
  const cells = (
    list: readonly Figure[],
    valueOf: (figures: readonly Figure[]) => Satang,
    to: (filters: object) => Drill,
  ) => [
    ...shown.map((period) =>
      moneyCell(
        valueOf(list.filter((figure) => figure.period === period)),
        to(daysOfPeriod(period, query)),
      ),
    ),
    moneyCell(valueOf(list), to({})),
  ]
  const sideRows = (side: AccountSide) => {
    const list = figures.filter(counts(side))
    const groups = groupedBy(list, ({ group }) => group).toSorted(
      ([, a], [, b]) => sumOf(b) - sumOf(a),
    )
    const to = (category?: string) => (filters: object) =>
      drillTo(side, query, { ...counted, ...(category && { category }), ...filters })
    return [
      heading(side, accountSides[side].label, columns.length),
      ...groups.map(([group, ofGroup]) =>
        row(`${side} ${group}`, [textCell(groupLabel(group)), ...cells(ofGroup, sumOf, to(group))]),
      ),
      row(`${side} sum`, [textCell(accountTotals[side]), ...cells(list, sumOf, to())], 'sum'),
    ]
  }
  const passedRow = (side: AccountSide, title: string) =>
    row(`passed ${side}`, [
      textCell(title),
      ...cells(figures.filter(isPassedOn(side)), sumOf, (filters) =>
        drillTo(side, query, { ...passedOn, ...filters }),
      ),
    ])
  return {
    columns,
    rows: [
      ...sideRows('income'),
      ...sideRows('expenses'),
      row(
        'net',
        [
          textCell(accountTotals.net),
          ...cells(figures, netOf, (filters) =>
            drillTo('accounts', query, { ...counted, ...filters }),
          ),
        ],
        'sum',
      ),
      heading('passed', passThroughTitle, columns.length),
      passedRow('income', collectedTitle),
      passedRow('expenses', remittedTitle),
    ],
    notes: [await heldNote(ctx, query)],
  }
}

/** `21/11` of a day, `พ.ย. 69` of a month. */
function shortPeriod(period: string): string {
  if (isDay(period)) return formatDay(period).slice(0, 5)
  const [year = '', month = ''] = period.split('-')
  return `${thaiMonthsShort[Number(month) - 1] ?? ''} ${(Number(year) + 543) % 100}`
}
