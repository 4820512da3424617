/**
 * Closes the day of a branch. A close contains the payments and the movements of the drawer that it
 * marks with its id, regardless of their time. Payments and movements that commit later belong to
 * the next close. Source: product specification, sections 5 and 7b.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { messages } from '@khapdee/contract/messages'
import { cashCountTitle, cashDifference, countCash, denominations } from '@khapdee/domain/cash'
import { entities } from '@khapdee/domain/entities'
import { type Satang, bahtWithUnit, satang } from '@khapdee/domain/money'
import { type Day, formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { ClosingView } from '../../adapters/pdf/view.ts'
import { type Answer, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { readBranchHeader } from '../branch-header.ts'
import { endOpenRequests } from '../approval-requests.ts'
import { documentLink } from '../document/document-link.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { bookCashDifference } from '../account-entry/cash-difference.ts'
import type { StoredMove } from '../drawer/read-drawer.ts'
import { voidRequests } from './closing.queries.ts'
import { type OpenDay, lockOpenDay } from './open-day.ts'

type Input = InputOf<typeof closing.close>

/** The counted notes and coins, largest first; the values are in satang. */
const countedPieces = (input: Input) =>
  denominations.flatMap((value) => {
    const pieces = input.denominations[String(value)] ?? 0
    return pieces > 0 ? [{ value: satang(value), pieces }] : []
  })

/** Refuses counted cash that differs from the sum of its notes and coins. @throws VALIDATION */
function assertCountAddsUp(input: Input): void {
  const counted = Object.fromEntries(
    Object.entries(input.denominations).map(([value, n]) => [value, n ?? 0]),
  )
  const sum = countCash(counted)
  if (countedPieces(input).length === 0 || sum === input.counted_cash) return
  const message = `${cashCountTitle}${headings.total} ${bahtWithUnit(sum)} ไม่ตรงกับเงินสดที่นับได้`
  throw invalid([{ path: 'counted_cash', message }])
}

/** Refuses when payments have changed the expected cash since the clerk counted; only if the caller sends it. @throws CONFLICT */
function assertExpectedCash({ expected_cash }: OpenDay, input: Input): void {
  if (input.expected_cash === undefined || expected_cash === input.expected_cash) return
  const message = `มีรายการเคลื่อนไหวใหม่ เงินสดตามระบบเป็น ${bahtWithUnit(expected_cash)} กรุณาตรวจนับอีกครั้ง`
  throw new AppError('CONFLICT', message, 409)
}

/**
 * Refuses a close for a day before that of its newest payment or movement, because its report would
 * contain payments of later days.
 * @throws VALIDATION
 */
function assertCoversMovements(date: Day, { movements, moves }: OpenDay): void {
  const days = [...movements, ...moves].map(({ createdAt }) => todayInBangkok(new Date(createdAt)))
  const newest = days.toSorted().at(-1)
  if (newest === undefined || date >= newest) return
  const message = `มีรายการรับเงินของวันที่ ${formatDay(newest)} วันที่ปิดยอดต้องไม่ก่อนวันนั้น`
  throw invalid([{ path: 'date', message }])
}

/** The text of the report about a movement of the drawer, without its kind. */
const moveText = ({ entry_code, entry_name, note }: StoredMove): string =>
  [entry_code, entry_name, note].filter((part) => part !== '').join(' ')

interface Settlement {
  closing_id: number
  branch_id: number
  expected_cash: Satang
  deposit: Satang
  /** The account of the deposit; null for that of the branch. */
  bank_account_id: number | null
  by: number
  at: string
}

/**
 * Inserts the movements of the close itself: refunds beyond the cash of the drawer, which were paid
 * with other cash, and the deposit.
 */
const settleClose = ({
  closing_id,
  branch_id,
  expected_cash,
  deposit,
  bank_account_id,
  by,
  at,
}: Settlement) => sql`
  insert into drawer_move (branch_id, kind, value, bank_account_id, at_close, note, closing_id, created_by, "createdAt")
  select ${branch_id}::int, kind, value, account, true, note, ${closing_id}::int, ${by}::int, ${at}::timestamptz
  from (values ('top_up', ${Math.max(0, -expected_cash)}::bigint, null, 'เงินอื่นที่ใช้คืนเงินเกินยอดในลิ้นชัก'),
    ('deposit', ${-deposit}::bigint, ${bank_account_id}::int, 'นำฝากเมื่อปิดยอด')) as settled (kind, value, account, note)
  where value <> 0`

/**
 * Closes the day, and returns id and number of the close and a link to its report.
 * @throws VALIDATION, NOT_FOUND; STATE when there is nothing to close; CONFLICT when the expected cash has
 *   changed
 */
async function closeDay(ctx: UserContext, input: Input): Promise<Answer<typeof closing.close>> {
  const { branch_id, date, counted_cash, deposit, note } = input
  ctx.scope.assertWritable(branch_id)
  if (date > ctx.clock.today()) throw invalid([{ path: 'date', message: messages.date }])
  assertCountAddsUp(input)
  if (deposit > counted_cash)
    throw invalid([{ path: 'deposit', message: 'ยอดนำฝากต้องไม่เกินเงินสดที่นับได้' }])
  const bank_account_id = await chosenAccount(
    ctx,
    branch_id,
    input.bank_account_id,
    deposit > 0 ? [{ pay_type: 'transfer' }] : [],
  )
  const open = await lockOpenDay(ctx, branch_id)
  const { movements, moves, parts, expected_cash, expected_transfer } = open
  assertCoversMovements(date, open)
  assertExpectedCash(open, input)
  const difference = cashDifference(counted_cash, expected_cash)
  if (difference !== 0 && note === '') {
    throw invalid([{ path: 'note', message: 'กรุณาระบุเหตุผลที่เงินสดไม่ตรง' }])
  }
  const ids = movements.map((row) => row.payment_id)
  const lapsed = await voidRequests.rows(
    ctx.tx,
    sql`r.state = 'waiting' and p.payment_id = any(${ids}::int[])`,
  )
  const header = await readBranchHeader(ctx, branch_id)
  const at = ctx.clock.now().toISOString()
  const entry_id =
    difference === 0
      ? null
      : await bookCashDifference(ctx, {
          branch_id,
          difference,
          date,
          petty_cash_id: null,
          detail: note,
          field: 'counted_cash',
        })
  const { nextId, numbers } = await reserve(ctx.tx, {
    branchId: branch_id,
    day: ctx.clock.today(),
    numbers: { DC: 1 },
    ids: { closing: 1, issued_document: 1 },
  })
  const [code = ''] = numbers('DC', header.code)
  const [closing_id, document_id] = [nextId('closing'), nextId('issued_document')]
  const view: ClosingView = {
    school: header.school,
    number: code,
    issued_at: at,
    day: date,
    movements: movements.map((row) => ({
      number: row.payment_code,
      application_code: row.application_code,
      customer: row.customer,
      at: row.createdAt,
      user: row.user,
      pay_type: row.pay_type,
      paid: row.paid,
      void: row.status === 'deleted',
      ...(row.over_cap && { over_cap: true }),
    })),
    drawer_moves: moves.map((row) => ({
      kind: row.kind,
      value: row.value,
      at: row.createdAt,
      user: row.user,
      text: moveText(row),
    })),
    parts,
    expected_cash,
    expected_transfer,
    counted_cash,
    difference,
    deposit,
    next_float: satang(counted_cash - deposit),
    denominations: countedPieces(input),
    lapsed: lapsed.map(({ payment_code, user, note: reason }) => ({
      number: payment_code,
      user,
      note: reason,
    })),
    ...(note === '' ? {} : { note }),
    cashier: ctx.actor.name,
  }
  const document = { document_id, kind: 'closing' as const, number: code, closing_id }
  await writeTogether(ctx.tx, [
    sql`
      insert into closing (closing_id, closing_code, branch_id, day, movements, expected_cash, expected_transfer,
        counted_cash, difference, parts, deposit, denominations, note, created_by, "createdAt")
      overriding system value
      values (${closing_id}, ${code}, ${branch_id}, ${date}, ${movements.length}, ${expected_cash},
        ${expected_transfer}, ${counted_cash}, ${difference}, ${JSON.stringify(parts)}::jsonb, ${deposit},
        ${JSON.stringify(input.denominations)}::jsonb, ${note}, ${ctx.actor.user_id}, ${at})`,
    sql`
      update drawer_move set closing_id = ${closing_id}, at_close = entry_id is not distinct from ${entry_id}::int
        and entry_id is not null
      where drawer_move_id = any(${moves.map((row) => row.drawer_move_id)}::int[]) or entry_id = ${entry_id}::int`,
    settleClose({
      closing_id,
      branch_id,
      expected_cash,
      deposit,
      bank_account_id,
      by: ctx.actor.user_id,
      at,
    }),
    sql`
      update payment set closing_id = ${closing_id},
        status = case status when 'delete_requested' then 'normal' else status end,
        version = version + (status = 'delete_requested')::int
      where payment_id = any(${ids}::int[])`,
    endOpenRequests(
      sql`kind = 'void' and payment_id = any(${ids}::int[])`,
      'lapsed',
      `${entities.closing.label} ${code}`,
      { user_id: ctx.actor.user_id, at },
    ),
    issueDocuments([{ ...document, snapshot: view, printed: true }], { branch_id, at }),
  ])
  ctx.audit({
    entity: 'closing',
    id: closing_id,
    after: {
      closing_code: code,
      branch_id,
      day: date,
      movements: movements.length,
      expected_cash,
      expected_transfer,
      counted_cash,
      difference,
      deposit,
      ...(bank_account_id !== null && { bank_account_id }),
      next_float: satang(counted_cash - deposit),
      note,
      lapsed: lapsed.map(({ payment_code }) => ({ payment_code })),
    },
  })
  const link = { documents: [document_id], mark: 'original' as const, printedAt: at }
  return {
    message: `ปิดยอดประจำวันเรียบร้อยแล้ว เลขที่ ${code}`,
    data: { closing_id, closing_code: code, pdf: documentLink(ctx, link, code) },
  }
}

export const close = command(closing.close, closeDay)
