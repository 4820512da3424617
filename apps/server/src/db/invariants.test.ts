import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calendarEvent } from '@khapdee/contract/entities/calendar'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { certificate } from '@khapdee/contract/entities/certificate'
import { payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import { payroll } from '@khapdee/contract/entities/payroll'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { addDays } from '@khapdee/domain/thai-date'
import { type TestApp, startApp } from '../../test/app.ts'
import { lineInput } from '../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../test/make/customer.ts'
import { createSession, grantTheory, seatCandidate } from '../../test/make/exam-session.ts'
import { joinNew } from '../../test/make/exam-waiting.ts'
import { passRights, rightOf } from '../../test/make/certificate.ts'
import { bookExpense, remitTax } from '../../test/make/account-entry.ts'
import { closeDrawer, makePettyCash, moveCash, movePettyCash } from '../../test/make/drawer.ts'
import { makeOtherFee } from '../../test/make/fee.ts'
import { makeEmployee } from '../../test/make/employee.ts'
import { makeLoan } from '../../test/make/payroll.ts'
import { moneyDesk, unpaidLine } from '../../test/make/money.ts'
import { checkInvariants } from './invariants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp({ skipInvariants: true })
  const desk = moneyDesk(test)
  const course = [
    {
      course_id: test.school.course.car,
      ...lineInput(600_000, { promotion_code: 'TEN', paid: satang(10_000) }),
    },
  ]
  const app = await desk.register({ course })
  await desk.pay(app, [[1, 5000, 'transfer']])
  await desk.cancel(await desk.register({ course }))
  await desk.refund(await desk.register({ paid: [5000, 0] }), 1000)
  const voided = (await desk.register({ paid: [5000, 0] })).payments[0]?.payment_id ?? 0
  await desk.requestVoid(voided)
  await desk.decideVoid(voided, 'approve')
  const line = { request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }
  const input = { customer: customerInput(), request_fee: [line] }
  await test.call(request.create, input, 'registrar.kkn')
  const rejected = await test.call(request.create, input, 'registrar.kkn')
  const { application_id } = rejected.data
  const rejection = { application_id, decision: 'reject' as const, note: 'เอกสารไม่ครบ' }
  await test.call(request.approve, rejection, 'manager.kkn')
  const paidOut = await desk.requestRefund(await desk.register({ paid: [5000, 0] }), 1000)
  await desk.decideRefund(paidOut.data.request_id, 'approve')
  await desk.payOut(paidOut.data.request_id)
  await desk.requestRefund(await desk.register({ paid: [5000, 0] }), 1000)
  const withOpenLine = await desk.register({ paid: [5000, 0] })
  await desk.refund(withOpenLine, 1000, 'manager.kkn', 'transfer', [[0, 1000]])
  const amended = await desk.register({ paid: [5000, 0] })
  const newCourse = { course_id: test.school.course.car, ...unpaidLine(600_000) }
  await desk.amend(amended, { replace: [[0, newCourse]] })
  await desk.close(test.school.branch.KKN)
  const chair = { user_id: test.school.userId('examiner.kkn'), role: 'chair' as const }
  const sessionId = await createSession(test, { panel: [chair] })
  await seatCandidate(test, sessionId)
  const day = test.clock.today()
  const { customer_id } = await makeCustomer(test.db, test.school.branch.KKN)
  const granted = {
    customer_id,
    branch_id: test.school.branch.KKN,
    kind: 'theory' as const,
    licence_type: 'car' as const,
    permission_date: day,
    note: 'ย้ายมา',
  }
  await test.call(examRight.grant, granted, 'manager.kkn', { 'idempotency-key': randomUUID() })
  const times = { start: day, start_time: '20:00', end: day, end_time: '21:00', is_busy: true }
  const event = { title: 'อบรม', category: 'Business' as const, ...times }
  await test.call(calendarEvent.create, calendarEvent.create.input.parse(event), 'manager.kkn')
  const { exam_id } = await seatCandidate(test, sessionId)
  const [first] = [await joinNew(test, sessionId), await joinNew(test, sessionId)]
  await test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, 'registrar.kkn')
  const { exam_waiting_id } = first
  await test.call(examWaiting.accept, { exam_waiting_id }, 'registrar.kkn')
  const paid = {
    course_id: test.school.course.car,
    ...lineInput(600_000, { paid: satang(600_000) }),
  }
  const certified = await desk.register({ course: [paid], other_fee: [] })
  await passRights(test, certified)
  await test.call(certificate.issue, { right_id: await rightOf(test, certified) }, 'manager.kkn')
  const right_id = await grantTheory(test)
  const feeOf = async (exam_use: string) => ({
    other_fee_id: (await makeOtherFee(test.db, { kind: 'exam', exam_use })).other_fee_id,
    cost: satang(10_000),
    paid: satang(10_000),
    pay_type: 'cash' as const,
    bank_reference: '',
    cash_received: null,
  })
  const exam_date = addDays(test.clock.today(), 30)
  await test.call(
    examBooking.retake,
    { right_id, exam_date, fee: await feeOf('retake') },
    'cashier.kkn',
  )
  await bookExpense(test, { value: satang(12_000) })
  await moveCash(test, 'top_up', 100_000)
  await bookExpense(test, { cash_source: 'drawer', value: satang(9_000) })
  await closeDrawer(test, { deposit: 5_000 })
  const pettyCashId = await makePettyCash(test, 50_000)
  await movePettyCash(test, 'advance', pettyCashId, 20_000)
  await movePettyCash(test, 'count', pettyCashId, 19_000)
  await closeDrawer(test, { deposit: 5_000 })
  await bookExpense(test, { cash_source: 'drawer', value: satang(700) })
  const tax = { wht_value: satang(30), payee: 'ช่างไฟ', payee_tax_id: '1101700230708' }
  await bookExpense(test, { value: satang(1_000), ...tax })
  await remitTax(test, { month: test.clock.today().slice(0, 7), return: 'pnd3', value: satang(30) })
  const { payroll_loan_id } = await makeLoan(test, await payWages())
  const back = {
    payroll_loan_id,
    value: satang(100),
    day,
    pay_type: 'transfer' as const,
    version: 1,
  }
  await test.call(payrollLoan.repay, back, 'accountant')
  const extension = { right_id, days: 30, note: 'ลาป่วย', fee: await feeOf('extend') }
  await test.call(examRight.extend, extension, 'cashier.kkn')
})
afterAll(() => test.close())

/** Pays the month of a new employee by transfer. */
async function payWages() {
  const branch_id = test.school.branch.KKN
  const { user_id } = await makeEmployee(test, branch_id)
  const month = test.clock.today().slice(0, 7)
  const scope = { branch_id, month, user_ids: [user_id] }
  await test.call(payroll.build, { branch_id, month }, 'hr')
  await test.db.updateTable('payroll_month').set({ pay_type: 'transfer' }).execute()
  await test.call(payroll.submit, scope, 'hr')
  await test.call(payroll.confirm, scope, 'accountant')
  await test.call(payroll.approve, scope, 'owner')
  const wages = { ...scope, pay_date: test.clock.today(), pay_type: 'transfer' as const }
  await test.call(payroll.pay, { ...wages, bank_account_id: null }, 'accountant')
  return { user_id, branch_id }
}

const violatedNames = async () =>
  (await checkInvariants(test.db))
    .filter(({ violations }) => violations > 0)
    .map(({ name }) => name)

it('finds no violation in data written by use cases, and compares rows for each invariant', async () => {
  const results = await checkInvariants(test.db)
  expect(results.filter(({ violations }) => violations > 0)).toEqual([])
  expect(results.filter(({ checked }) => checked === 0)).toEqual([])
})

const firstApplication = sql`(select min(application_id) from application)`

/** Invariants with a manual change that violates each; the changes accumulate. */
const changes: [name: string, change: RawBuilder<unknown>][] = [
  [
    'each amount of a receipt or refund is posted',
    sql`update account_entry set date = date - 1 where is_reversal`,
  ],
  [
    'an entry of a payment has',
    sql`update account_entry set is_pass_through = true where line_kind = 'course'`,
  ],
  [
    'an entry of staff has',
    sql`update account_entry set date = date - 40 where payment_id is null and wht_remitted_by is null
      and petty_cash_id is null and not exists (select from drawer_move m where m.entry_id = account_entry.entry_id)`,
  ],
  [
    'what remits withheld tax',
    sql`update account_entry set value = value + 1 where entry_id in (select wht_remitted_by from account_entry)`,
  ],
  [
    'a cash entry of staff has exactly one live movement',
    sql`update drawer_move set branch_id = (select max(branch_id) from branch)
      where entry_id is not null and closing_id is null`,
  ],
  [
    'the expected cash of a day close is',
    sql`update closing set parts = parts || jsonb_build_object('receipts', (parts ->> 'receipts')::bigint + 1,
      'refunds', (parts ->> 'refunds')::bigint - 1) where parts is not null`,
  ],
  [
    'the float of a day close',
    sql`update closing set parts = parts || jsonb_build_object('float', (parts ->> 'float')::bigint + 1)
      where parts is not null`,
  ],
  ['the cash that a day close leaves', sql`update drawer_move set at_close = false where at_close`],
  [
    'the cash in a drawer is',
    sql`update closing set deposit = deposit - 1 where closing_id = (select max(closing_id) from closing)`,
  ],
  [
    'a drawer movement in a day close',
    sql`update drawer_move set branch_id = (select max(branch_id) from branch)
      where closing_id is not null and kind <> 'petty_cash'`,
  ],
  [
    'cash between a drawer and petty cash',
    sql`update drawer_move set kind = 'correction' where kind = 'petty_cash'`,
  ],
  [
    'petty cash is between',
    sql`do ${sql.raw(`$$ begin
      alter table petty_cash disable trigger petty_cash_guarded;
      update petty_cash set limit_value = 1;
    end $$`)}`,
  ],
  [
    'a booking is paid by a fee',
    sql`update exam set fee_line_id = (select min(line_id) from application_line) where fee_line_id is not null`,
  ],
  [
    'the ledger of an exam right has the extensions',
    sql`update exam_right_event set detail = detail - 'line_id' where event = 'extended'`,
  ],
  [
    'a fee is paid for an exam right',
    sql`update application set customer_id = (select min(customer_id) from customer) where application_id in (
      select application_id from application_line where right_id is not null)`,
  ],
  [
    'the written-off amount',
    sql`update application_line set cost = cost + case status when 'refunded' then 1 else -1 end
      where application_id in (
        select application_id from application_line group by 1
        having array_agg(status order by position) = '{refunded,open}')`,
  ],
  [
    'a refund request, and no other',
    sql`insert into refund_request_line (request_id, line_id, value)
      select request_id, (select min(line_id) from application_line), 1 from refund_request`,
  ],
  [
    'an open refund request names',
    sql`insert into refund_request_line (request_id, line_id, value)
      select request_id, (select max(line_id) from application_line), 1000000 from refund_request`,
  ],
  [
    'money is moved from',
    sql`update application_line set replaces = null where replaces is not null`,
  ],
  [
    'an application has an amendment',
    sql`update application set revision = revision + 1 where application_id = ${firstApplication}`,
  ],
  ['total, discount and net', sql`update application_line set cost = cost + 1 where position = 0`],
  [
    'the paid amount of a line',
    sql`update application_line set paid = paid + 1 where position = 1`,
  ],
  ['a payment is the sum', sql`update payment_line set paid = paid - 1`],
  [
    'customer name and search text of a payment',
    sql`update payment set search = lower(payment_code)`,
  ],
  [
    'the paid amount of an application',
    sql`update application set paid_cash = paid_transfer, paid_transfer = paid_cash`,
  ],
  ['rights to exams end', sql`update exam_right set disabled_at = null`],
  ['usage of a promotion', sql`update promotion set usage = usage + 1`],
  [
    'a use of a promotion is released',
    sql`update application_line set promotion_counted = false
      where promotion_id is not null and application_id = ${firstApplication}`,
  ],
  [
    'the mode of an application',
    sql`update application set mode = '' where status = 'partial_refund'`,
  ],
  [
    'status and balance',
    sql`update application set status = 'cancelled', written_off = written_off + balance, balance = 0
      where application_id = ${firstApplication}`,
  ],
  [
    'a line is refunded',
    sql`update application_line set status = 'ended' where status = 'refunded'`,
  ],
  [
    'a payment has the branch',
    sql`update payment set type = 'exam' where application_id = ${firstApplication}`,
  ],
  ['a day close has the sums', sql`update closing set expected_transfer = expected_transfer - 1`],
  [
    'a receipt has a time of voiding',
    sql`update payment set voided_by = null, voided_at = null where status = 'deleted'`,
  ],
  ['a receipt whose void was', sql`update payment set status = 'normal' where status = 'deleted'`],
  [
    'a receipt waits for a void',
    sql`update payment set status = 'delete_requested' where application_id = ${firstApplication}`,
  ],
  [
    'a request belongs to',
    sql`insert into approval_request (kind, application_id, branch_id, requested_by, requested_at)
      select 'refund', application_id, (select max(branch_id) from branch), created_by, now()
      from application where application_id = ${firstApplication}`,
  ],
  [
    'the decision on a request fee',
    sql`update application set decision = 'approved' where decision = 'pending'`,
  ],
  [
    'an application has a decision',
    sql`update application set decision = 'pending' where application_id = ${firstApplication}`,
  ],
  ['document numbers', sql`update document_counter set last = last + 1 where type = 'RE'`],
  [
    'every number has one',
    sql`update issued_document set number = 'X' || document_id where kind = 'refund'`,
  ],
  [
    'a receipt was printed with',
    sql`update issued_document set snapshot = '{"totals": {"paid_now": 1}}' where kind = 'receipt'`,
  ],
  ['tallies of applications', sql`update application_tally set net = net + 1`],
  ['tallies of payments', sql`delete from payment_tally where day is null`],
  ['tallies of the payments that', sql`update open_payment_tally set receipts = receipts + 1`],
  ['tallies of the books', sql`update account_tally set value = value + 1`],
  [
    'every employee and branch',
    sql`update payment set voided_by = 9999 where application_id = ${firstApplication}`,
  ],
  [
    'the exams of a certificate',
    sql`update exam_right set used_at = now(), certificate_id = (select min(certificate_id) from certificate)
      where right_id not in (select right_id from exam_waiting)`,
  ],
  [
    'a certificate is valid exactly',
    sql`update certificate set cancelled_at = now(), cancelled_by = created_by`,
  ],
  [
    'a right without an application',
    sql`update exam_right_event set detail = detail - 'note' where event = 'granted'`,
  ],
  ['an exam right has', sql`update exam_right set branch_id = 9999`],
  ['an exam right is one of', sql`update exam_right set licence_type = 'truck4'`],
  ['a document has the branch', sql`update issued_document set branch_id = 9999`],
  [
    'a refund that was paid out',
    sql`update payment set pay_type = 'transfer'
      where payment_id in (select payment_id from approval_request where state = 'paid_out')`,
  ],
  ['an exam session has at most', sql`update exam_session set capacity = 1`],
  ['a booking is for the kind', sql`update exam set exam_date = exam_date + 1`],
  ['an own event occupies', sql`update calendar_event set is_busy = false`],
  [
    'an entry of a waiting list belongs',
    sql`update exam_waiting set branch_id = (select max(branch_id) from branch)`,
  ],
  [
    'an accepted seat is',
    sql`update exam_waiting set exam_id = (select min(exam_id) from exam) where state = 'accepted'`,
  ],
  [
    'nobody waits for a session in which',
    sql`update exam_waiting set state = 'waiting', offered_at = null, offer_until = null, exam_id = null
      where state = 'accepted'`,
  ],
  [
    'nobody waits with a right',
    sql`update exam_right set used_at = now() where right_id in (select right_id from exam_waiting)`,
  ],
  [
    'the ledger of a right shows every state',
    sql`update exam_waiting set state = 'left' where state = 'waiting'`,
  ],
  ['the panel, the vehicles', sql`delete from occupancy where kind = 'user'`],
  ['nothing is occupied that', sql`update exam set exam_session_id = null`],
  [
    'a rejected request fee has',
    sql`update application set status = 'paid', balance = 0, written_off = net - paid where decision = 'rejected'`,
  ],
  [
    'wages paid by transfer are',
    sql`update bank_move set value = value - 1 where payroll_payment_id is not null`,
  ],
  [
    'an advance or a loan paid by transfer is',
    sql`update bank_move set date = date - 1 where payroll_loan_id is not null and value < 0`,
  ],
  ['the documents of an advance or a loan are', sql`update payroll_loan set is_cancelled = true`],
  ['what is paid back of an advance', sql`update payroll_loan_repayment set value = value + 1`],
  // The last one: on locked days, the changes above are refused.
  [
    'money of a locked day is in a day close',
    sql`insert into account_lock (branch_id, day, is_unlock, created_by, "createdAt")
      select branch_id, current_date, false, created_by, now() from payment limit 1`,
  ],
]

it('reports each invariant that a manual change violates', async () => {
  for (const [name, change] of changes) {
    const matching = (names: string[]) => names.filter((found) => found.startsWith(name))
    // Not violated yet: triggers update totals, so the earlier changes violate no other invariant.
    expect([name, matching(await violatedNames())]).toEqual([name, []])
    await change.execute(test.db)
    expect([name, matching(await violatedNames()).length]).toEqual([name, 1])
  }
})

it('reports a merged customer whose chain of merges does not end in a record', async () => {
  const { customer_id } = await makeCustomer(test.db, test.school.branch.KKN)
  await sql`do ${sql.raw(`$$ begin
    alter table customer drop constraint customer_merged_into_fkey;
    update customer set merged_into = 999999, is_delete = true where customer_id = ${customer_id};
  end $$`)}`.execute(test.db)
  const results = await checkInvariants(test.db)
  const result = results.find(({ name }) => name.startsWith('no row refers to a merged'))
  expect(result?.rows).toContain(`customer ${customer_id}`)
})
