/**
 * The records that the demo's payroll is based on, and certificates that result from it: rates for
 * exam panels, sums of the tax year before the payroll, and certificates of withheld tax, one of
 * which was cancelled and issued again.
 */
import { payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import type { InputOf } from '@khapdee/contract/endpoint'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { create as recordOpening } from '../modules/payroll/openings.ts'
import { create as giveRate } from '../modules/payroll/work-rates.ts'
import { issueCertificates } from '../modules/tax-certificate/issue-certificates.ts'
import { cancel } from '../modules/tax-certificate/tax-certificate.module.ts'
import { createLookup } from './create-lookup.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { branchCodes } from './demo-branches.ts'
import { userOf } from './demo-rota.ts'

interface People {
  userIdOf(username: string): number
  actAs: ActAs
}

const at = (date: Day, time: string) => new Date(`${date}T${time}:00+07:00`)

/** Gives the examiners a rate for a seat on a panel; one of them has a better one as the chair from `raised` on. */
export async function giveWorkRates(
  tx: Kysely<DB>,
  { userIdOf, actAs }: People,
  { from, raised }: { from: Day; raised: Day },
): Promise<void> {
  const { list_payroll_id } = await tx
    .selectFrom('list_payroll')
    .select('list_payroll_id')
    .where('name', '=', 'ค่าคุมสอบ')
    .executeTakeFirstOrThrow()
  const seat = { kind: 'exam_panel', role: null, subject: null, licence_type: null } as const
  const rates: readonly Omit<InputOf<typeof payrollWorkRate.create>, 'list_payroll_id'>[] = [
    ...branchCodes.map((code) => ({
      ...seat,
      user_id: userIdOf(`examiner.${code.toLowerCase()}`),
      valid_from: from,
      unit: 'time' as const,
      rate: satang(30_000),
    })),
    {
      ...seat,
      user_id: userIdOf('examiner.kkn'),
      role: 'chair',
      valid_from: raised,
      unit: 'time',
      rate: satang(35_000),
    },
  ]
  for (const rate of rates) {
    const ctx = actAs('hr', at(rate.valid_from, '08:45'), callOf(payrollWorkRate.create))
    await giveRate.run(ctx, { ...rate, list_payroll_id })
  }
}

/** Social security of a month at the highest wage base, and the tax of the owner's pay, in satang. */
const highestSecurity = 87_500
const taxOfOwner = 120_416

/**
 * Records what managers and the owner earned in the year before the first day of the payroll, and what a newcomer earned at
 * the previous employer.
 */
export async function recordDemoOpenings(
  tx: Kysely<DB>,
  { userIdOf, actAs }: People,
  firstDay: Day,
): Promise<void> {
  const salaries = await tx
    .selectFrom('app_user')
    .innerJoin('user_salary', 'user_salary.user_id', 'app_user.user_id')
    .select(['username', 'salary', 'start_date'])
    .$narrowType<{ start_date: Day }>()
    .execute()
  const person = createLookup(salaries.map((row) => [row.username, row]))
  /** @param until a day of the month after the last one that is summed */
  const record = async (
    as: string,
    username: string,
    type: 'earlier_months' | 'previous_employer',
    until: Day,
    tax = 0,
  ) => {
    const months = Number(until.slice(5, 7)) - 1
    if (months === 0) return
    const input: InputOf<typeof payrollOpening.create> = {
      user_id: userIdOf(username),
      year: Number(until.slice(0, 4)),
      type,
      regular: satang(Number(person(username).salary) * months),
      irregular: satang(0),
      tax: satang(tax * months),
      sso: satang(Math.min(highestSecurity, Number(person(username).salary) * 0.05) * months),
      provident_fund: satang(0),
    }
    const when = at(addDays(until, 3), '14:00')
    await recordOpening.run(actAs(as, when, callOf(payrollOpening.create)), input)
  }
  for (const code of branchCodes)
    await record('hr', userOf('manager', code), 'earlier_months', firstDay)
  await record('admin', 'owner', 'earlier_months', firstDay, taxOfOwner)
  const newcomer = 'motorcycle.nma'
  await record('hr', newcomer, 'previous_employer', person(newcomer).start_date)
}

/** Issues the certificates of the person who left, after the last pay day; the first one had a wrong address. */
export async function issueDemoCertificates(
  tx: Kysely<DB>,
  { userIdOf, actAs }: People,
  lastPayDay: Day,
): Promise<void> {
  const user_id = userIdOf('gardener.kkn')
  const { year } = await tx
    .selectFrom('payroll_month')
    .select(sql<number>`max(extract(year from pay_date))::int`.as('year'))
    .where('user_id', '=', user_id)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
  const issue = (time: string) =>
    issueCertificates(actAs('hr', at(lastPayDay, time), callOf(taxCertificate.issue)), {
      year,
      user_ids: [user_id],
    })
  const {
    data: {
      certificates: [wrong],
    },
  } = await issue('16:00')
  if (wrong === undefined) throw new Error('the certificate of the leaver was not issued')
  const cancelling = actAs('hr', at(lastPayDay, '16:20'), callOf(taxCertificate.cancel))
  await cancel.run(cancelling, {
    tax_certificate_id: wrong.tax_certificate_id,
    note: 'ที่อยู่ของผู้มีเงินได้ไม่ถูกต้อง ออกฉบับใหม่แทน',
  })
  await issue('16:30')
}
