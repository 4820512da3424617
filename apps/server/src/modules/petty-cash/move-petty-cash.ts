/**
 * Movements of petty cash: advance, spend, count, replenish, return. Triggers keep it between 0 and its limit, and the drawer
 * at 0 or above. Source: product specification, sections 7 and 7b.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { type Satang, bahtWithUnit, satang, zeroSatang } from '@khapdee/domain/money'
import { type PettyCashKind, pettyCashKinds, replenishment } from '@khapdee/domain/petty-cash'
import { actionWords } from '@khapdee/domain/words'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound, stateError } from '../../kernel/errors.ts'
import { bookEntry } from '../account-entry/book-entry.ts'
import { bookCashDifference } from '../account-entry/cash-difference.ts'
import { lockPettyCash } from '../account-entry/entry-cash.ts'
import { lockDrawer } from '../drawer/lock-drawer.ts'
import { onePettyCash, pettyCashMoves } from './petty-cash.queries.ts'

type CountInput = InputOf<typeof pettyCash.count>
type ValueInput = InputOf<typeof pettyCash.advance>

/** Locks the drawer of the branch and a petty cash, and reads it. @throws NOT_FOUND; STATE when it is closed */
async function lockHolder(ctx: UserContext, petty_cash_id: number) {
  const found = await onePettyCash.first(ctx.tx, ctx, petty_cash_id)
  if (found === undefined) throw notFound()
  await lockDrawer(ctx, found.branch_id)
  await lockPettyCash(ctx, [petty_cash_id])
  const row = await onePettyCash.one(ctx.tx, ctx, petty_cash_id)
  if (!row.is_activate) throw stateError('เงินสดย่อยนี้ปิดใช้งานแล้ว')
  return row
}
type Holder = Awaited<ReturnType<typeof lockHolder>>

/** The values of a movement. */
interface Move {
  kind: PettyCashKind
  /** The change of the balance of the holder, in satang. */
  value: Satang
  note: string
  counted?: Satang
}

/**
 * Inserts a movement, and the corresponding movement of the drawer if the cash comes from it or
 * returns to it.
 */
async function insertMove(ctx: UserContext, holder: Holder, move: Move): Promise<void> {
  const { petty_cash_id, branch_id, name } = holder
  const { kind, value, note, counted } = move
  const by = { created_by: ctx.actor.user_id, createdAt: ctx.clock.now().toISOString() }
  const ofDrawer =
    kind === 'count' || kind === 'opening'
      ? null
      : await ctx.tx
          .insertInto('drawer_move')
          .values({
            branch_id,
            kind: 'petty_cash',
            value: -value,
            note: `${pettyCashKinds[kind].label} ${name}`,
            ...by,
          })
          .returning('drawer_move_id')
          .executeTakeFirstOrThrow()
  await ctx.tx
    .insertInto('petty_cash_move')
    .values({
      petty_cash_id,
      kind,
      value,
      note,
      counted: counted ?? null,
      drawer_move_id: ofDrawer?.drawer_move_id ?? null,
      ...by,
    })
    .execute()
  ctx.audit({
    entity: 'petty_cash',
    id: petty_cash_id,
    branch: branch_id,
    after: { kind, value, note, ...(counted !== undefined && { counted }) },
  })
}

/** The answer of a call that moved cash. */
async function answerOf(ctx: UserContext, petty_cash_id: number, kind: PettyCashKind) {
  const { balance } = await onePettyCash.one(ctx.tx, ctx, petty_cash_id)
  return {
    message: `${actionWords.save}${pettyCashKinds[kind].label}เรียบร้อยแล้ว`,
    data: { petty_cash_id, balance },
  }
}

/**
 * Enters the holder's cash from before the books. @throws NOT_FOUND; STATE after the first
 * movement, or above the limit
 */
export async function open(ctx: UserContext, { petty_cash_id, value, note }: ValueInput) {
  const holder = await lockHolder(ctx, petty_cash_id)
  if ((await pettyCashMoves.rows(ctx.tx, petty_cash_id, { page: 1, perPage: 1 })).length > 0)
    throw stateError(`${pettyCashKinds.opening.label}บันทึกได้ครั้งเดียว ก่อนรายการอื่น`)
  await insertMove(ctx, holder, { kind: 'opening', value, note })
  return answerOf(ctx, petty_cash_id, 'opening')
}

/**
 * Moves cash from the drawer to the holder. @throws NOT_FOUND; STATE when it would exceed the limit
 * or the drawer holds less
 */
export async function advance(ctx: UserContext, { petty_cash_id, value, note }: ValueInput) {
  const holder = await lockHolder(ctx, petty_cash_id)
  await insertMove(ctx, holder, { kind: 'advance', value, note })
  return answerOf(ctx, petty_cash_id, 'advance')
}

/** Returns cash of the holder to the drawer. @throws NOT_FOUND; STATE when the holder has less */
export async function returnCash(ctx: UserContext, { petty_cash_id, value, note }: ValueInput) {
  const holder = await lockHolder(ctx, petty_cash_id)
  await insertMove(ctx, holder, { kind: 'return', value: satang(-value), note })
  return answerOf(ctx, petty_cash_id, 'return')
}

/** Books an expense that the holder paid; a trigger writes its movement. @throws NOT_FOUND, VALIDATION, STATE */
export async function spend(
  ctx: UserContext,
  { petty_cash_id, file_id, ...input }: InputOf<typeof pettyCash.spend>,
) {
  const holder = await onePettyCash.first(ctx.tx, ctx, petty_cash_id)
  if (holder === undefined) throw notFound()
  await bookEntry(ctx, holder.branch_id, 'expenses', {
    ...input,
    pay_type: 'cash',
    cash_source: 'petty_cash',
    petty_cash_id,
    vehicle: null,
    mile: null,
    employee: null,
    payee_tax_id: '',
    wht_value: zeroSatang,
    files: [file_id],
    status: 'posted',
  })
  return answerOf(ctx, petty_cash_id, 'spend')
}

/**
 * Refuses a count when the balance has changed since the user saw it: what another user has moved
 * meanwhile would be booked as short or over cash. @throws CONFLICT
 */
function assertExpected({ balance }: Holder, { expected_balance }: CountInput): void {
  if (expected_balance === undefined || expected_balance === balance) return
  const message = `มีรายการเคลื่อนไหวใหม่ เงินสดย่อยคงเหลือ ${bahtWithUnit(balance)} กรุณาตรวจนับอีกครั้ง`
  throw new AppError('CONFLICT', message, 409)
}

/** Stores a count, and books its shortage or surplus. */
async function insertCount(ctx: UserContext, holder: Holder, { counted, note }: CountInput) {
  const { petty_cash_id, branch_id, balance, name } = holder
  const difference = satang(counted - balance)
  if (difference !== 0) {
    await bookCashDifference(ctx, {
      branch_id,
      difference,
      date: ctx.clock.today(),
      petty_cash_id,
      detail: [name, note].filter((part) => part !== '').join(' '),
      field: 'counted',
    })
  }
  await insertMove(ctx, holder, { kind: 'count', value: zeroSatang, counted, note })
}

/** Counts the cash of the holder. @throws NOT_FOUND, CONFLICT; STATE for more than the limit */
export async function count(ctx: UserContext, input: CountInput) {
  const holder = await lockHolder(ctx, input.petty_cash_id)
  assertExpected(holder, input)
  await insertCount(ctx, holder, input)
  return answerOf(ctx, input.petty_cash_id, 'count')
}

/**
 * Counts the cash of the holder and replenishes it to the limit. @throws NOT_FOUND, CONFLICT; STATE
 * when nothing is missing
 */
export async function replenish(ctx: UserContext, input: CountInput) {
  const holder = await lockHolder(ctx, input.petty_cash_id)
  assertExpected(holder, input)
  const value = replenishment(holder.limit_value, input.counted)
  if (value <= 0) throw stateError('เงินสดย่อยเต็มวงเงินแล้ว ไม่ต้องเบิกชดเชย')
  await insertCount(ctx, holder, input)
  await insertMove(ctx, holder, { kind: 'replenish', value, note: input.note })
  return answerOf(ctx, input.petty_cash_id, 'replenish')
}
