/** Reads waiting lists: the entries, the offered seats, and the reasons why none is offered. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ExamWaitingRow, examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { mayAnswer, mayLeave, waitingStates } from '@khapdee/domain/exam-waiting'
import { sql } from 'kysely'
import type { RowOf } from '../../db/columns.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import { seatsLeft } from '../booking/seats.ts'
import {
  offerEnd,
  readQueue,
  readSessions,
  sessionProblem,
  waitingProblems,
} from '../booking/waiting.ts'
import { type StoredEntry, waitingPage } from './waiting-list.queries.ts'

type Found = RowOf<typeof waitingPage.columns>
/** Whether the row has an entry; the one row of an empty page has only the count. */
const isEntry = (row: Found): row is Found & StoredEntry => row.exam_waiting_id !== null

/** Why an open entry has no seat, and whether a seat is free for it, by the id of the entry. */
async function readProspects(ctx: UserContext, entries: readonly StoredEntry[]) {
  const open = entries.filter(({ status }) => status === 'waiting' || status === 'offered')
  const ids = open.map(({ exam_waiting_id }) => exam_waiting_id)
  const sessionIds = [...new Set(open.map(({ exam_session_id }) => exam_session_id))]
  const prospects = new Map<number, { reason: string; seatIsFree: boolean }>()
  if (ids.length === 0) return prospects
  const sessions = new Map(
    (await readSessions(ctx, sessionIds)).map((session) => [session.exam_session_id, session]),
  )
  const queued = (await readQueue(ctx, sql`w.exam_waiting_id = any(${ids}::int[])`)).flatMap(
    (wait) => {
      const session = sessions.get(wait.exam_session_id)
      return session === undefined ? [] : [{ wait, session }]
    },
  )
  const mayView = ctx.may('application.view')
  const problems = await waitingProblems(
    ctx,
    queued,
    ({ right_branch_id }) => mayView && ctx.scope.branchIds.includes(right_branch_id),
  )
  for (const { wait, session } of queued) {
    const ofSession =
      wait.state === 'offered' ? null : sessionProblem(session, offerEnd(ctx, session))
    const problem = ofSession ?? problems.get(wait.exam_waiting_id) ?? null
    prospects.set(wait.exam_waiting_id, {
      reason: problem ?? '',
      seatIsFree: problem === null && seatsLeft(session) > 0,
    })
  }
  return prospects
}

/** @throws VALIDATION for an unknown status */
export async function listWaiting(
  ctx: UserContext,
  query: InputOf<typeof examWaiting.gettable>,
): Promise<Answer<typeof examWaiting.gettable>> {
  const rows = await waitingPage.rows(ctx.tx, ctx, query)
  const entries = rows.filter(isEntry)
  const prospects = await readProspects(ctx, entries)
  const mayBook = ctx.may('exam.book')
  const { branchIds } = ctx.scope
  return {
    data: entries.map(({ note, branch_id, right_branch_id, ...entry }): ExamWaitingRow => {
      const prospect = prospects.get(entry.exam_waiting_id)
      const is_own = branchIds.includes(right_branch_id)
      // The branch of the session offers its seats; the branch of the right answers.
      const mayOffer = ctx.may('exam.session') && branchIds.includes(branch_id)
      return {
        ...entry,
        is_own,
        reason: prospect?.reason ?? note,
        can: {
          offer: mayOffer && entry.status === 'waiting' && prospect?.seatIsFree === true,
          answer: mayBook && is_own && mayAnswer(entry.status),
          leave: mayBook && mayLeave(entry.status),
        },
      }
    }),
    meta: metaOf(query, rows[0]?.count ?? 0),
    filter: { branch: branchOptions(ctx), status: labelOptions(waitingStates) },
  }
}
