/** The reports on receipts and outstanding balances. */
import { type AgingBucket, agingBuckets } from '@khapdee/domain/application/aging'
import { payTypes } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Satang, satang, sumSatang } from '@khapdee/domain/money'
import { type Day, addDays, formatDayLong } from '@khapdee/domain/thai-date'
import { vatTitle } from '@khapdee/domain/vat'
import { headings, stateWords } from '@khapdee/domain/words'
import type { ListQuery } from '@khapdee/contract/wire'
import type { UserContext } from '../../kernel/context.ts'
import { type ReceiptsOfDay, receiptsByDay } from '../payment/receipt-figures.ts'
import {
  dayCell,
  type Report,
  countCell,
  countColumn,
  drillTo,
  moneyCell,
  moneyColumn,
  row,
  textCell,
  textColumn,
} from './cells.ts'
import { owedFigures } from './report.queries.ts'

/** `RE-KKN-6911-0001 – 0012`, or both whole numbers where they are of different months or branches. */
function rangeText(first: string, last: string): string {
  if (first === last) return first
  const cut = first.lastIndexOf('-') + 1
  return last.startsWith(first.slice(0, cut))
    ? `${first} – ${last.slice(cut)}`
    : `${first} – ${last}`
}

const sum = (rows: readonly ReceiptsOfDay[], valueOf: (row: ReceiptsOfDay) => Satang) =>
  sumSatang(rows.map(valueOf))

/**
 * Receipts and refunds of each day; numbers of receipts only for one branch, whose numbers have no
 * gaps.
 */
export async function receiptReport(ctx: UserContext, query: ListQuery): Promise<Report> {
  const days = await receiptsByDay(ctx, query)
  const isTaxed = days.some(({ vat }) => vat !== 0)
  const isOfOneBranch = ctx.scope.narrow(query.branch).length === 1
  const cells = (
    rows: readonly ReceiptsOfDay[],
    filters: { start?: string; end?: string } = {},
  ) => {
    const to = (more: object = {}) => drillTo('payments', query, { ...filters, ...more })
    const voided = to({ status: 'deleted' })
    const count = (of: 'issued' | 'voided') =>
      rows.reduce((total, figures) => total + figures[of], 0)
    return [
      countCell(count('issued'), to()),
      countCell(count('voided'), voided),
      moneyCell(
        sum(rows, ({ voided_value }) => voided_value),
        voided,
      ),
      moneyCell(
        sum(rows, ({ cash }) => cash),
        to({ category: 'cash' }),
      ),
      moneyCell(
        sum(rows, ({ transfer }) => transfer),
        to({ category: 'transfer' }),
      ),
      moneyCell(
        sum(rows, ({ cash, transfer }) => satang(cash + transfer)),
        to(),
      ),
      ...(isTaxed
        ? [
            moneyCell(
              sum(rows, ({ vat }) => vat),
              to(),
            ),
          ]
        : []),
    ]
  }
  const numbers = (text: string) => (isOfOneBranch ? [textCell(text)] : [])
  return {
    columns: [
      textColumn(fieldTitles.date),
      ...(isOfOneBranch ? [textColumn('เลขที่ใบเสร็จ')] : []),
      countColumn('ออกทั้งหมด'),
      countColumn(stateWords.void),
      moneyColumn('มูลค่าที่ยกเลิก'),
      moneyColumn(payTypes.cash.label),
      moneyColumn(payTypes.transfer.label),
      moneyColumn('รับสุทธิ'),
      ...(isTaxed ? [moneyColumn(vatTitle)] : []),
    ],
    rows: [
      ...days.map((figures) =>
        row(figures.date, [
          dayCell(figures.date),
          ...numbers(rangeText(figures.first, figures.last)),
          ...cells([figures], { start: figures.date, end: figures.date }),
        ]),
      ),
      row('sum', [textCell(headings.total), ...numbers(''), ...cells(days)], 'sum'),
    ],
    notes: ['ออกทั้งหมดรวมใบคืนเงินและใบเสร็จที่ยกเลิก รับสุทธิหักเงินคืนแล้วและไม่รวมใบเสร็จที่ยกเลิก'],
  }
}

/** The days on which applications of an age were made. */
function daysOfAge(bucket: AgingBucket, today: Day): { start: string; end: string } {
  const all = 'all'
  const buckets = Object.entries(agingBuckets)
  const at = buckets.findIndex(([key]) => key === bucket)
  const older = buckets[at + 1]?.[1].from
  return {
    start: older === undefined ? all : addDays(today, 1 - older),
    end: at === 0 ? all : addDays(today, -agingBuckets[bucket].from),
  }
}

/** The balances of today by branch and age. */
export async function outstandingReport(ctx: UserContext, asked: ListQuery): Promise<Report> {
  const today = ctx.clock.today()
  const query = { ...asked, start: undefined, end: undefined }
  const figures = await owedFigures.rows(ctx.tx, ctx, query, today)
  const chosen = new Set(ctx.scope.narrow(query.branch))
  const branches = ctx.actor.branches.filter(({ branch_id }) => chosen.has(branch_id))
  const cells = (list: typeof figures, branch?: string) => {
    const to = (days: object = {}) =>
      drillTo('overdue', query, { ...(branch && { branch }), ...days })
    const balanceOf = (bucket?: AgingBucket) =>
      sumSatang(
        list.flatMap((figure) =>
          bucket === undefined || figure.bucket === bucket ? figure.balance : [],
        ),
      )
    return [
      countCell(
        list.reduce((total, { applications }) => total + applications, 0),
        to(),
      ),
      ...(Object.keys(agingBuckets) as AgingBucket[]).map((bucket) =>
        moneyCell(balanceOf(bucket), to(daysOfAge(bucket, today))),
      ),
      moneyCell(balanceOf(), to()),
    ]
  }
  return {
    columns: [
      textColumn(entities.branch.label),
      countColumn(entities.application.label),
      ...Object.values(agingBuckets).map(({ label }) => moneyColumn(label)),
      moneyColumn(fieldTitles.outstanding),
    ],
    rows: [
      ...branches.map(({ branch_id, name }) =>
        row(String(branch_id), [
          textCell(name),
          ...cells(
            figures.filter((figure) => figure.branch_id === branch_id),
            String(branch_id),
          ),
        ]),
      ),
      row('sum', [textCell(headings.total), ...cells(figures)], 'sum'),
    ],
    notes: [`ยอด ณ วันที่ ${formatDayLong(today)} อายุหนี้นับจากวันที่ออกใบสมัคร`],
  }
}
