/**
 * Tracks the money of a receipt through changes of course. Such a change moves the paid amount of a
 * line to the line that replaces it, by a payment of kind `moved` with the pay type of the replaced
 * line. When the receipt is voided or its pay type changes, the moves are changed too, so that the
 * sums and the pay type of every line still result from its payments.
 */
import type { PayType } from '@khapdee/domain/application/status'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { type RawBuilder, sql } from 'kysely'

/** The amount that a payment paid on a line. */
interface LinePayment {
  line_id: number
  paid: Satang
  /**
   * The latest other payment of the line (a receipt that is not voided, or money that moved to the line), and whether it
   * is later than this one; null without one.
   */
  latest_other: { pay_type: PayType; is_later: boolean } | null
}

/** A move to a line that replaces another; `paid` is the whole amount that it moved. */
interface Move extends LinePayment {
  payment_id: number
}

export interface ReceiptLine extends LinePayment {
  /** The moves of the amount, in their order; the last one moved it to its present line. */
  moves: Move[]
}

/** The value of `latest_other` of the payment `p` on the line `pl`, by their aliases. */
const latestOther = (p: string, pl: string) => sql`(
    select json_build_object('pay_type', other.pay_type,
      'is_later', (other."createdAt", other.payment_id) > (${sql.ref(`${p}.createdAt`)}, ${sql.ref(`${p}.payment_id`)}))
    from payment_line ol join payment other on other.payment_id = ol.payment_id
    where ol.line_id = ${sql.ref(`${pl}.line_id`)} and other.payment_id <> ${sql.ref(`${p}.payment_id`)}
      and other.kind in ('receipt', 'moved') and ol.paid > 0 and other.status <> 'deleted'
    order by other."createdAt" desc, other.payment_id desc limit 1)`

/** The lines of the payment `p`, a receipt, with the moves of their amounts, as JSON. */
export const linesOfReceipt = sql<ReceiptLine[]>`(
  select json_agg(json_build_object('line_id', pl.line_id, 'paid', pl.paid, 'latest_other', ${latestOther('p', 'pl')},
    'moves', (
      with recursive successors as (
        select l.line_id, 1 as n from application_line l where l.replaces = pl.line_id
        union all select l.line_id, n + 1 from application_line l join successors s on l.replaces = s.line_id
      )
      select coalesce(json_agg(json_build_object('line_id', ml.line_id, 'payment_id', m.payment_id, 'paid', ml.paid,
        'latest_other', ${latestOther('m', 'ml')}) order by s.n), '[]')
      from successors s join payment_line ml on ml.line_id = s.line_id join payment m on m.payment_id = ml.payment_id
      where m.kind = 'moved' and ml.paid > 0 and m.status <> 'deleted'
    ))) from payment_line pl
  where pl.payment_id = p.payment_id)`

interface LineChange {
  line_id: number
  paid: Satang
  pay_type: PayType | null
}

/** The new amount and pay type of a move. The pay type is null if the move has no money left. */
interface MoveChange {
  payment_id: number
  paid: Satang
  pay_type: PayType | null
}

interface Changes {
  lines: LineChange[]
  moves: MoveChange[]
}

/** The pay type of a line after one of its payments has changed to a pay type. */
const typeAfter = ({ latest_other }: LinePayment, changed: PayType | null): PayType | null =>
  latest_other?.is_later === true ? latest_other.pay_type : changed

/**
 * The changes when the pay type of a receipt changes: of its lines, of the moves, and of their
 * target lines.
 */
export function changesOfPayType(
  { lines }: { lines: readonly ReceiptLine[] },
  payType: PayType,
): Changes {
  const changes: Changes = { lines: [], moves: [] }
  for (const line of lines) {
    let pay_type = typeAfter(line, payType)
    changes.lines.push({ line_id: line.line_id, paid: zeroSatang, pay_type })
    for (const move of line.moves) {
      changes.moves.push({ payment_id: move.payment_id, paid: move.paid, pay_type })
      pay_type = typeAfter(move, pay_type)
      changes.lines.push({ line_id: move.line_id, paid: zeroSatang, pay_type })
    }
  }
  return changes
}

/**
 * The changes when a receipt is voided. Its amount is subtracted from the present line and from
 * each move; a move with nothing left is voided, too.
 */
export function changesOfVoid({ lines }: { lines: readonly ReceiptLine[] }): Changes {
  const changes: Changes = { lines: [], moves: [] }
  for (const line of lines) {
    const present = line.moves.at(-1) ?? line
    let pay_type = line.latest_other?.pay_type ?? null
    const leave = (line_id: number) =>
      changes.lines.push({
        line_id,
        paid: line_id === present.line_id ? satang(-line.paid) : zeroSatang,
        pay_type,
      })
    leave(line.line_id)
    for (const move of line.moves) {
      const rest = satang(move.paid - line.paid)
      changes.moves.push({ payment_id: move.payment_id, paid: rest, pay_type })
      pay_type = rest === 0 ? (move.latest_other?.pay_type ?? null) : typeAfter(move, pay_type)
      leave(move.line_id)
    }
  }
  return changes
}

/** Builds the statements that change moves. The `paid` of a move stays 0; the moved amounts are in its rows of `payment_line`. */
export function changeMoves(
  moves: readonly MoveChange[],
  { user_id, at }: { user_id: number; at: string },
): RawBuilder<unknown>[] {
  if (moves.length === 0) return []
  const kept = moves.filter(({ paid }) => paid > 0)
  const rows = (values: readonly MoveChange[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as change (payment_id int, paid bigint, pay_type text)`
  return [
    sql`
      update payment p set version = p.version + 1,
        pay_type = coalesce(case when change.paid > 0 then change.pay_type end, p.pay_type),
        status = case when change.paid > 0 then p.status else 'deleted' end,
        voided_by = case when change.paid = 0 then ${user_id}::int end,
        voided_at = case when change.paid = 0 then ${at}::timestamptz end
      from ${rows(moves)} where p.payment_id = change.payment_id`,
    ...(kept.length === 0
      ? []
      : [
          sql`
            update payment_line pl set paid = sign(pl.paid) * change.paid
            from ${rows(kept)} where pl.payment_id = change.payment_id`,
        ]),
  ]
}
