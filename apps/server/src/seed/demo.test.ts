import { readFile } from 'node:fs/promises'
import { crudApis } from '@khapdee/contract/api'
import { applicationStatuses } from '@khapdee/domain/application/status'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import {
  type ExamRight,
  examRightEvents,
  examRightStatus,
  examRightStatuses,
} from '@khapdee/domain/exam-right'
import { examSessionStatuses } from '@khapdee/domain/exam-session'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitingStates } from '@khapdee/domain/exam-waiting'
import { openTestServices } from '../../test/services.ts'
import { checkInvariants } from '../db/invariants.ts'
import type { UserContext } from '../kernel/context.ts'
import { planFile } from '../modules/statement/read-file.ts'
import { demoOtherStaff } from './demo-staff.ts'
import { demoStatementFile } from './demo-statement.ts'
import { seedDemo } from './demo.ts'
import { seedRoles } from './roles.ts'

type Test = Awaited<ReturnType<typeof openTestServices>>

const applications = 165
const silent = () => {}

const opened: Test[] = []
/** All requests of the day are made by this time, 21:00 in Bangkok. */
const evening = '2026-11-21T14:00:00Z'
async function openSchool(now = evening): Promise<Test> {
  const test = await openTestServices({ now })
  opened.push(test)
  await seedRoles(test.services.db)
  return test
}
afterAll(() => Promise.all(opened.map((test) => test.close())))

const seed = ({ services }: Test, say: (text: string) => void = silent) =>
  seedDemo(services, say, { applications })

const rowsOf = async <Row>(test: Test, query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(test.services.db)).rows

/** Id columns of CRUD entities, by table; without roles, which `openSchool` inserts with its own timestamps. */
const crudTables = Object.fromEntries(
  crudApis
    .filter(({ entity }) => entity.table !== 'role')
    .map(({ entity: { table, id } }): [string, string] => [table, id]),
)

/** The compared tables, each with the columns that order its rows. */
const tables: Readonly<Record<string, string>> = {
  ...crudTables,
  customer: 'customer_id',
  application: 'application_id',
  application_line: 'line_id',
  application_vehicle: 'application_id',
  payment: 'payment_id',
  payment_line: 'line_id, payment_id',
  exam_right: 'right_id',
  exam_right_event: 'event_id',
  exam_session: 'exam_session_id',
  exam: 'exam_id',
  exam_waiting: 'exam_waiting_id',
  occupancy: 'occupancy_id',
  issued_document: 'document_id',
  document_counter: 'type, branch_id, month',
  audit_log: 'audit_id',
  account_entry: 'entry_id',
}

/** Row count and hash of every table whose content depends only on the day. */
async function fingerprint(test: Test): Promise<Record<string, string>> {
  const fingerprints: Record<string, string> = {}
  for (const [table, order] of Object.entries(tables)) {
    const [row] = await rowsOf(
      test,
      // The codes of appointment slips are random.
      sql<{ fingerprint: string }>`
        select count(*) || ' ' || md5(string_agg((to_jsonb(t) - 'slip_code')::text, '' order by ${sql.raw(order)})) as fingerprint
        from ${sql.table(table)} t`,
    )
    fingerprints[table] = row?.fingerprint ?? ''
  }
  return fingerprints
}

describe('the loaded demo school', () => {
  let test: Test
  let lines: string[]
  const messages: string[] = []

  beforeAll(async () => {
    test = await openSchool()
    lines = await seed(test, (text) => messages.push(text))
  })

  const expectNone = async (query: ReturnType<typeof sql>) =>
    expect(await rowsOf(test, query)).toEqual([])

  it('prints its progress and the sign-in names', () => {
    expect(messages[0]).toBe('Loading the demo school … 0 %')
    const text = lines.join('\n')
    for (const part of ['khapdee-demo', 'accountant', 'hr', 'registrar.kkn', 'examiner.nma']) {
      expect(text).toContain(part)
    }
  })

  it('has a bank statement with lines in every state, and a file with imported and new lines', async () => {
    const states = await rowsOf(
      test,
      sql<{ state: string }>`select distinct state from statement_line order by state`,
    )
    expect(states.map(({ state }) => state)).toEqual(['ignored', 'matched', 'unmatched'])
    const { services } = test
    const file = new Uint8Array(await readFile(demoStatementFile(services.config.dataDir)))
    expect(lines.join('\n')).toContain(demoStatementFile(services.config.dataDir))
    const account = await services.db
      .selectFrom('bank_account')
      .innerJoin(
        'statement_mapping',
        'statement_mapping.bank_account_id',
        'bank_account.bank_account_id',
      )
      .select(['bank_account.bank_account_id', 'opening_day'])
      .executeTakeFirstOrThrow()
    // Reading a file uses nothing else from the context.
    const ctx = { tx: services.db, services, clock: services.clock } as unknown as UserContext
    const { counts } = (await planFile(ctx, account, file, undefined)).answer
    expect(counts).toMatchObject({ skipped: 0, wrong: 0 })
    expect(Math.min(counts.new, counts.known)).toBeGreaterThan(0)
  })

  it('has every documented user', async () => {
    const users = await rowsOf(test, sql<{ username: string }>`select username from app_user`)
    const names = users.map(({ username }) => username)
    expect(names).toHaveLength(4 + 4 * 5 + demoOtherStaff.length)
    expect(names).toEqual(expect.arrayContaining(['admin', 'owner', 'hr', 'manager.udn']))
  })

  it('has nearly all planned applications', async () => {
    const [row] = await rowsOf(
      test,
      sql<{ n: number; customers: number }>`
        select count(*)::int as n, count(distinct customer_id)::int as customers from application`,
    )
    expect(row?.n).toBeGreaterThan(applications - 5)
    expect(row?.customers).toBeGreaterThan(applications / 4)
  })

  it.each(Object.keys(crudTables))('has rows of %s', async (table) => {
    const found = await rowsOf(test, sql`select from ${sql.table(table)} limit 1`)
    expect(found).toHaveLength(1)
  })

  it('satisfies the invariants of the database', async () => {
    const results = await checkInvariants(test.services.db)
    expect(results.filter(({ violations }) => violations > 0)).toEqual([])
  })

  it('has voids, refunds and request fees that wait, are approved and are rejected', async () => {
    const found = await rowsOf(
      test,
      sql<{ request: string }>`
        select distinct kind || ' ' || state as request from approval_request order by 1`,
    )
    expect(found.map(({ request }) => request)).toEqual([
      'refund approved',
      'refund paid_out',
      'refund rejected',
      'refund revoked',
      'refund waiting',
      'request_fee approved',
      'request_fee rejected',
      'request_fee waiting',
      'void approved',
      'void lapsed',
      'void rejected',
      'void waiting',
    ])
  })

  it('has request fees of the whole year', async () => {
    const found = await rowsOf(
      test,
      sql<{ quarter: number }>`
        select distinct (${test.clock.today()}::date - ("createdAt" at time zone 'Asia/Bangkok')::date) / 92 as quarter
        from application where type = 'request_fee' order by 1`,
    )
    expect(found.map(({ quarter }) => quarter)).toEqual([0, 1, 2, 3])
  })

  it('has course applications in every status', async () => {
    const found = await rowsOf(
      test,
      sql<{ status: string }>`
        select distinct status from application where type = 'course' order by 1`,
    )
    expect(found.map(({ status }) => status)).toEqual(Object.keys(applicationStatuses).toSorted())
  })

  it('has closed every past day, with a few differences, and leaves today open', async () => {
    const today = test.clock.today()
    const { rows } = await sql<{ open: number; early: number; closings: number; wrong: number }>`
      select count(*) filter (where closing_id is null)::int as open,
        count(*) filter (where closing_id is null and ("createdAt" at time zone 'Asia/Bangkok')::date < ${today})::int
          as early,
        (select count(*)::int from closing) as closings,
        (select count(*)::int from closing where difference <> 0) as wrong
      from payment where kind <> 'moved'`.execute(test.services.db)
    const [{ open = 0, early = 0, closings = 0, wrong = 0 } = {}] = rows
    expect(early).toBe(0)
    expect(open).toBeGreaterThan(0)
    expect(wrong).toBeGreaterThan(0)
    expect(wrong).toBeLessThan(closings / 10)
    const waiting = await sql`
      select from approval_request r join payment p using (payment_id)
      where r.kind = 'void' and r.state = 'waiting' and p.closing_id is not null`.execute(
      test.services.db,
    )
    expect(waiting.rows).toEqual([])
  })

  it('closes days by people at work, with a report, in the order of the days', async () => {
    await expectNone(sql`
      select closing_code from closing c join app_user u on u.user_id = c.created_by
      where u.branch_id <> c.branch_id
        or trim(to_char(c.day, 'day')) = any(u.day_off) or (c."createdAt" at time zone 'Asia/Bangkok')::date <> c.day`)
    await expectNone(sql`
      select closing_code from closing c where (select count(*) from issued_document d
        where d.closing_id = c.closing_id and d.number = c.closing_code and d.prints = 1) <> 1`)
    await expectNone(sql`
      select p.payment_id from payment p join closing c using (closing_id)
      where (p."createdAt" at time zone 'Asia/Bangkok')::date <> c.day`)
    const closers = await rowsOf(
      test,
      sql<{ role: string }>`select distinct split_part(username, '.', 1) as role
        from closing c join app_user u on u.user_id = c.created_by order by 1`,
    )
    expect(closers.map(({ role }) => role)).toEqual(['cashier', 'manager'])
  })

  it('has refund requests for receipts whose void request was not decided before the day close', async () => {
    const found = await rowsOf(
      test,
      sql<{ state: string }>`
        select distinct r.state from approval_request v join approval_request r using (application_id)
        where v.kind = 'void' and v.state = 'lapsed' and r.kind = 'refund' and r.note = v.note
          and r.requested_at > v.ended_at order by 1`,
    )
    expect(found.map(({ state }) => state)).toEqual(['paid_out', 'waiting'])
  })

  it('has payments and balances that add up', async () => {
    await expectNone(sql`
      select a.application_id from application a
      where a.paid <> (select coalesce(sum(p.paid), 0) from payment p
          where p.application_id = a.application_id and p.status <> 'deleted')
        or (a.total, a.discount, a.paid) <> (select sum(cost), sum(discount), sum(l.paid)
          from application_line l where l.application_id = a.application_id and l.status <> 'removed')
        or a.balance <> a.net - a.paid - a.written_off
        or a.status in ('outstanding', 'paid')
          and a.status <> case when a.balance > 0 then 'outstanding' else 'paid' end`)
    await expectNone(sql`
      select payment_id from payment p
      where paid <> (select sum(l.paid) from payment_line l where l.payment_id = p.payment_id)`)
    await expectNone(sql`
      select line_id from application_line l
      where paid <> (select coalesce(sum(a.paid), 0) from payment_line a join payment p using (payment_id)
        where a.line_id = l.line_id and p.status <> 'deleted')`)
  })

  it('numbers documents without gaps, in chronological order', async () => {
    const numbered = sql`
      select application_code as code, branch_id, "createdAt", application_id as id from application
      union all select payment_code, branch_id, "createdAt", payment_id from payment where kind <> 'moved'
      union all select closing_code, branch_id, "createdAt", closing_id from closing
      union all select certificate_code, branch_id, "createdAt", certificate_id from certificate
      union all select certificate_code, branch_id, "createdAt", tax_certificate_id from tax_certificate
      union all select entry_code, branch_id, "createdAt", entry_id from account_entry where entry_code is not null
      union all select payslip_code, branch_id, approved_at, right(payslip_code, 4)::int from payroll_month where payslip_code is not null`
    await expectNone(sql`
      select * from (
        select code, row_number() over (partition by left(code, 11) order by "createdAt", id) as expected
        from (${numbered}) n) r
      where right(code, 4)::int <> expected`)
    await expectNone(sql`
      select n.code from (${numbered}) n join branch b using (branch_id)
      where split_part(n.code, '-', 2) <> b.code or split_part(n.code, '-', 3) <>
        to_char(n."createdAt" at time zone 'Asia/Bangkok' + interval '543 years', 'YYMM')`)
    await expectNone(sql`
      select c.type from document_counter c join branch b using (branch_id)
      where last <> (select count(*) from (${numbered}) n
        where left(n.code, 11) = c.type || '-' || b.code || '-' || c.month)`)
  })

  it('books a year of income and expenses of every branch and status', async () => {
    const [row] = await rowsOf(
      test,
      sql<{ branches: number; months: number; statuses: string[]; vehicles: number }>`
        select count(distinct branch_id)::int as branches, count(distinct to_char(date, 'YYYYMM'))::int as months,
          array_agg(distinct status order by status) as statuses, count(distinct vehicle_id)::int as vehicles
        from account_entry where payment_id is null`,
    )
    expect(row).toMatchObject({ branches: 4, statuses: ['draft', 'posted', 'void'] })
    expect(row?.months).toBeGreaterThan(11)
    expect(row?.vehicles).toBeGreaterThan(5)
  })

  it('keeps drawers with a float, deposits and differences, and petty cash that is spent and replenished', async () => {
    const [row] = await rowsOf(
      test,
      sql<{ drawers: number; kinds: string[]; differences: string[]; petty: string[] }>`
        select (select count(*)::int from drawer where drawer_balance(branch_id) > 0) as drawers,
          (select array_agg(distinct kind order by kind) from drawer_move) as kinds,
          (select array_agg(distinct name order by name) from account_entry e join drawer_move m using (entry_id)
            where m.at_close) as differences,
          (select array_agg(distinct kind order by kind) from petty_cash_move) as petty`,
    )
    expect(row).toMatchObject({
      drawers: 4,
      kinds: expect.arrayContaining(['deposit', 'opening', 'petty_cash']),
      differences: ['เงินขาด', 'เงินเกิน'],
      petty: ['advance', 'count', 'replenish', 'spend'],
    })
  })

  it('has paid months of payroll, the present one in four states, and the cases of a payroll', async () => {
    const [row] = await rowsOf(
      test,
      sql<Record<'paid' | 'present', string[]> & Record<string, number | boolean | boolean[]>>`
        select array_agg(distinct status) filter (where month < left(${test.clock.today()}, 7)) as paid,
          array_agg(distinct status order by status) filter (where month = left(${test.clock.today()}, 7)) as present,
          count(distinct month)::int as months,
          -- A raise, a move to another branch, somebody hired again, a leaver, a contractor, a loan, a bonus, wages by day.
          exists (select from pay_terms t join pay_terms u using (user_id) where u.salary > t.salary) as raise,
          exists (select from payroll_month p join payroll_month q using (user_id) where p.branch_id <> q.branch_id) as move,
          exists (select from employment_period group by user_id having count(*) > 1) as hired_again,
          exists (select from payroll_month p join app_user u using (user_id) where u.end_date is not null) as leaver,
          bool_or(pay_as = 'contractor') as contractor,
          exists (select from payroll_line where payroll_loan_id is not null) as loan,
          exists (select from payroll_line where name = 'โบนัส' and amount > 0) as bonus,
          exists (select from pay_terms where is_salary_daily) as daily,
          -- Panels paid by dated rates, sums from before, and certificates, one of them cancelled.
          exists (select from payroll_work w join payroll_month q using (payroll_id) where q.status = 'paid') as panels,
          exists (select from payroll_work_rate r join payroll_work_rate s using (user_id) where s.valid_from > r.valid_from) as dated,
          (select count(distinct type)::int from payroll_opening) as openings,
          (select array_agg(cancelled_at is null order by tax_certificate_id) from tax_certificate) as certificates,
          bool_and(net = income - deduction) as adds_up
        from payroll_month`,
    )
    expect(row).toEqual({
      paid: ['paid'],
      present: ['draft', 'returned', 'submitted', 'void'],
      months: 4,
      raise: true,
      move: true,
      hired_again: true,
      leaver: true,
      contractor: true,
      loan: true,
      bonus: true,
      daily: true,
      panels: true,
      dated: true,
      openings: 2,
      certificates: [false, true],
      adds_up: true,
    })
  })

  it('has no negative balance on a bank account, and a modest profit in every month with wages', async () => {
    await expectNone(sql`
      select * from (
        select d.bank_account_id, d.date, a.opening_balance + sum(sum(d.value)) over (partition by d.bank_account_id order by d.date) as balance
        from bank_document d join bank_account a using (bank_account_id)
        where d.date >= a.opening_day group by 1, 2, a.opening_balance) days
      where balance < 0`)
    const months = await rowsOf(
      test,
      sql<{ branch: string; month: string; profit: number }>`
        select b.code as branch, to_char(e.date, 'YYYY-MM') as month,
          (sum(e.value) filter (where e.side = 'income') / sum(e.value) filter (where e.side = 'expenses') - 1)::float as profit
        from account_entry e join branch b using (branch_id)
        where e.status = 'posted' and not e.is_pass_through and e.date < date_trunc('month', ${test.clock.today()}::date)
          and e.date >= date_trunc('month', ${test.clock.today()}::date) - interval '11 months'
        group by 1, 2`,
    )
    expect(months).toHaveLength(4 * 11)
    for (const { profit } of months) {
      expect(profit).toBeGreaterThan(0)
      expect(profit).toBeLessThan(0.3)
    }
  })

  it('has withheld tax that is remitted and tax that is still owed, and statement lines with several equally good matches, none of which is chosen', async () => {
    const [row] = await rowsOf(
      test,
      sql<{ owed: number; remitted: number; equal: number }>`
        select count(*) filter (where wht_remitted_by is null)::int as owed,
          count(*) filter (where wht_remitted_by is not null)::int as remitted,
          (select count(*)::int from statement_line l where l.state = 'unmatched' and 2 <= (
            select count(*) from bank_document d where d.bank_account_id = l.bank_account_id and d.value = l.value
              and abs(d.date - l.date) <= 3)) as equal
        from account_entry where wht_value > 0 and status = 'posted'`,
    )
    expect(row?.owed).toBeGreaterThan(0)
    expect(row?.remitted).toBeGreaterThan(20)
    expect(row?.equal).toBeGreaterThan(0)
  })

  it('stores the correct number of uses of each promotion', async () => {
    await expectNone(sql`
      select code from promotion p
      where usage <> (select count(*) from application_line l
        where l.promotion_id = p.promotion_id and l.promotion_counted)`)
  })

  it('has a receipt for each payment, a form for each application and an exam right for each exam', async () => {
    await expectNone(sql`
      select payment_id from payment p where kind <> 'moved' and not exists (
        select from issued_document d where d.payment_id = p.payment_id and d.kind = p.kind
          and d.number = p.payment_code)`)
    await expectNone(sql`
      select application_id from application a where not exists (
        select from issued_document d where d.kind = 'application_form' and d.number = a.application_code)`)
    await expectNone(sql`
      select line_id from application_line l left join course c using (course_id)
        left join other_fee f using (other_fee_id)
      where (select count(*) from exam_right r where r.line_id = l.line_id)
        <> jsonb_array_length(coalesce(c.exams, f.exams, '[]'))`)
  })

  it('has rights without an application, with the reason', async () => {
    const found = await rowsOf(
      test,
      sql`select from exam_right r join exam_right_event v using (right_id) where r.origin = 'granted'
        and v.event = 'granted' and v.detail ->> 'note' <> ''`,
    )
    expect(found).toHaveLength(3 + 2 + 5)
  })

  const namesOf = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await rowsOf(test, query)).map(({ name }) => name)

  it('has exam sessions, bookings and rights in every status', async () => {
    const now = test.clock.now().toISOString()
    const today = test.clock.today()
    const sessions = await namesOf(sql`
      select distinct case when status <> 'cancelled' and ends_at <= ${now} then 'done' when status = 'open'
        and capacity <= (select count(*) from exam e where e.exam_session_id = s.exam_session_id
          and e.cancelled_at is null) then 'full' else status end as name from exam_session s order by 1`)
    expect(sessions).toEqual(Object.keys(examSessionStatuses).toSorted())
    const bookings = await namesOf(sql`
      select distinct case when cancelled_at is not null then 'cancelled' else coalesce(result, 'waiting') end as name
      from exam order by 1`)
    // Nothing was booked before results were recorded.
    expect([...bookings, 'unknown'].toSorted()).toEqual(Object.keys(bookingStatuses).toSorted())
    const rights = await rowsOf(
      test,
      sql<ExamRight>`
        select permission_date, disabled_at is not null as disabled, used_at is not null as used,
          forfeited_at is not null as forfeited from exam_right`,
    )
    const statuses = new Set(rights.map((right) => examRightStatus(right, today)))
    expect([...statuses].toSorted()).toEqual(Object.keys(examRightStatuses).toSorted())
    const events = await namesOf(sql`select distinct event as name from exam_right_event`)
    expect(events.toSorted()).toEqual(Object.keys(examRightEvents).toSorted())
    const waits = await namesOf(sql`select distinct state as name from exam_waiting`)
    expect(waits.toSorted()).toEqual(Object.keys(waitingStates).toSorted())
  })

  it('has a seat that is offered to the first of a waiting list, for which another waits', async () => {
    const now = test.clock.now().toISOString()
    const found = await rowsOf(
      test,
      sql<{ waiting: number }>`
        select (select count(*)::int from exam_waiting o
          where o.exam_session_id = w.exam_session_id and o.state = 'waiting') as waiting
        from exam_waiting w join exam_session s using (exam_session_id)
        where w.state = 'offered' and w.offer_until > ${now} and s.status = 'open'`,
    )
    expect(found).toEqual([{ waiting: 1 }])
  })

  it('has a running session with candidates who are checked in, who owe and who wait', async () => {
    const now = test.clock.now().toISOString()
    const [found] = await rowsOf(
      test,
      sql<{ checked_in: number; owing: number; waiting: number }>`
        select count(e.checked_in_at)::int as checked_in, count(*) filter (where a.balance > 0)::int as owing,
          count(*) filter (where e.checked_in_at is null)::int as waiting
        from exam_session s join exam e using (exam_session_id) join exam_right r using (right_id)
          join application a using (application_id)
        where s.starts_at <= ${now} and s.ends_at > ${now} and e.result is null`,
    )
    expect(found?.checked_in).toBeGreaterThan(0)
    expect(found?.owing).toBeGreaterThan(0)
    expect(found?.waiting).toBeGreaterThan(0)
  })

  it('has candidates whose session was cancelled, and others who were moved to another session', async () => {
    const found = await rowsOf(
      test,
      sql`select from exam where displaced_from is not null and cancelled_at is null and result is null`,
    )
    expect(found.length).toBeGreaterThan(0)
  })

  it('has an entry in the audit trail for each theory exam recorded and withdrawn', async () => {
    const [counts] = (
      await sql<{ events: number; entries: number }>`
        select (select count(*)::int from exam_right_event where event like 'theory_%') as events,
          (select count(*)::int from audit_log where entity = 'exam_right' and after ? 'theory_passed_on'
            and call in ('POST exam/book', 'POST exam/theory', 'POST exam/grant')) as entries`.execute(
        test.services.db,
      )
    ).rows
    expect(counts?.events).toBeGreaterThan(0)
    expect(counts?.entries).toBe(counts?.events)
  })

  it('has ledgers of exam rights in chronological order, that explain the bookings', async () => {
    await expectNone(sql`
      select * from (select right_id, at, lag(at) over (partition by right_id order by event_id) as before
        from exam_right_event) e where at < before`)
    await expectNone(sql`
      select e.exam_id from exam e where (select jsonb_build_array(v.detail -> 'exam_date', v.detail -> 'exam_session_id')
          from exam_right_event v where v.right_id = e.right_id and (v.detail ->> 'exam_id')::int = e.exam_id
            and v.detail ? 'exam_session_id' order by v.event_id desc limit 1)
        <> jsonb_build_array(e.exam_date, e.exam_session_id)`)
    await expectNone(sql`
      select e.exam_id from exam e where (e.result is null) = exists (select from exam_right_event v
        where v.right_id = e.right_id and v.event = 'result' and (v.detail ->> 'exam_id')::int = e.exam_id
          and v.detail ->> 'result' = e.result and v.at = e.result_at)`)
  })

  it('keeps the rules of bookings', async () => {
    // After a theory pass, within the right, after a failed exam not too soon, and paid where the branch asks for it.
    await expectNone(sql`
      select e.exam_id from exam e join exam_right r using (right_id)
      where e.exam_date > r.permission_date or e.exam_date < (e."createdAt" at time zone 'Asia/Bangkok')::date`)
    await expectNone(sql`
      select e.exam_id from exam e join exam_right r using (right_id)
      where r.kind = 'practice' and r.theory_passed_on is null and not exists (select from exam_right t
        where t.customer_id = r.customer_id and t.kind = 'theory' and t.used_at <= e."createdAt"
          and (t.licence_type = r.licence_type or 'any' in (t.licence_type, r.licence_type)))`)
    await expectNone(sql`
      select e.exam_id from exam e join holiday h on h.day = e.exam_date
      where e.exam_session_id is null and coalesce(h.branch_id, e.branch_id) = e.branch_id
        and not exists (select from holiday_open_branch o where o.holiday_id = h.holiday_id and o.branch_id = e.branch_id)`)
    await expectNone(sql`
      select e.exam_id from exam e join exam f using (right_id)
      where f.result in ('fail', 'incomplete') and f.exam_id < e.exam_id and e.exam_date < f.exam_date + 3`)
    await expectNone(sql`
      select exam_id from exam e join exam_session s using (exam_session_id)
      where e.result_at < s.starts_at or e.checked_in_at > e.result_at`)
  })

  it('has amended applications in every branch, with lines that were added, removed and replaced', async () => {
    const { rows } = await sql<{ branch: string; added: number; removed: number; moved: number }>`
      select b.code as branch, count(*) filter (where l.added_in > 0 and l.replaces is null)::int as added,
        count(*) filter (where l.removed_in = 2)::int as removed, count(l.replaces)::int as moved
      from application_line l join application a using (application_id) join branch b using (branch_id)
      group by 1`.execute(test.services.db)
    const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
    expect(rows.filter(({ added, moved }) => added + moved > 0)).toHaveLength(4)
    expect(sum(rows.map(({ added }) => added))).toBeGreaterThan(10)
    expect(sum(rows.map(({ removed }) => removed))).toBeGreaterThan(2)
    expect(sum(rows.map(({ moved }) => moved))).toBeGreaterThan(2)
  })

  it('has a vehicle for each vehicle check, and vehicles that were checked again', async () => {
    await expectNone(sql`
      select application_id from application a left join application_vehicle v using (application_id)
      where (a.type = 'vehicle_check') <> (v.application_id is not null)`)
    const again = await rowsOf(
      test,
      sql`select plate_key from application_vehicle where plate_key <> '' group by 1 having count(*) > 1`,
    )
    expect(again.length).toBeGreaterThan(0)
  })

  it.each(['vehicle_check', 'other_fee'])('has walk-ins in applications of %s', async (type) => {
    const found = await rowsOf(
      test,
      sql`select from customer c join application a using (customer_id)
        where c.is_walk_in and a.type = ${type}`,
    )
    expect(found.length).toBeGreaterThan(0)
  })

  it('has an audit row with user and time for each record', async () => {
    await expectNone(sql`
      select application_id from application a where not exists (
        select from audit_log l where l.entity = 'application' and l.entity_id = a.application_id::text
          and l.at = a."createdAt" and l.user_id = a.created_by)`)
    await expectNone(sql`
      select customer_id from customer c where not exists (
        select from audit_log l where l.entity = 'customer' and l.entity_id = c.customer_id::text)`)
  })

  it('has no row in the future, and no application registered by a clerk of another branch', async () => {
    const now = test.clock.now().toISOString()
    for (const table of ['customer', 'application', 'payment', 'issued_document', 'course']) {
      await expectNone(sql`select from ${sql.table(table)} where "createdAt" > ${now}`)
    }
    await expectNone(sql`
      select application_id from application a join app_user u on u.user_id = a.created_by
      where u.branch_id <> a.branch_id`)
  })

  it('does not change when loaded again', async () => {
    const before = await fingerprint(test)
    expect(await seed(test)).toEqual(lines)
    expect(await fingerprint(test)).toEqual(before)
  })

  it('has the same content in another database on the same day', async () => {
    const other = await openSchool()
    await seed(other)
    expect(await fingerprint(other)).toEqual(await fingerprint(test))
  })

  // A whole demo school is loaded.
  it(
    'has the same applications and newer ones when it is loaded later on the same day',
    { timeout: 180_000 },
    async () => {
      const morning = await openSchool('2026-11-21T01:45:00Z')
      await seed(morning)
      const codes = (school: Test) =>
        rowsOf(
          school,
          sql<{ type: string }>`
          select application_code, type, net, paid from application order by application_id`,
        )
      // Fees with a reason were sold for a right that was granted before.
      const [sold] = await rowsOf(
        test,
        sql<{ n: number }>`
        select count(*)::int as n from application_line where exam_use = 'extend' and note <> ''`,
      )
      const [earlier, later] = [await codes(morning), await codes(test)]
      expect(later.filter(({ type }) => /^(course|exam)$/.test(type)).length).toBe(
        applications + (sold?.n ?? 0),
      )
      expect(earlier.length).toBeLessThan(later.length)
      expect(later.slice(0, earlier.length)).toEqual(earlier)
    },
  )
})

describe('seedDemo', () => {
  it('loads once when two servers start at the same time', async () => {
    const test = await openSchool()
    const [first, second] = await Promise.all([seed(test), seed(test)])
    expect(first).toEqual(second)
    const schools = await rowsOf(test, sql`select from branch where code = 'KKN'`)
    expect(schools).toHaveLength(1)
  })

  it('rolls back an interrupted load', async () => {
    const test = await openSchool()
    const before = await fingerprint(test)
    let links = 0
    const failing = {
      ...test.services,
      tokens: {
        ...test.services.tokens,
        signDocument() {
          if (++links > 40) throw new Error('interrupted')
          return ''
        },
      },
    }
    await expect(seedDemo(failing, silent, { applications })).rejects.toThrow('interrupted')
    expect(await fingerprint(test)).toEqual(before)
    expect(await seed(test)).not.toEqual([])
  })

  it.each(['2026-11-22T17:05:00Z', '2026-11-23T16:50:00Z', '2027-01-03T05:00:00Z'])(
    'loads at %s with every event of exam rights, a running offer and nothing in the future',
    async (now) => {
      const test = await openSchool(now)
      await seed(test)
      const [row] = await rowsOf(
        test,
        sql<{ events: number; offers: number; future: number }>`
          select count(distinct event)::int as events, count(*) filter (where at > ${now})::int as future,
            (select count(*)::int from exam_waiting where state = 'offered' and offer_until > ${now}) as offers
          from exam_right_event`,
      )
      expect(row).toEqual({ events: Object.keys(examRightEvents).length, offers: 1, future: 0 })
    },
  )

  it('does not change a database that has another school', async () => {
    const test = await openSchool()
    const { db } = test.services
    const { branch_id } = await db
      .insertInto('branch')
      .values({ code: 'XX', name: 'x' })
      .returning('branch_id')
      .executeTakeFirstOrThrow()
    const { role_id } = await db.selectFrom('role').select('role_id').executeTakeFirstOrThrow()
    await db
      .insertInto('app_user')
      .values({ username: 'boss', password_hash: '', role_id, branch_id, fname: 'x', sname: 'y' })
      .execute()
    const messages: string[] = []
    expect(await seed(test, (text) => messages.push(text))).toEqual([])
    expect(messages).toEqual([expect.stringContaining('a school of its own')])
    expect(await db.selectFrom('course').selectAll().execute()).toEqual([])
  })
})
