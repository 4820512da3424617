/** Applications of every kind: registering, paying, ending, listing, reading, printing. */
import { application } from '@khapdee/contract/entities/application'
import { lineKindOrder } from '@khapdee/contract/entities/application-lines'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { applicationTimeline } from '@khapdee/contract/entities/application-timeline'
import { request } from '@khapdee/contract/entities/request'
import { bahtWithUnit } from '@khapdee/domain/money'
import { type Command, command } from '../../kernel/command.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { applicationTrail } from '../audit/describe-entries.ts'
import { withAliases } from './aliases.ts'
import { amendApplication } from './amend-application.ts'
import { changeNote } from './change-note.ts'
import { printDocuments } from '../document/print-document.ts'
import { findVehicleVisits } from './checked-vehicle.ts'
import { requiredDocumentCommands } from './required-documents.ts'
import { heldFormCommands } from './held-forms.ts'
import { followUpCommands } from './follow-ups.ts'
import { createApplication } from './create-application.ts'
import { approve } from './decide-request.ts'
import { cancelApplication, endApplication } from './end-application.ts'
import { getApplication } from './get-application.ts'
import { listCommands } from './list-applications.ts'
import { payBalance } from './pay-balance.ts'
import { printForm } from './print-form.ts'
import { printReceipts } from './print-receipts.ts'
import { checkPromotion } from './promotions.ts'
import { refundApplication } from './refund-application.ts'
import { refundRequestCommands } from './request-refund.ts'
import { screenCommands } from './screen-lists.ts'

const checkpromotion = command(
  application.checkpromotion,
  async (ctx, { promotion_code, branch_id, cost, ...item }) => {
    const kind = lineKindOrder.find((candidate) => item[`${candidate}_id`] !== undefined)
    if (kind === undefined) throw invalid([{ path: 'course_id', message: 'กรุณาเลือกรายการก่อน' }])
    const branchId = branch_id ?? ctx.actor.branch_id
    ctx.scope.assertWritable(branchId)
    const found = await checkPromotion(ctx, promotion_code, { kind, cost }, branchId)
    return { message: `ใช้รหัสส่วนลดแล้ว ลด ${bahtWithUnit(found.discount)}`, data: found }
  },
)

const endpointsOfKinds = [application, applicationFee, request] as const

/** Commands that are the same for all endpoints, because the id identifies an application of any kind. */
const commandsOfAllKinds: Command[] = endpointsOfKinds.flatMap((endpoints) => [
  command(endpoints.paybalance, withAliases(payBalance)),
  command(endpoints.refund, withAliases(refundApplication)),
  command(endpoints.end, withAliases(endApplication)),
  command(endpoints.amend, withAliases(amendApplication)),
  command(endpoints.update, withAliases(changeNote)),
  command(endpoints.delete, cancelApplication),
  command(endpoints.pdf, async (ctx, { application_id }) => ({
    data: await printForm(ctx, application_id),
  })),
  command(endpoints.pdfpayment, printReceipts),
])

const createWithAliases = withAliases(createApplication)

const timeline = command(applicationTimeline.list, async (ctx, { application_id }) => {
  const visible = await ctx.tx
    .selectFrom('application as a')
    .select('a.application_id')
    .where('a.application_id', '=', application_id)
    .where(ctx.scope.visible('application', 'a'))
    .executeTakeFirst()
  if (visible === undefined) throw notFound()
  return { data: await applicationTrail(ctx, application_id) }
})

export const applicationCommands: Command[] = [
  command(application.create, createApplication),
  command(applicationFee.create, (ctx, input) =>
    createWithAliases(ctx, { ...input, type: 'other_fee', course: [], request_fee: [] }),
  ),
  command(request.create, (ctx, input) =>
    createWithAliases(ctx, { ...input, type: 'request_fee', course: [], other_fee: [] }),
  ),
  command(application.get, (ctx, { application_id }) => getApplication(ctx, application_id)),
  command(applicationFee.get, (ctx, { application_id }) => getApplication(ctx, application_id)),
  command(request.get, (ctx, { application_id }) => getApplication(ctx, application_id)),
  timeline,
  ...commandsOfAllKinds,
  ...listCommands,
  checkpromotion,
  command(application.lastvehicle, async (ctx, query) => ({
    data: await findVehicleVisits(ctx, query),
  })),
  command(request.refundpdf, async (ctx, { application_id, payment_id }) => ({
    data: await printDocuments(
      ctx,
      'refund',
      payment_id === undefined ? { application_id } : { payment_id, application_id },
    ),
  })),
  ...refundRequestCommands,
  approve,
  ...followUpCommands,
  ...requiredDocumentCommands,
  ...heldFormCommands,
  ...screenCommands,
]
