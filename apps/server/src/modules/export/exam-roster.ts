/** The exported roster of an exam session. */
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examDocuments } from '@khapdee/domain/exam-document-names'
import { maskIdCard } from '@khapdee/domain/id-card'
import { sql } from 'kysely'
import { paidOf, revealsNumbers } from '../exam-session/print-session.ts'
import { readSession } from '../exam-session/read-sessions.ts'
import { type RosterRow, rosterIds, rosterOf } from '../exam-session/roster.queries.ts'
import { columnBuilder, exportedList } from './export-list.ts'

type Row = Omit<RosterRow, 'paid'> & {
  paid: boolean | null
  documents: boolean
  signature: string
}

const column = columnBuilder<Row>(examDocument.candidate.shape)

/** The session in a query of the endpoint, which requires one. */
const sessionOf = (query: object): number => (query as { exam_session_id: number }).exam_session_id

export const examRosterExport = exportedList<Row>({
  endpoint: examDocument.rosterExport,
  name: 'roster',
  title: examDocuments.roster.label,
  statuses: {},
  describe: async (ctx, query) => {
    const { name, branch, place, panel } = await readSession(ctx, sessionOf(query), true)
    return [
      [name, place, branch].filter(Boolean).join(' · '),
      ...(panel.length > 0 ? [panel.map((member) => member.name).join(', ')] : []),
    ]
  },
  revealPermission: 'customer.reveal',
  columns: (ctx) => [
    column('position', 8),
    column('customer', 30),
    column('application_code', 20),
    column('idcard', 20, {
      cell: ({ idcard }) => (revealsNumbers(ctx) ? idcard : maskIdCard(idcard)),
    }),
    column('phone_1', 15),
    column('kind', 14),
    column('licence_type', 22),
    ...(ctx.may('application.view') ? [column('paid', 14)] : []),
    column('documents', 12),
    column('signature', 24),
  ],
  // Throws for a session of another branch.
  check: (ctx, query) => readSession(ctx, sessionOf(query), true),
  withoutSums: true,
  ids: (ctx, query) => rosterIds(sessionOf(query), ctx.scope.branchIds),
  rows: async (ctx, ids) => {
    const [first = 0] = ids
    const session = sql<number>`(select exam_session_id from exam where exam_id = ${first})`
    const rows = await rosterOf.rows(ctx.tx, session, ctx.clock.today(), ctx.scope.branchIds)
    return rows.map((row) => ({
      ...row,
      paid: paidOf(ctx, row),
      documents: row.missing_documents === 0,
      signature: '',
    }))
  },
})
