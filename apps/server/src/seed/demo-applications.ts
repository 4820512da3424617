/**
 * The stories of the demo's applications: each is registered by the use case of a clerk, so numbers, totals, receipts
 * and exam rights are consistent; some are then amended, refunded or voided, or get a request fee.
 */
import { satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { application } from '@khapdee/contract/entities/application'
import {
  type NewApplicationInput,
  createApplication,
} from '../modules/application/create-application.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { amendDemo, wantsAmendment } from './demo-amendments.ts'
import { payDemoBalance, paysLater } from './demo-balances.ts'
import { type createDuplicates, hasNotice } from './demo-duplicates.ts'
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
): NewApplicationInput {
  return {
    type: plan.type,
    vehicle: plan.vehicle,
    bank_reference: '',
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

/** What the stories of the applications share. */
export interface DemoYear {
  school: SchoolIds
  today: Day
  actAs: ActAs
  customerOf: ReturnType<typeof createDuplicates>
  /** Called before the registration of the `n`th application. */
  progress: (n: number) => void
}

/** The stories of the `n`th application: its own, and that of the request fee registered with it. */
export const applicationStories = (
  year: DemoYear,
  plan: PlannedApplication,
  n: number,
): readonly Story[] => {
  // Vehicle checks and other fees have walk-ins, who cannot make requests.
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
  progress(n)
  const ctx = actAs(plan.clerk, plan.at, registration)
  const customer = {
    ...(await customerOf(plan, ctx.audit)),
    privacy_notice: hasNotice(plan, today),
    is_walk_in: plan.isWalkIn,
  }
  const { data } = await createApplication(ctx, inputOf(school, plan, customer))
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
    ),
    type: 'request_fee',
    vehicle: undefined,
  })
  yield* decideRequestFee(actAs, plan, { n, today, application_id: data.application_id })
}
