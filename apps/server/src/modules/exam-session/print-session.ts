/** Prints the roster and the result sheet of an exam session. Source: product specification, section 6.2. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examDocument } from '@khapdee/contract/entities/exam-document'
import { maskIdCard } from '@khapdee/domain/id-card'
import { examLicences } from '@khapdee/domain/licence-types'
import type { SessionView } from '../../adapters/pdf/exam-view.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { stateError } from '../../kernel/errors.ts'
import { readBranchHeader } from '../branch-header.ts'
import { examFileName, printView } from '../document/print-view.ts'
import { readSession } from './read-sessions.ts'
import { type RosterRow, rosterOf } from './roster.queries.ts'
import type { StoredSession } from './session.queries.ts'

/** The session with the printed data of its documents, without the candidates, and how they are stored. */
async function readView(ctx: UserContext, session: StoredSession) {
  if (session.status === 'cancelled') throw stateError('รอบสอบนี้ยกเลิกแล้ว')
  const { school, logo_file_id, code, settings } = await readBranchHeader(ctx, session.branch_id)
  const view: SessionView = {
    school,
    issued_at: ctx.clock.now().toISOString(),
    kind: session.kind,
    licences: session.licence_types
      .map((type) => examLicences[type as keyof typeof examLicences].label)
      .join(', '),
    day: session.date,
    time: `${session.start_time}–${session.end_time} น.`,
    place: [session.place, session.branch].filter(Boolean).join(' · '),
    vehicles: session.vehicles.map(({ name }) => name).join(', '),
    note: session.note,
    panel: session.panel.map(({ name, role }) => ({ name, role })),
  }
  const name = examFileName(code, session.date, session.exam_session_id)
  const full_mark = session.kind === 'theory' ? settings.theory_full_mark : null
  return { view, logo_file_id, name, full_mark }
}

const audit = (
  ctx: UserContext,
  { exam_session_id, branch_id, name }: StoredSession,
  more: object = {},
) =>
  ctx.audit({
    entity: 'exam_session',
    id: exam_session_id,
    branch: branch_id,
    after: { name, ...more },
  })

/** Whether the caller may print whole ID numbers. A print that shows them is audited as revealing them. */
export const revealsNumbers = (ctx: UserContext): boolean => ctx.may('customer.reveal')

/** Whether nothing is owed for the right of a candidate; null for callers who may not see that. */
export const paidOf = (
  ctx: UserContext,
  { paid, right_branch_id }: Pick<RosterRow, 'paid' | 'right_branch_id'>,
): boolean | null =>
  ctx.may('application.view') && ctx.scope.branchIds.includes(right_branch_id) ? paid : null

/** Returns a link to the roster. @throws NOT_FOUND; STATE for a cancelled session */
export async function printRoster(
  ctx: UserContext,
  { exam_session_id }: InputOf<typeof examDocument.roster>,
): Promise<Answer<typeof examDocument.roster>> {
  const session = await readSession(ctx, exam_session_id, true)
  const { view, logo_file_id, name } = await readView(ctx, session)
  const { branchIds } = ctx.scope
  const rows = await rosterOf.rows(ctx.tx, exam_session_id, ctx.clock.today(), branchIds)
  const isWhole = revealsNumbers(ctx)
  const candidates = rows.map((row) => ({
    position: row.position,
    name: row.customer,
    application_code: row.application_code,
    idcard: isWhole ? row.idcard : maskIdCard(row.idcard),
    phone: row.phone_1,
    licence: examLicences[row.licence_type].label,
    paid: paidOf(ctx, row),
    missing_documents: row.missing_documents,
  }))
  audit(ctx, session, isWhole ? { revealed: 'idcard' } : {})
  const roster = { ...view, capacity: session.capacity, candidates }
  return {
    data: await printView(ctx, { kind: 'exam_roster', view: roster }, { logo_file_id, name }),
  }
}

/**
 * The maximum points with which all scores were recorded; null if they differ, and for a practice
 * exam.
 * @param today the maximum points by the settings, for a session without scores
 */
function commonMark(rows: readonly RosterRow[], today: number | null): number | null {
  const [mark = today, ...others] = new Set(rows.flatMap(({ full_mark }) => full_mark ?? []))
  return others.length === 0 ? mark : null
}

/** Returns a link to the result sheet. @throws NOT_FOUND; STATE before the session, or for a cancelled one */
export async function printResults(
  ctx: UserContext,
  { exam_session_id }: InputOf<typeof examDocument.results>,
): Promise<Answer<typeof examDocument.results>> {
  const session = await readSession(ctx, exam_session_id)
  const { view, logo_file_id, name, full_mark } = await readView(ctx, session)
  if (ctx.clock.now().toISOString() < session.starts_at) {
    throw stateError(`ยังไม่ถึงเวลาสอบ (${session.name})`)
  }
  const { branchIds } = ctx.scope
  const rows = await rosterOf.rows(ctx.tx, exam_session_id, ctx.clock.today(), branchIds)
  const candidates = rows.map((row) => ({
    name: row.customer,
    application_code: row.application_code,
    licence: examLicences[row.licence_type].label,
    result: row.result,
    score: row.score,
    full_mark: row.full_mark,
    note: row.note,
  }))
  audit(ctx, session)
  const results = { ...view, full_mark: commonMark(rows, full_mark), candidates }
  return {
    data: await printView(ctx, { kind: 'exam_results', view: results }, { logo_file_id, name }),
  }
}
