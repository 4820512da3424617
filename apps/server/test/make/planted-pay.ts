/**
 * People whose pay has unique amounts, created by the calls of payroll, for tests of who may see
 * it.
 */
import { employee } from '@khapdee/contract/entities/employee'
import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollFile } from '@khapdee/contract/entities/payroll-file'
import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import { payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { payrollStanding } from '@khapdee/contract/entities/payroll-standing'
import { payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import { bahtText } from '@khapdee/domain/baht-text'
import { formatBaht, satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import { employeeInput, makeEmployee } from './employee.ts'

const year = 2026
const month = `${year}-10`
const draftMonth = `${year}-11`

const isDistinct = (amount: number) => Math.abs(amount) >= 100_000 && amount % 100 !== 0

/** Every unique amount that is stored for a person's pay, in satang. */
async function storedAmounts({ db }: TestApp, user_id: number): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    with mine as (select * from payroll_month where user_id = ${user_id}),
    figures as (
      select to_jsonb(m) as row from mine m
      union all select to_jsonb(l) from payroll_line l join mine using (payroll_id)
      union all select to_jsonb(s) from user_salary s where user_id = ${user_id}
      union all select to_jsonb(t) from pay_terms t where user_id = ${user_id}
      union all select to_jsonb(s) from payroll_standing s where user_id = ${user_id}
      union all select to_jsonb(r) from payroll_work_rate r where user_id = ${user_id}
      union all select to_jsonb(o) from payroll_opening o where user_id = ${user_id}
      union all select to_jsonb(l) from payroll_loan l where user_id = ${user_id}
      union all select to_jsonb(c) from tax_certificate c where user_id = ${user_id}
    )
    select distinct value::numeric::float8 as amount from figures, jsonb_each(row)
    where jsonb_typeof(value) = 'number'`.execute(db)
  return rows.map(({ amount }) => amount).filter(isDistinct)
}

/** Each spelling of an amount: in satang, in baht with and without commas, and in words. */
function spellings(amount: number): string[] {
  const value = satang(amount)
  const shown = formatBaht(value)
  const escaped = [String(amount), shown, shown.replaceAll(',', '')].map((text) =>
    text.replaceAll('.', String.raw`\.`),
  )
  return [...escaped.map((text) => String.raw`(?<![\d.,])${text}(?!\d)`), bahtText(value)]
}

const succeed = (what: string, { status, body }: { status: number; body: unknown }) => {
  if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`)
}

export interface PlantedPay {
  user_id: number
  username: string
  /** The fields by which calls refer to this pay. */
  keys: Readonly<Record<string, number | string>>
  amounts: readonly number[]
  /** Matches every amount in every spelling. */
  pattern: RegExp
  /** Matches the amounts paid out by transfer as advances and loans. */
  payouts: RegExp
}

/** Advances and loans with principal and instalment, in baht. */
const loans = [
  ['loan', 37_571, 3137],
  ['advance', 8191, 1951],
] as const

/** The surname of these people, followed by their cents. */
export const secretName = 'ลับเฉพาะ'

/**
 * Creates a new employee in Khon Kaen with terms of pay, a loan, an advance, a standing item, a
 * rate for work and the sums of an earlier employer.
 * @param cents makes the amounts differ from those of another person
 */
async function plantTerms(test: TestApp, role: string, cents: number) {
  const { KKN: branch_id } = test.school.branch
  const sname = `${secretName}${cents}`
  const role_id = test.school.role(role)
  const { user_id, username } = await makeEmployee(test, branch_id, { role_id, sname })
  const { version } = (await test.call(employee.get, { user_id }, 'admin')).data
  const { password: _, ...values } = employeeInput(test, { username, sname, role_id })
  const amount = (value: number) => satang(value * 100 + cents)
  const raised = await test.call(
    employee.update,
    {
      ...values,
      user_id,
      version,
      salary: amount(71_317),
      extra_salary: amount(4919),
      pay_from: day(`${year}-01-01`),
      salary_pay_type: 'transfer',
      bank: '004',
      bank_acc: '9876543210',
    },
    'admin',
  )
  succeed('the employee', raised)

  const item = await test.call(
    payrollItem.create,
    { name: `เงินพิเศษ ${cents}`, category: 'work', branch_id },
    'admin',
  )
  const { list_payroll_id } = item.data
  const standing = { user_id, list_payroll_id, value: amount(2357) }
  succeed('the standing item', await test.call(payrollStanding.create, standing, 'admin'))
  const rate = { user_id, list_payroll_id, valid_from: day(`${year}-01-01`), rate: amount(1733) }
  succeed('the rate', await test.call(payrollWorkRate.create, rate, 'admin'))
  const opening = await test.call(
    payrollOpening.create,
    { user_id, year, type: 'previous_employer', regular: amount(151_513), tax: amount(13_339) },
    'admin',
  )
  succeed('the sums of the earlier employer', opening)
  for (const [type, principal, instalment] of loans) {
    const given = {
      user_id,
      type,
      principal: amount(principal),
      instalment: amount(instalment),
      first_month: month,
      day: day(`${year}-09-15`),
      pay_type: 'transfer',
    } as const
    succeed(`the ${type}`, await test.call(payrollLoan.create, given, 'admin'))
  }
  return { user_id, username }
}

/**
 * Creates people of Khon Kaen whose pay has unique amounts, one of each role. They are approved
 * together for a month, followed by a submitted month, certificates and a file for the bank.
 */
export async function plantPay<Role extends string>(
  test: TestApp,
  roles: readonly Role[],
): Promise<Record<Role, PlantedPay>> {
  const { KKN: branch_id } = test.school.branch
  const people: { role: Role; cents: number; user_id: number; username: string }[] = []
  for (const [i, role] of roles.entries()) {
    const cents = 37 + 20 * i
    people.push({ role, cents, ...(await plantTerms(test, role, cents)) })
  }
  const user_ids = people.map(({ user_id }) => user_id)
  const take = async (step: 'submit' | 'confirm' | 'approve', of: string) =>
    succeed(step, await test.call(payroll[step], { branch_id, user_ids, month: of }, 'admin'))
  succeed('building', await test.call(payroll.build, { branch_id, month }, 'admin'))
  for (const step of ['submit', 'confirm', 'approve'] as const) await take(step, month)
  succeed('building', await test.call(payroll.build, { branch_id, month: draftMonth }, 'admin'))
  await take('submit', draftMonth)

  const issued = await test.call(taxCertificate.issue, { year, user_ids }, 'admin')
  succeed('the certificates', issued)
  const file = await test.call(payrollFile.create, { kind: 'bank_csv', month, branch_id }, 'admin')
  succeed('the file', file)
  const planted: [Role, PlantedPay][] = []
  for (const { role, cents, user_id, username } of people) {
    const amounts = await storedAmounts(test, user_id)
    const certificate = issued.data.certificates.find((one) => one.user_id === user_id)
    planted.push([
      role,
      {
        user_id,
        username,
        keys: {
          user_id,
          month,
          tax_certificate_id: certificate?.tax_certificate_id ?? 0,
          payroll_file_id: file.data.payroll_file_id,
        },
        amounts,
        pattern: new RegExp(amounts.flatMap(spellings).join('|')),
        payouts: new RegExp(
          loans.flatMap(([, principal]) => spellings(principal * 100 + cents)).join('|'),
          'g',
        ),
      },
    ])
  }
  return Object.fromEntries(planted) as Record<Role, PlantedPay>
}
