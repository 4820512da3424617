/** Reads waiting lists: who waits, who is offered a seat, and why nobody is. */
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
  readOfferUntil,
  readQueue,
  readSessions,
  sessionProblem,
  waitingProblem,
} from '../booking/waiting.ts'
import { type StoredEntry, waitingPage } from './waiting-list.queries.ts'

type Found = RowOf<typeof waitingPage.columns>
/** Whether the row has an entry; the one row of an empty page has only the count. */
const isEntry = (row: Found): row is Found & StoredEntry => row.exam_waiting_id !== null

/** Why an open entry has no seat, and whether one is free for it, by the id of the entry. */
async function readProspects(ctx: UserContext, entries: readonly StoredEntry[]) {
  const open = entries.filter(({ status }) => status === 'waiting' || status === 'offered')
  const ids = open.map(({ exam_waiting_id }) => exam_waiting_id)
  const sessionIds = [...new Set(open.map(({ exam_session_id }) => exam_session_id))]
  const prospects = new Map<number, { reason: string; seatIsFree: boolean }>()
  if (ids.length === 0) return prospects
  const sessions = await readSessions(ctx, sessionIds)
  const general = new Map<number, string | null>()
  for (const session of sessions) {
    general.set(
      session.exam_session_id,
      sessionProblem(session, await readOfferUntil(ctx, session)),
    )
  }
  const seesBalance = ctx.may('application.view')
  for (const wait of await readQueue(ctx, sql`w.exam_waiting_id = any(${ids}::int[])`)) {
    const session = sessions.find(({ exam_session_id }) => exam_session_id === wait.exam_session_id)
    if (session === undefined) continue
    const ofSession = wait.state === 'offered' ? null : general.get(wait.exam_session_id)
    const problem = ofSession ?? (await waitingProblem(ctx, wait, session, seesBalance))
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
  return {
    data: entries.map(({ note, ...entry }): ExamWaitingRow => {
      const prospect = prospects.get(entry.exam_waiting_id)
      return {
        ...entry,
        reason: prospect?.reason ?? note,
        can: {
          offer:
            entry.status === 'waiting' && prospect?.seatIsFree === true && ctx.may('exam.session'),
          answer: mayBook && mayAnswer(entry.status),
          leave: mayBook && mayLeave(entry.status),
        },
      }
    }),
    meta: metaOf(query, rows[0]?.count ?? 0),
    filter: { branch: branchOptions(ctx), status: labelOptions(waitingStates) },
  }
}
