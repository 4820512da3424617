/** Builds the reports, for screens, PDFs and Excel files alike. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type ReportKind, defaultReport, isOfToday } from '@khapdee/domain/report'
import { day, daysBetween } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { choiceOf } from '../../kernel/list.ts'
import { withDefaultDays } from '../account-entry/list-entries.ts'
import { factsOf } from '../document/print-report.ts'
import {
  branchReport,
  categoryReport,
  dailyReport,
  payTypeReport,
  periodReport,
} from './book-reports.ts'
import type { Report } from './cells.ts'
import { outstandingReport, receiptReport } from './counter-reports.ts'

const builders: Readonly<
  Record<ReportKind, (ctx: UserContext, query: ListQuery) => Promise<Report>>
> = {
  daily: dailyReport,
  categories: categoryReport,
  periods: periodReport,
  branches: branchReport,
  pay_types: payTypeReport,
  receipts: receiptReport,
  outstanding: outstandingReport,
}

/** Maximum length, in days, of a report with a row for each day. */
const maxDays = 366
const byDay: ReadonlySet<ReportKind> = new Set(['daily', 'receipts'])

export interface BuiltReport extends Report {
  kind: ReportKind
  /** Only the parameters by which reports filter. */
  query: ListQuery
}

/** The filters that reports have; other parameters of a list are ignored. */
const filtersOf = (ctx: UserContext, { branch, start, end }: ListQuery): ListQuery =>
  withDefaultDays(ctx, { page: 1, perPage: 1, branch, start, end })

/** The report of a query. @throws VALIDATION for an unknown report, and for too many days */
export async function buildReport(ctx: UserContext, asked: ListQuery): Promise<BuiltReport> {
  const kind = isSet(asked.type) ? (asked.type as ReportKind) : defaultReport
  const build = choiceOf(builders, 'type', kind)
  const query = filtersOf(ctx, asked)
  const { start, end } = query
  const isLong = !isSet(start) || !isSet(end) || daysBetween(day(start), day(end)) >= maxDays
  if (byDay.has(kind) && isLong) {
    const message = `รายงานนี้แสดงทีละวัน กรุณาเลือกช่วงวันที่ไม่เกิน ${maxDays} วัน`
    throw invalid([{ path: 'start', message }])
  }
  return { ...(await build(ctx, query)), kind, query }
}

/** The filters of a built report. */
export const factsOfReport = (ctx: UserContext, { kind, query }: BuiltReport) =>
  factsOf(ctx, query, isOfToday(kind))
