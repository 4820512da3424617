/** Seats on the panels of held exam sessions, as work that payroll pays. */
import { panelRoles } from '@khapdee/domain/exam-session'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { WorkDone } from '@khapdee/domain/payroll/work'
import type { Day } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import type { Reading } from '../../kernel/context.ts'
import { panelSeats } from './panel-work.queries.ts'

/**
 * The seats of people on panels in a range of days, both inclusive, at sessions of any branch. A session counts as worked once
 * it was closed after its exam and had a candidate; absent candidates do not count as examined.
 */
export async function readPanelWork(
  { tx }: Pick<Reading, 'tx'>,
  userIds: readonly number[],
  first: Day,
  last: Day,
): Promise<(WorkDone & { user_id: number })[]> {
  const seats = await panelSeats.rows(tx, userIds, first, last)
  return seats.map(({ exam_session_id, name, role, licence_types, ...seat }) => ({
    ...seat,
    key: `exam_panel:${exam_session_id}`,
    kind: 'exam_panel',
    name: `${name} ${panelRoles[role].label} ${headings.candidates} ${seat.persons} คน`,
    role,
    licence_types: licence_types as ExamLicence[],
  }))
}
