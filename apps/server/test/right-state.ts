/** Reads a stored right in the shape of right-model.ts, as it is stored and as its ledger alone explains it. */
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Registered } from './make/money.ts'
import type { RightModel } from './right-model.ts'

/** A right with the applications of its fees, in the order of their sale. */
interface StoredLife {
  right_id: number
  fees: readonly Pick<Registered, 'application_id'>[]
}

interface LedgerRow {
  event: string
  detail: {
    permission_date?: string
    exam_date?: string
    exam_id?: number
    result?: string
    no_show?: string
    counted?: boolean
  }
}

/** Derives the state of a right from its ledger alone. */
function explain(ledger: readonly LedgerRow[]) {
  const state = {
    last: '',
    disabled: false,
    used: false,
    forfeited: false,
    booked: null as string | null,
  }
  for (const { event, detail } of ledger) {
    state.last = detail.permission_date ?? state.last
    if (event === 'disabled') state.disabled = true
    if (event === 'enabled') state.disabled = false
    if (event === 'booked' || event === 'moved') state.booked = detail.exam_date ?? null
    if (event === 'unbooked') state.booked = null
    if (event !== 'result') continue
    state.booked = null
    state.used = detail.result === 'pass'
    state.forfeited = detail.result === 'absent' && detail.no_show === 'use'
  }
  return state
}

/** The stored right in the form of the model, both as stored and as derived from its ledger. */
export async function readRight({ db }: Pick<TestApp, 'db'>, { right_id, fees }: StoredLife) {
  const { rows } = await sql<{
    last: string
    disabled: boolean
    used: boolean
    forfeited: boolean
    booked: string | null
    fee: number | null
    exams: [day: string, result: string, fee: number | null][]
    ledger: LedgerRow[]
  }>`
    select r.permission_date::text as last, r.disabled_at is not null as disabled, r.used_at is not null as used,
      r.forfeited_at is not null as forfeited, o.exam_date::text as booked,
      (select application_id from application_line where line_id = o.fee_line_id) as fee,
      (select coalesce(json_agg(json_build_array(e.exam_date, e.result, l.application_id) order by e.exam_id), '[]')
        from exam e left join application_line l on l.line_id = e.fee_line_id
        where e.right_id = r.right_id and e.result is not null) as exams,
      (select json_agg(json_build_object('event', event, 'detail', detail) order by event_id)
        from exam_right_event v where v.right_id = r.right_id) as ledger
    from exam_right r left join exam o on o.right_id = r.right_id and o.result is null and o.cancelled_at is null
    where r.right_id = ${right_id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the right is missing')
  const { ledger, exams, fee, ...stored } = row
  const indexOf = (id: number | null) =>
    id === null ? null : fees.findIndex(({ application_id }) => application_id === id)
  return {
    stored,
    explained: explain(ledger),
    fee: indexOf(fee),
    exams: exams.map(([day, result, id]) => [day, result, indexOf(id)]),
    moves: ledger.filter(({ detail }) => detail.counted === true).length,
    events: ledger.map(({ event }) => event),
  }
}

/**
 * The result of {@link readRight} that is expected for the model. @param start the day of the grant
 */
export function expectedRight(
  { last, disabled, used, forfeited, booking, exams, moves, ledger }: RightModel,
  start: Day,
) {
  const dayOf = (day: number) => addDays(start, day)
  const state = {
    last: dayOf(last),
    disabled,
    used,
    forfeited,
    booked: booking === null ? null : dayOf(booking.day),
  }
  return {
    stored: state,
    explained: state,
    fee: booking?.fee ?? null,
    exams: exams.map((exam) => [dayOf(exam.day), exam.result, exam.fee]),
    moves,
    events: ledger,
  }
}
