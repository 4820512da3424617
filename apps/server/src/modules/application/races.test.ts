import { application } from '@khapdee/contract/entities/application'
import { type Insertable, sql } from 'kysely'
import type { AppUser } from '../../db/types.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const clerkName = (n: number) => `clerk${n % 32}`

/** Creates 32 clerks, half of them in each branch. */
async function createClerks(): Promise<void> {
  const [kkn, bpi] = await Promise.all(
    ['registrar.kkn', 'registrar.bpi'].map((username) =>
      test.db
        .selectFrom('app_user')
        .select(['password_hash', 'role_id', 'branch_id', 'fname', 'sname'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow(),
    ),
  )
  const values = oneTo(32).map((n) => ({ ...(n % 2 === 0 ? kkn : bpi), username: clerkName(n) }))
  await test.db
    .insertInto('app_user')
    .values(values as Insertable<AppUser>[])
    .execute()
}

/** The running numbers of all issued documents, by type, branch and month. */
async function issuedNumbers(): Promise<Record<string, number[]>> {
  const { rows } = await sql<{ series: string; numbers: number[] }>`
    select substring(code from '^(.*)-') as series, array_agg(substring(code from '\\d+$')::int order by code) as numbers
    from (select application_code as code from application union all select payment_code from payment) as issued
    group by 1`.execute(test.db)
  return Object.fromEntries(rows.map((row) => [row.series, row.numbers]))
}

const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

/** Repeats a call while a busy machine answers it with 503, which writes nothing. */
async function retryUnavailable<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  const answer = await send()
  return answer.status === 503 ? retryUnavailable(send) : answer
}

describe('document numbers', () => {
  it('have no gaps after concurrent registrations of which some are refused', async () => {
    await createClerks()
    // One by one: only the registrations must be concurrent, and 32 password hashes at once occupy a busy machine so
    // long that sign-ins are answered with 503.
    for (const n of oneTo(32)) await test.login(clerkName(n))
    const answers = await Promise.all(
      oneTo(80).map((n) =>
        retryUnavailable(() =>
          test.call(
            application.create,
            applicationInput(
              test.school,
              n % 5 === 0
                ? { course: [{ course_id: test.school.course.closed, ...lineInput(100_000) }] }
                : {},
            ),
            clerkName(n),
          ),
        ),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(64)
    const issued = await issuedNumbers()
    expect(Object.keys(issued).toSorted()).toEqual([
      'AP-BPI-6911',
      'AP-KKN-6911',
      'RE-BPI-6911',
      'RE-KKN-6911',
    ])
    for (const numbers of Object.values(issued)) expect(numbers).toEqual(oneTo(numbers.length))
    expect(Object.values(issued).flat()).toHaveLength(128)
  })

  it('start from 1 in every month of Bangkok time', async () => {
    test.clock.set('2026-11-30T17:00:00Z')
    const made = await test.call(application.create, applicationInput(test.school), 'registrar.kkn')
    expect(made.data.application_code).toBe('AP-KKN-6912-0001')
    test.clock.set('2026-11-21T03:00:00Z')
  })
})

describe('the last use of a promotion', () => {
  it('is given to exactly one of two clerks', async () => {
    for (let round = 0; round < 20; round++) {
      await sql`update promotion set "limit" = usage + 1 where code = 'ONCE'`.execute(test.db)
      const answers = await Promise.all(
        ['registrar.kkn', 'cashier.kkn'].map((as) =>
          test.call(
            application.create,
            applicationInput(test.school, {
              course: [
                {
                  course_id: test.school.course.car,
                  ...lineInput(600_000, { promotion_code: 'ONCE' }),
                },
              ],
            }),
            as,
          ),
        ),
      )
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400])
      const refused = answers.find((answer) => answer.status === 400)
      expect(refused?.body.code).toBe('PROMO_USED_UP')
    }
  })
})

describe('a new customer registered by concurrent calls', () => {
  it('is stored once when two clerks register concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const customer = customerInput()
      const answers = await Promise.all(
        ['registrar.kkn', 'registrar.bpi'].map((as) =>
          test.call(application.create, applicationInput(test.school, { customer }), as),
        ),
      )
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
      const rows = await test.db
        .selectFrom('customer')
        .selectAll()
        .where('idcard', '=', customer.idcard)
        .execute()
      expect(rows).toHaveLength(1)
    }
  })

  it('gets the privacy notice once, and every registration is numbered', async () => {
    const customer = customerInput()
    const answers = await Promise.all(
      oneTo(6).map(() =>
        test.call(
          application.create,
          applicationInput(test.school, { customer: { ...customer, privacy_notice: true } }),
          'registrar.kkn',
        ),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(oneTo(6).map(() => 200))
    const codes = answers.map(({ data }) => Number(data.application_code.slice(-4))).toSorted()
    expect(codes).toEqual(oneTo(6).map((n) => (codes[0] ?? 0) + n - 1))
    const rows = await test.db
      .selectFrom('customer')
      .select(['version', 'privacy_notice_version'])
      .where('idcard', '=', customer.idcard)
      .execute()
    expect(rows).toEqual([{ version: 2, privacy_notice_version: '2569-1' }])
  })
})

it('has stored sums and promotion uses that equal their rows', async () => {
  const { rows } = await sql`
    select a.application_code from application a
    where a.paid <> (select coalesce(sum(p.paid), 0) from payment p where p.application_id = a.application_id)
      or a.paid <> (select coalesce(sum(pl.paid), 0) from payment_line pl join payment p using (payment_id) where p.application_id = a.application_id)
      or a.paid <> (select coalesce(sum(l.paid), 0) from application_line l where l.application_id = a.application_id)
      or a.net <> (select coalesce(sum(l.cost - l.discount), 0) from application_line l where l.application_id = a.application_id)
      or a.balance <> a.net - a.paid`.execute(test.db)
  expect(rows).toEqual([])
})
