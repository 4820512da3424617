/**
 * The two ends of an application before its time: money goes back, or it never should have been.
 * Source: product specification, section 4.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import { type ApplicationStatus, can, statusFor } from '@khapdee/domain/application/status'
import { formatBaht, satang, zeroSatang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden } from '../../kernel/errors.ts'
import { takeNumbers } from '../../kernel/numbering.ts'
import { documentLink } from '../document/document-link.ts'
import { logoOf, readBranchHeader } from './branch-header.ts'
import { refundView } from './document-views.ts'
import { type OpenApplication, ended, lockApplication } from './open-application.ts'

/** Rights to sit an exam end with the application that gave them. */
const endRights = (ctx: UserContext, id: number, at: string) =>
  sql`
  with gone as (
    update exam_right set disabled_at = ${at}, version = version + 1
    where application_id = ${id} and disabled_at is null and used_at is null
    returning right_id
  )
  insert into exam_right_event (right_id, event, detail, user_id, at)
  select right_id, 'disabled', '{"reason": "application ended"}', ${ctx.actor.user_id}, ${at} from gone`.execute(
    ctx.tx,
  )

/** Each line gives its promotion's use back; in the order of the promotions, as they are counted. */
const giveUsesBack = (ctx: UserContext, id: number) =>
  sql`
  with used as (
    select promotion_id, count(*) as lines from application_line
    where application_id = ${id} and promotion_id is not null group by promotion_id
  ), locked as (
    select promotion_id from promotion where promotion_id in (select promotion_id from used)
    order by promotion_id for no key update
  )
  update promotion p set usage = usage - used.lines
  from used, locked where p.promotion_id = used.promotion_id and locked.promotion_id = p.promotion_id`.execute(
    ctx.tx,
  )

/** @throws NOT_FOUND, STATE, REFUND_MAX */
export async function refundApplication(
  ctx: UserContext,
  input: InputOf<typeof application.refund>,
): Promise<Answer<typeof application.refund>> {
  const { value, pay_type, note } = input
  const app = await lockApplication(ctx, input.application_id)
  if (!can(app.status, 'refund')) throw ended('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว')
  if (value > app.paid) {
    const message = messages.refundMax(formatBaht(app.paid))
    throw new AppError('REFUND_MAX', message, 400, { errors: [{ path: 'value', message }] })
  }
  const header = await readBranchHeader(ctx, app.branch_id)
  const paid = satang(app.paid - value)
  const status = statusFor({ paid, balance: zeroSatang }, { refunded: value })
  const today = ctx.clock.today()
  const at = ctx.clock.now().toISOString()
  const { application_id: id, branch_id } = app

  await endRights(ctx, id, at)
  if (status === 'refunded') await giveUsesBack(ctx, id)
  const [code = ''] = (await takeNumbers(ctx.tx, header, today, { RF: 1 }))('RF')
  const issue = {
    header,
    customer: app.customer,
    day: today,
    issuedAt: at,
    clerk: ctx.actor.name,
    code: app.application_code,
  }
  const refund = { number: code, pay_type, value, note, paid_before: app.paid }
  const view = refundView(issue, app.lines, refund)
  const { rows } = await sql<{ document_id: number }>`
    with back as (
      insert into payment (payment_code, application_id, branch_id, type, kind, pay_type, paid, note,
        created_by, "createdAt")
      values (${code}, ${id}, ${branch_id}, ${app.type}, 'refund', ${pay_type}, ${-value}, ${note},
        ${ctx.actor.user_id}, ${at})
      returning payment_id
    ), answered as (
      -- Nobody needs to decide on a receipt any more whose money went back.
      update payment set status = 'normal', version = version + 1
      where application_id = ${id} and status = 'delete_requested'
    ), app as (
      update application set status = ${status}, mode = 'refund', end_note = ${note}, balance = 0,
        paid = paid - ${value}, ${sql.ref(`paid_${pay_type}`)} = ${sql.ref(`paid_${pay_type}`)} - ${value},
        updated_by = ${ctx.actor.user_id}, "updatedAt" = ${at}, version = version + 1
      where application_id = ${id}
    )
    insert into issued_document (kind, number, application_id, payment_id, branch_id, snapshot, logo_file_id,
      prints, first_printed_at, "createdAt")
    select 'refund', ${code}, ${id}, payment_id, ${branch_id}, ${JSON.stringify(view)}::jsonb,
      ${logoOf(branch_id)}, 1, ${at}, ${at}
    from back returning document_id`.execute(ctx.tx)
  ctx.audit({ entity: 'application', id, ...ending(app, { status, paid, end_note: note }) })
  const documents = rows.map((row) => row.document_id)
  const link = documentLink(ctx, { documents, mark: 'original', printedAt: at }, code)
  return {
    message: 'บันทึกการคืนเงินเรียบร้อยแล้ว',
    data: { application_id: id, refund_code: code, pdf: link },
  }
}

/** Voids what was paid; a closed day's money stays. Taken in the order of a day's close. */
async function voidPayments(ctx: UserContext, app: OpenApplication, note: string, at: string) {
  const { rows } = await sql<{ closing_id: number | null }>`
    select closing_id from payment where application_id = ${app.application_id} and status <> 'deleted'
    order by payment_id for no key update`.execute(ctx.tx)
  if (rows.length === 0) return
  if (!ctx.may('payment.void')) throw forbidden()
  if (rows.some((row) => row.closing_id !== null)) {
    throw ended('มีใบเสร็จที่ปิดยอดประจำวันแล้ว ยกเลิกไม่ได้ กรุณาใช้การคืนเงิน')
  }
  await sql`
    with voided as (
      update payment set status = 'deleted', decided_by = ${ctx.actor.user_id}, decided_at = ${at},
        decision_note = ${note}, version = version + 1
      where application_id = ${app.application_id} and status <> 'deleted'
    )
    update application_line set paid = 0, pay_type = null where application_id = ${app.application_id}`.execute(
    ctx.tx,
  )
}

/** @throws NOT_FOUND, STATE; FORBIDDEN where something was paid and the caller may not void it */
export async function cancelApplication(
  ctx: UserContext,
  { application_id: id, note }: InputOf<typeof application.delete>,
): Promise<Answer<typeof application.delete>> {
  const app = await lockApplication(ctx, id)
  if (!can(app.status, 'delete')) throw ended('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว')
  const at = ctx.clock.now().toISOString()
  await voidPayments(ctx, app, note, at)
  await endRights(ctx, id, at)
  await giveUsesBack(ctx, id)
  await sql`
    update application set status = 'cancelled', mode = 'delete', end_note = ${note}, balance = 0, paid = 0,
      paid_cash = 0, paid_transfer = 0, updated_by = ${ctx.actor.user_id}, "updatedAt" = ${at},
      version = version + 1
    where application_id = ${id}`.execute(ctx.tx)
  const after = { status: 'cancelled' as const, paid: zeroSatang, end_note: note }
  ctx.audit({ entity: 'application', id, ...ending(app, after) })
  return { message: 'ยกเลิกใบสมัครเรียบร้อยแล้ว', data: null }
}

const ending = (
  { status, paid, balance }: OpenApplication,
  after: { status: ApplicationStatus; paid: number; end_note: string },
) => ({ before: { status, paid, balance }, after: { ...after, balance: 0 } })
