/** Measures the payroll of 2,000 people on the built server: building their month, and their payslips as one PDF. */
import { randomUUID } from 'node:crypto'
import { payroll } from '@khapdee/contract/entities/payroll'
import { payslip } from '@khapdee/contract/entities/payslip'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { partsOf } from '../apps/server/test/payslip-parts.ts'
import { percentile, rounded } from './figures.ts'
import { send } from './http.ts'
import type { PartOptions } from './part.ts'
import { memoryOf } from './process-memory.ts'
import { type School, openSchool } from './school.ts'
import type { Figure } from './thresholds.ts'

const peopleCount = 2000
const memoryPollMs = 250
/**
 * Number of other users who send calls at the same time, each the next as soon as the last is
 * answered.
 */
const otherUsers = 2

/** Creates employees of a branch since 2020, with the pay of an employee of the demo. */
async function employ({ services: { db } }: School, branch_id: number): Promise<void> {
  await sql`
    with model as (
      select u.*, t.pay_terms_id from app_user u join pay_terms t using (user_id)
      where u.username = 'registrar.kkn' order by t.valid_from desc limit 1
    ), people as (
      insert into app_user (username, password_hash, role_id, branch_id, prefix, fname, sname, position)
      select 'bench.' || n, '', role_id, ${branch_id}, 'นาย', 'สมชาย', 'ใจดี ' || n, position
      from model, generate_series(1, ${peopleCount}) n returning user_id
    ), salaries as (
      insert into user_salary (user_id, idcard, salary, salary_pay_type, bank, bank_acc)
      select user_id, '1100000000016', 1500000 + user_id, 'transfer', '004', '0123456789' from people
    ), periods as (
      insert into employment_period (user_id, start) select user_id, '2020-01-01' from people
    )
    insert into pay_terms (user_id, valid_from, branch_id, position, is_salary_daily, pay_as, salary, extra_salary, sso_salary,
      sso_member, ewf_exempt, pvd_rate, tax_allowances)
    select p.user_id, '2020-01-01', ${branch_id}, t.position, false, 'employee', 1500000 + p.user_id, 0, 0, true, false, 0,
      t.tax_allowances
    from people p, model m join pay_terms t using (pay_terms_id)`.execute(db)
}

async function post(school: School, path: string, body: object): Promise<string> {
  return send({
    method: 'POST',
    url: `${school.origin}/api/v1/${path}`,
    headers: {
      ...(await school.signIn('admin')),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
}

/**
 * Runs a task while other users send calls. Returns its seconds, the times of their calls, and the
 * peak memory of the server.
 */
async function beside<Result>(school: School, task: () => Promise<Result>) {
  const work = { isDone: false }
  let memory = memoryOf(school.pid)
  const calls: number[] = []
  const poll = setInterval(() => (memory = Math.max(memory, memoryOf(school.pid))), memoryPollMs)
  const others = Array.from({ length: otherUsers }, async () => {
    while (!work.isDone) {
      const start = performance.now()
      const url = `${school.origin}/api/v1/application/gettable?perPage=10`
      await send({ method: 'GET', url, headers: school.headers })
      calls.push(performance.now() - start)
    }
  })
  const start = performance.now()
  try {
    const result = await task()
    return { result, seconds: (performance.now() - start) / 1000, calls, memory }
  } finally {
    work.isDone = true
    clearInterval(poll)
    await Promise.all(others)
  }
}

/**
 * Reads the payslips. @returns the bytes of the PDF, and how often the answer reported its progress
 */
async function readPayslips({ origin }: School, link: string) {
  const answer = await fetch(`${origin}${link}`)
  if (!answer.ok) throw new Error(`the payslips: ${answer.status}`)
  const { file, finished } = partsOf(Buffer.from(await answer.arrayBuffer()))
  return { size: file.length, parts: finished.length }
}

export async function measurePayroll({ log }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(log)
  try {
    const { branch_id } = await school.services.db
      .selectFrom('branch')
      .select('branch_id')
      .where('code', '=', 'KKN')
      .executeTakeFirstOrThrow()
    const month = todayInBangkok(new Date()).slice(0, 7)
    await employ(school, branch_id)
    const of = { branch_id, month }
    const built = await beside(school, () => post(school, payroll.build.path, of))
    const again = await beside(school, () => post(school, payroll.build.path, of))
    for (const step of ['submit', 'confirm', 'approve'] as const) {
      const { seconds } = await beside(school, () => post(school, payroll[step].path, of))
      log(`${step}: ${rounded(seconds)} s`)
    }
    const { data } = JSON.parse(
      await post(school, payslip.many.path, { branch: String(branch_id), month }),
    )
    if (data.count < peopleCount) throw new Error(`only ${data.count} payslips`)
    const printed = await beside(school, () => readPayslips(school, data.file))
    log(`${data.count} payslips: ${printed.result.size} bytes in ${printed.result.parts} parts`)
    return [
      {
        label: 'first time',
        value: rounded(built.seconds),
        unit: 's',
        threshold: 'month of 2,000 people',
      },
      {
        label: 'again',
        value: rounded(again.seconds),
        unit: 's',
        threshold: 'month of 2,000 people',
      },
      {
        label: 'one PDF',
        value: rounded(printed.seconds),
        unit: 's',
        threshold: 'payslips of 2,000 people',
      },
      {
        label: 'server',
        value: printed.memory,
        unit: 'MB',
        threshold: 'server memory with payslips',
      },
      ...Object.entries({ 'a month is built': built, 'payslips are made': printed }).map(
        ([name, { calls }]): Figure => ({
          label: `while ${name}, ${calls.length} calls`,
          value: rounded(percentile(calls, 0.99)),
          unit: 'ms',
          threshold: 'other calls beside payroll, p99',
        }),
      ),
    ]
  } finally {
    await school.close()
  }
}
