/** Prints reports of figures at the time of printing, without a number. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Day, formatDayRange } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import type { ReportView } from '../../adapters/pdf/account-view.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { readBranchHeader } from '../branch-header.ts'
import { printView } from './print-view.ts'

/** The days of a report in words. */
const daysText = ({ start, end }: ListQuery): string => {
  if (isSet(start) && isSet(end)) return formatDayRange(start as Day, end as Day)
  if (isSet(start)) return `ตั้งแต่ ${formatDayRange(start as Day, start as Day)}`
  return isSet(end) ? `ถึง ${formatDayRange(end as Day, end as Day)}` : 'ทุกวัน'
}

/** The filters of a report, as labels and values. */
export function factsOf(
  ctx: UserContext,
  { branch, ...query }: ListQuery,
  isOfNow = false,
): [string, string][] {
  const branches = ctx.actor.branches.filter(({ branch_id }) =>
    ctx.scope.narrow(branch).includes(branch_id),
  )
  const [only] = branches
  const isAll = branches.length !== 1 && !isSet(branch)
  return [
    [entities.branch.label, isAll ? headings.allBranches : (only?.name ?? '–')],
    ...(isOfNow ? [] : ([[fieldTitles.dateRange, daysText(query)]] satisfies [string, string][])),
  ]
}

/**
 * Stores a report for its link. Its header is that of the branch, or of the school for several branches.
 * @param name file name of the download, in Latin letters
 * @throws NOT_FOUND for another branch
 */
export async function printReport(
  ctx: UserContext,
  { branch }: ListQuery,
  name: string,
  report: Omit<ReportView, 'school' | 'issued_at' | 'printed_by'>,
): Promise<{ pdf: string }> {
  const [only, ...others] = ctx.scope.narrow(branch)
  if (only === undefined) throw notFound()
  const { school, logo_file_id } = await readBranchHeader(ctx, only)
  const ofSchool = { ...school, branch_name: '', branch_no: '', address: '', phone: '' }
  const view: ReportView = {
    ...report,
    school: others.length === 0 ? school : ofSchool,
    issued_at: ctx.clock.now().toISOString(),
    printed_by: ctx.actor.name,
  }
  return printView(ctx, { kind: 'report', view }, { logo_file_id, name })
}
