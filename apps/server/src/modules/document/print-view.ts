/**
 * Prints documents of exams and reports, which show the state at the time of printing and have no
 * number.
 */
import type { ReportView } from '../../adapters/pdf/account-view.ts'
import type { ExamResultsView, ExamRosterView, ExamSlipView } from '../../adapters/pdf/exam-view.ts'
import { type Day, buddhistMonth } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { formLink } from './document-link.ts'

type PrintedView =
  | { kind: 'exam_slip'; view: ExamSlipView }
  | { kind: 'exam_roster'; view: ExamRosterView }
  | { kind: 'exam_results'; view: ExamResultsView }
  | { kind: 'report'; view: ReportView }

/** The file name of a document without a number: `KKN-691123-12` of the branch, the day and the id of its subject. */
export const examFileName = (branchCode: string, on: Day, id: number): string =>
  `${branchCode}-${buddhistMonth(on)}${on.slice(8)}-${id}`

/**
 * Stores the data of a document, so that its link always opens the same, and returns the link.
 * @param name file name of the download, without extension, in Latin letters
 */
export async function printView(
  ctx: UserContext,
  { kind, view }: PrintedView,
  { logo_file_id, name }: { logo_file_id: number | null; name: string },
): Promise<{ pdf: string }> {
  const { printed_form_id } = await ctx.tx
    .insertInto('printed_form')
    .values({ kind, view: JSON.stringify(view), logo_file_id, printed_at: view.issued_at })
    .returning('printed_form_id')
    .executeTakeFirstOrThrow()
  return { pdf: formLink(ctx, { printed_form_id, printedAt: view.issued_at }, name) }
}
