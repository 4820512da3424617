/**
 * The stories of the demo's applications: each is registered by the use case of a clerk, so numbers, totals, receipts
 * and exam rights are consistent; some are then amended, refunded or voided, or get a request fee.
 */
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import { namesRight } from '@khapdee/domain/exam-fees'
import type { ExamUse } from '@khapdee/domain/fee-kinds'
import { satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { application } from '@khapdee/contract/entities/application'
import {
  type NewApplicationInput,
  createApplication,
} from '../modules/application/create-application.ts'
import type { UserContext } from '../kernel/context.ts'
import { rightsForFee } from '../modules/booking/named-rights.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { amendDemo, wantsAmendment } from './demo-amendments.ts'
import { payDemoBalance, paysLater } from './demo-balances.ts'
import { type createDuplicates, hasNotice } from './demo-duplicates.ts'
import { extendDemo, wantsExtension } from './demo-extensions.ts'
import { demoReference } from './demo-references.ts'
import type { PlannedLine } from './demo-lines.ts'
import type { DemoCustomer } from './demo-people.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { refundDemo, wantsRefund } from './demo-refunds.ts'
import {
  decideRequestFee,
  plannedRequestFee,
  requestVoid,
  wantsRequestFee,
  wantsVoid,
} from './demo-requests.ts'
import type { insertCatalogue } from './insert-school.ts'
import type { Story } from './stories.ts'

/** The ids of the inserted school. */
export type SchoolIds = Awaited<ReturnType<typeof insertCatalogue>> & {
  branchIdOf(code: string): number
}

const lineInput = ({
  cost,
  paid,
  pay_type,
  paid_in_cash,
  promotion_code,
  exam_date,
}: PlannedLine) => ({
  cost,
  ...(paid_in_cash === undefined
    ? { paid, pay_type }
    : {
        payments: [
          { pay_type: 'cash' as const, paid: paid_in_cash },
          { pay_type: 'transfer' as const, paid: satang(paid - paid_in_cash) },
        ],
      }),
  promotion_code,
  exam_date,
  note: '',
})

function inputOf(
  school: SchoolIds,
  plan: PlannedApplication,
  customer: DemoCustomer & { privacy_notice: boolean; is_walk_in: boolean | undefined },
  n: number,
): NewApplicationInput {
  const lines = [...plan.course, ...plan.other_fee, ...plan.request_fee]
  const isTransfer = lines.some(({ pay_type, paid }) => pay_type === 'transfer' && paid > 0)
  return {
    type: plan.type,
    vehicle: plan.vehicle,
    bank_reference: isTransfer ? demoReference(plan.day, n, 'A') : '',
    cash_received: plan.cash_received,
    branch_id: school.branchIdOf(plan.branch),
    customer,
    course: plan.course.map((line) => ({
      course_id: school.courseIdOf(line.item),
      ...lineInput(line),
    })),
    other_fee: plan.other_fee.map((line) => ({
      other_fee_id: school.otherFeeIdOf(line.item),
      ...lineInput(line),
    })),
    request_fee: plan.request_fee.map((line) => ({
      request_fee_id: school.requestFeeIdOf(line.item),
      ...lineInput(line),
    })),
    due_date: plan.due_date,
    note: plan.note,
  }
}

/**
 * For each fee of a retake, an extension or a move, chooses the newest right of the customer for
 * which it can be paid.
 */
async function withRights(
  ctx: UserContext,
  input: NewApplicationInput,
): Promise<NewApplicationInput> {
  const { idcard, passport } = input.customer
  const ids = input.other_fee.map(({ other_fee_id }) => other_fee_id)
  if (ids.length === 0 || (idcard === '' && passport === '')) return input
  const fees = await ctx.tx
    .selectFrom('other_fee')
    .select(['other_fee_id', 'exam_use'])
    .where('other_fee_id', 'in', ids)
    .$narrowType<{ exam_use: ExamUse | null }>()
    .execute()
  if (!fees.some(({ exam_use }) => namesRight(exam_use))) return input
  const customer = await ctx.tx
    .selectFrom('customer')
    .select('customer_id')
    .where((eb) => (idcard === '' ? eb('passport', '=', passport) : eb('idcard', '=', idcard)))
    .executeTakeFirst()
  if (customer === undefined) return input
  const { settings } = await ctx.tx
    .selectFrom('branch')
    .select('settings')
    .where('branch_id', '=', input.branch_id ?? ctx.actor.branch_id)
    .executeTakeFirstOrThrow()
  const other_fee: typeof input.other_fee = []
  for (const line of input.other_fee) {
    const exam_use = fees.find((fee) => fee.other_fee_id === line.other_fee_id)?.exam_use ?? null
    const rights = namesRight(exam_use)
      ? await rightsForFee(
          ctx,
          customer.customer_id,
          { item_id: line.other_fee_id, exam_use },
          storedBranchSettings(settings),
        )
      : []
    const right = rights.find(
      ({ refund_pending, retake_sold }) =>
        !refund_pending && !(exam_use === 'retake' && retake_sold),
    )
    // No fee is paid for a right that is to be refunded, or for a second retake.
    if (right === undefined && rights.length > 0) continue
    other_fee.push({ ...line, ...(right !== undefined && { right_id: right.right_id }) })
  }
  // The removed line may be the transfer.
  const isWhole = other_fee.length === input.other_fee.length
  return { ...input, other_fee, bank_reference: isWhole ? input.bank_reference : '' }
}

/** The state that the stories of the applications share. */
export interface DemoYear {
  school: SchoolIds
  today: Day
  actAs: ActAs
  customerOf: ReturnType<typeof createDuplicates>
  /** Called before the registration of the `n`th application. */
  progress: (n: number) => Promise<void>
}

/** The stories of the `n`th application: its own, and that of the request fee registered with it. */
export const applicationStories = (
  year: DemoYear,
  plan: PlannedApplication,
  n: number,
): readonly Story[] => {
  // Vehicle checks and other fees may have walk-ins, for whom request fees are not possible.
  const mayBeWalkIn = plan.type === 'vehicle_check' || plan.type === 'other_fee'
  const hasFee = !mayBeWalkIn && wantsRequestFee(n, plan.day, year.today)
  return [register(year, plan, n), ...(hasFee ? [registerRequestFee(year, plan, n)] : [])]
}

const registration = callOf(application.create)

/** Registers an application; some are later amended or refunded, or their receipt is to be voided. */
async function* register(
  { school, today, actAs, customerOf, progress }: DemoYear,
  plan: PlannedApplication,
  n: number,
): Story {
  yield plan.at
  await progress(n)
  const ctx = actAs(plan.clerk, plan.at, registration)
  const customer = {
    ...(await customerOf(plan, ctx.audit)),
    privacy_notice: hasNotice(plan, today),
    is_walk_in: plan.isWalkIn,
  }
  const input = await withRights(ctx, inputOf(school, plan, customer, n))
  if ([input.course, input.other_fee, input.request_fee].every((lines) => lines?.length === 0))
    return
  const { data } = await createApplication(ctx, input)
  const { application_id, payments } = data
  // The receipts of replaced and refunded lines cannot be voided.
  if (wantsVoid(n, plan.day, today)) {
    const payment_id = payments[0]?.payment_id
    yield* requestVoid(actAs, plan, { n, today, application_id, payment_id })
  } else if (wantsAmendment(plan, n)) {
    yield* amendDemo(actAs, plan, { n, application_id, ...school })
  } else if (wantsRefund(plan, n, today)) {
    yield* refundDemo(actAs, plan, { n, today, application_id })
  } else if (paysLater(plan, n, today)) {
    yield* payDemoBalance(actAs, plan, { n, application_id })
  } else if (wantsExtension(plan, n)) {
    yield* extendDemo(actAs, plan, { n, application_id, otherFeeIdOf: school.otherFeeIdOf })
  }
}

/** Registers a request fee of the customer of the `n`th application, which a manager decides. */
async function* registerRequestFee(
  { school, today, actAs }: DemoYear,
  plan: PlannedApplication,
  n: number,
): Story {
  yield plan.at
  const [line] = plannedRequestFee(n)
  const { data } = await createApplication(actAs(plan.clerk, plan.at, registration), {
    ...inputOf(
      school,
      {
        ...plan,
        course: [],
        other_fee: [],
        request_fee: [line],
        cash_received: null,
        due_date: null,
        note: '',
      },
      { ...plan.customer, privacy_notice: false, is_walk_in: undefined },
      n,
    ),
    bank_reference: '',
    type: 'request_fee',
    vehicle: undefined,
  })
  yield* decideRequestFee(actAs, plan, { n, today, application_id: data.application_id })
}
