/**
 * Closing a branch's day. What belongs to a close is what it marked, never what a clock says: a
 * payment that commits later belongs to the next. Source: product specification, section 5.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { messages } from '@khapdee/contract/messages'
import type { PayType } from '@khapdee/domain/application/status'
import { countCash, denominations } from '@khapdee/domain/cash'
import { formatBaht, satang, sumSatang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { ClosingView } from '../../adapters/pdf/view.ts'
import { type Answer, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { takeNumbers } from '../../kernel/numbering.ts'
import { logoOf, readBranchHeader } from '../application/branch-header.ts'
import { ended } from '../application/open-application.ts'
import { documentLink } from '../document/document-link.ts'
import { type Expected, type Movement, readMovements } from './closing.queries.ts'

type Input = InputOf<typeof closing.close>

/** Counts by value, the largest note first, without those that are none. */
const pieces = (input: Input) =>
  denominations.flatMap((value) => {
    const n = input.denominations[String(value)] ?? 0
    return n > 0 ? [{ value: satang(value), pieces: n }] : []
  })

function assertCountAddsUp(input: Input): void {
  const counted = Object.fromEntries(
    Object.entries(input.denominations).map(([value, n]) => [value, n ?? 0]),
  )
  const sum = countCash(counted)
  if (pieces(input).length === 0 || sum === input.counted_cash) return
  const message = `ธนบัตรและเหรียญรวม ${formatBaht(sum)} บาท ไม่ตรงกับเงินสดที่นับได้`
  throw invalid([{ path: 'counted_cash', message }])
}

interface ToClose {
  expected: Expected
  movements: Movement[]
}

/**
 * All that moved since the last close, locked in the order in which others void. What commits while
 * the locks are waited for is not among them, so nothing is looked up but what is locked.
 */
async function lockMovements(ctx: UserContext, branchId: number): Promise<ToClose> {
  const { rows } = await sql<{ payment_id: number }>`
    select payment_id from payment where branch_id = ${branchId} and closing_id is null
    order by payment_id for no key update`.execute(ctx.tx)
  if (rows.length === 0) throw ended('ไม่มีรายการรับเงินให้ปิดยอด')
  const ids = rows.map((row) => row.payment_id)
  const movements = await readMovements(ctx, sql`p.payment_id = any(${ids}::int[])`)
  const sum = (way: PayType) =>
    sumSatang(
      movements.flatMap((row) =>
        row.pay_type === way && row.status !== 'deleted' ? row.paid : [],
      ),
    )
  const expected = {
    movements: movements.length,
    expected_cash: sum('cash'),
    expected_transfer: sum('transfer'),
  }
  return { expected, movements }
}

function assertSeen(expected: Expected, input: Input): void {
  if (expected.expected_cash === input.expected_cash) return
  const message = `มีรายการเคลื่อนไหวใหม่ เงินสดตามระบบเป็น ${formatBaht(expected.expected_cash)} บาท กรุณาตรวจนับอีกครั้ง`
  throw new AppError('CONFLICT', message, 409)
}

/** @throws VALIDATION, STATE with nothing to close, CONFLICT where more has moved, NOT_FOUND */
async function closeDay(ctx: UserContext, input: Input): Promise<Answer<typeof closing.close>> {
  const { branch_id, date, counted_cash, note } = input
  ctx.scope.assertWritable(branch_id)
  if (date > ctx.clock.today()) throw invalid([{ path: 'date', message: messages.date }])
  assertCountAddsUp(input)
  const { expected, movements } = await lockMovements(ctx, branch_id)
  assertSeen(expected, input)
  const difference = satang(counted_cash - expected.expected_cash)
  if (difference !== 0 && note === '') {
    throw invalid([{ path: 'note', message: 'กรุณาระบุเหตุผลที่เงินสดไม่ตรง' }])
  }
  const header = await readBranchHeader(ctx, branch_id)
  const at = ctx.clock.now().toISOString()
  const [code = ''] = (await takeNumbers(ctx.tx, header, ctx.clock.today(), { DC: 1 }))('DC')
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
    })),
    expected_cash: expected.expected_cash,
    expected_transfer: expected.expected_transfer,
    counted_cash,
    difference,
    denominations: pieces(input),
    ...(note === '' ? {} : { note }),
    cashier: ctx.actor.name,
  }
  const { rows } = await sql<{ closing_id: number; document_id: number }>`
    with done as (
      insert into closing (closing_code, branch_id, day, movements, expected_cash, expected_transfer,
        counted_cash, difference, denominations, note, created_by, "createdAt")
      values (${code}, ${branch_id}, ${date}, ${movements.length}, ${expected.expected_cash},
        ${expected.expected_transfer}, ${counted_cash}, ${difference},
        ${JSON.stringify(input.denominations)}::jsonb, ${note}, ${ctx.actor.user_id}, ${at})
      returning closing_id
    ), marked as (
      update payment set closing_id = done.closing_id from done
      where payment_id = any(${movements.map((row) => row.payment_id)}::int[])
    )
    insert into issued_document (kind, number, closing_id, branch_id, snapshot, logo_file_id, prints,
      first_printed_at, "createdAt")
    select 'closing', ${code}, closing_id, ${branch_id}, ${JSON.stringify(view)}::jsonb,
      ${logoOf(branch_id)}, 1, ${at}, ${at}
    from done
    returning closing_id, document_id`.execute(ctx.tx)
  const [made] = rows
  if (made === undefined) throw new Error('the day was not closed')
  const { closing_id, document_id } = made
  ctx.audit({
    entity: 'closing',
    id: closing_id,
    after: {
      closing_code: code,
      branch_id,
      day: date,
      ...expected,
      counted_cash,
      difference,
      note,
    },
  })
  const link = { documents: [document_id], mark: 'original' as const, printedAt: at }
  return {
    message: `ปิดยอดประจำวันเรียบร้อยแล้ว เลขที่ ${code}`,
    data: { closing_id, closing_code: code, pdf: documentLink(ctx, link, code) },
  }
}

export const close = command(closing.close, closeDay)
