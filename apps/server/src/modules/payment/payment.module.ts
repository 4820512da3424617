/** Payments: history, outstanding balances, corrections, receipts, PromptPay. */
import { payment } from '@khapdee/contract/entities/payment'
import { agreedDayState, agreedDayStates } from '@khapdee/domain/application/agreed-day'
import { ageInDays, agingBucket } from '@khapdee/domain/application/aging'
import { payTypes, paymentStatuses } from '@khapdee/domain/application/status'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { promptPayPayload, qrPath } from '../../adapters/pdf/qr.ts'
import { type Command, command } from '../../kernel/command.ts'
import { labelOptions } from '../../kernel/crud.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { listApplications } from '../application/application-page.ts'
import { kindOf, listFilters, payableQuery } from '../application/list-applications.ts'
import { printReceipts } from '../application/print-receipts.ts'
import { decideDelete, editPayType, requestDelete } from './change-payment.ts'
import { listMovements } from './payment.queries.ts'
import { saveSlip } from './slips.ts'

const list = command(payment.gettable, async (ctx, query) => ({
  ...(await listMovements(ctx, query)),
  filter: {
    ...(await listFilters(ctx, query, 'payment')),
    status: labelOptions(paymentStatuses),
    category: labelOptions(payTypes),
  },
}))

const owedList = (endpoint: typeof payment.owed | typeof payment.overdue) =>
  command(endpoint, async (ctx, query) => {
    const found = await listApplications(ctx, payableQuery(query), kindOf(query))
    const today = ctx.clock.today()
    const data = found.data.map((row) => {
      const age = ageInDays(todayInBangkok(new Date(row.createdAt)), today)
      const due_state = agreedDayState(row.due_date, today)
      return { ...row, age, bucket: agingBucket(age), due_state }
    })
    const { status: _, ...filter } = await listFilters(ctx, query)
    return { ...found, data, filter: { ...filter, category: labelOptions(agreedDayStates) } }
  })

const promptpay = command(payment.promptpay, async (ctx, { branch_id, application_id, amount }) => {
  ctx.scope.assertWritable(branch_id)
  const { promptpay_id, code } = await ctx.tx
    .selectFrom('branch')
    .select(['promptpay_id', 'code'])
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const reference =
    application_id === undefined ? code : await applicationNumberOf(ctx, application_id, branch_id)
  const payload = promptPayPayload(promptpay_id, amount, reference)
  if (payload === null) {
    throw new AppError('NO_PROMPTPAY', 'สาขานี้ยังไม่ได้ตั้งค่าพร้อมเพย์', 400)
  }
  return { data: qrPath(payload) }
})

/** The number of an application of the branch. @throws NOT_FOUND */
async function applicationNumberOf(
  ctx: UserContext,
  applicationId: number,
  branchId: number,
): Promise<string> {
  const found = await ctx.tx
    .selectFrom('application')
    .select('application_code')
    .where('application_id', '=', applicationId)
    .where('branch_id', '=', branchId)
    .where(ctx.scope.visible('application'))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found.application_code
}

export const paymentCommands: Command[] = [
  list,
  owedList(payment.owed),
  owedList(payment.overdue),
  editPayType,
  saveSlip,
  requestDelete,
  decideDelete,
  promptpay,
  command(payment.pdf, (ctx, { payment_id }) => printReceipts(ctx, { payment_id })),
]
