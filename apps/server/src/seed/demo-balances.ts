/** Balances that customers of the demo pay later; the payment also books the exam that they have wished for. */
import { application } from '@khapdee/contract/entities/application'
import { lineBalance } from '@khapdee/domain/application/totals'
import { type Satang, sumSatang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { payBalance } from '../modules/application/pay-balance.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { demoReference } from './demo-references.ts'
import { atWork, userOf } from './demo-rota.ts'
import type { Story } from './stories.ts'

/** One of this many balances is paid; the others are still owed. */
const paidInterval = 2
/** Days from the registration to the payment. */
const daysLater = [2, 3, 5, 7, 9, 14] as const

const balanceOf = ({ course, other_fee }: PlannedApplication): Satang =>
  sumSatang([...course, ...other_fee].map(lineBalance))

/** The day on which the balance of the `n`th application is paid. */
const paymentDay = ({ day }: PlannedApplication, n: number): Day =>
  addDays(day, daysLater[Math.floor(n / paidInterval) % daysLater.length] ?? 0)

/** Whether the balance of the `n`th application is paid before today. */
export const paysLater = (plan: PlannedApplication, n: number, today: Day): boolean =>
  plan.type === 'course' &&
  balanceOf(plan) > 0 &&
  n % paidInterval === 1 &&
  paymentDay(plan, n) < today

/** Pays what an application owes, some days after its registration. */
export async function* payDemoBalance(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, application_id }: { n: number; application_id: number },
): Story {
  const date = paymentDay(plan, n)
  const at = new Date(`${date}T${10 + (n % 6)}:${10 + (n % 50)}:00+07:00`)
  yield at
  const ctx = actAs(
    userOf(atWork('cashier', date), plan.branch),
    at,
    callOf(application.paybalance),
  )
  const { tx } = ctx
  const { version } = await tx
    .selectFrom('application')
    .select('version')
    .where('application_id', '=', application_id)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('application_line')
    .select(['line_id', 'cost', 'discount', 'paid'])
    .where('application_id', '=', application_id)
    .where('status', '=', 'open')
    .orderBy('position')
    .$narrowType<{ cost: Satang; discount: Satang; paid: Satang }>()
    .execute()
  const pay_type = n % 3 === 0 ? 'transfer' : 'cash'
  const owed = lines.filter((line) => lineBalance(line) > 0)
  await payBalance(ctx, {
    application_id,
    version,
    lines: owed.map((line) => ({
      line_id: line.line_id,
      paid: lineBalance(line),
      pay_type,
    })),
    bank_reference: pay_type === 'transfer' ? demoReference(date, n, 'B') : '',
    cash_received: null,
    due_date: null,
    note: '',
  })
}
