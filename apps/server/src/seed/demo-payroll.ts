/**
 * The payroll of the demo: the last three months, which were paid, and the present one, of which one branch is a draft, one
 * waits for the accountant, and one was returned. People had a raise, moved to another branch, pay back a loan, and got a bonus;
 * the month of one person was voided.
 */
import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, day, monthsOf } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Command } from '../kernel/command.ts'
import { storeTerms } from '../modules/employee/record-terms.ts'
import { build } from '../modules/payroll/build-month.ts'
import { create as createLoan } from '../modules/payroll/loan-commands.ts'
import { changeLines } from '../modules/payroll/save-lines.ts'
import {
  approve,
  confirm,
  pay,
  returnMonths,
  submit,
  voidMonths,
} from '../modules/payroll/steps.ts'
import { createLookup } from './create-lookup.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { type BranchCode, branchCodes } from './demo-branches.ts'
import { giveWorkRates, issueDemoCertificates, recordDemoOpenings } from './demo-payroll-cases.ts'

const firstOf = (month: string): Day => day(`${month}-01`)
const lastOf = (month: string): Day => addDays(firstOf(nextOf(month)), -1)

function nextOf(month: string): string {
  const [, next = ''] = monthsOf(firstOf(month), addDays(firstOf(month), 32))
  return next
}

/**
 * The months of the payroll, `YYYY-MM`: three that were paid, and the present one. Before them,
 * wages are entered manually in the books.
 */
export const payrollMonths = (today: Day): string[] =>
  monthsOf(addDays(firstOf(today.slice(0, 7)), -80), today)

const at = (date: Day, time: string) => new Date(`${date}T${time}:00+07:00`)

/** The users who confirm, approve and pay. */
const deciders = [['owner', 'accountant']] as const
/**
 * The administrators' pay is visible to themselves only, and the owner's pay is not visible to the
 * accountant.
 */
const ofAdmin = ['admin', 'admin'] as const

interface People {
  userIdOf(username: string): number
  actAs: ActAs
}

/** A raise from the month `last` on, and a move to another branch in the middle of the month `middle`. */
async function changeTerms(
  tx: Kysely<DB>,
  { userIdOf, actAs }: People,
  branchIdOf: (code: BranchCode) => number,
  { middle, last }: { middle: string; last: string },
): Promise<void> {
  const raised = userIdOf('registrar.kkn')
  await tx
    .updateTable('user_salary')
    .set({ salary: sql`salary + ${sql.lit(150_000)}` })
    .where('user_id', '=', raised)
    .execute()
  const hr = (date: Day) => actAs('hr', at(date, '09:00'), 'PUT user/update')
  await storeTerms(hr(firstOf(last)), raised, firstOf(last))
  const moved = userIdOf('cleaner.bpi')
  await tx
    .updateTable('pay_terms')
    .set({ branch_id: branchIdOf('KKN') })
    .where('user_id', '=', moved)
    .execute()
  const from = addDays(firstOf(middle), 15)
  await storeTerms(hr(from), moved, from)
}

/** Adds a bonus to the built draft of a person. */
async function addBonus(
  tx: Kysely<DB>,
  actAs: ActAs,
  user_id: number,
  month: string,
  when: Date,
): Promise<void> {
  const item = await tx
    .selectFrom('list_payroll')
    .select('list_payroll_id')
    .where('category', '=', sql.lit('bonus'))
    .executeTakeFirstOrThrow()
  const { version } = await tx
    .selectFrom('payroll_month')
    .select('version')
    .where('user_id', '=', user_id)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  const input: InputOf<typeof payroll.lines> = {
    user_id,
    month,
    version,
    lines: [{ ...item, value: satang(1_000_000) }],
    note: 'ยอดสมัครของสาขาถึงเป้า',
  }
  await changeLines.run(actAs('hr', when, callOf(payroll.lines)), input)
}

/** Changes the terms of people and makes the months, up to the day before `today`. */
export async function createDemoPayroll(
  tx: Kysely<DB>,
  actAs: ActAs,
  branchIdOf: (code: BranchCode) => number,
  today: Day,
): Promise<void> {
  const users = await tx.selectFrom('app_user').select(['username', 'user_id']).execute()
  const userIdOf = createLookup(users.map(({ username, user_id }) => [username, user_id]))
  const [first = '', middle = '', last = '', present = ''] = payrollMonths(today)
  await changeTerms(tx, { userIdOf, actAs }, branchIdOf, { middle, last })
  const loan: InputOf<typeof payrollLoan.create> = {
    user_id: userIdOf('motorcycle.udn'),
    type: 'loan',
    principal: satang(1_200_000),
    instalment: satang(120_000),
    first_month: middle,
    day: addDays(firstOf(middle), 4),
    pay_type: 'transfer',
    has_consent: true,
    note: 'ซ่อมบ้าน',
  }
  await createLoan.run(actAs('accountant', at(loan.day, '13:30'), callOf(payrollLoan.create)), loan)

  await giveWorkRates(tx, { userIdOf, actAs }, { from: firstOf(first), raised: firstOf(last) })
  await recordDemoOpenings(tx, { userIdOf, actAs }, firstOf(first))

  const act = (
    username: string,
    when: Date,
    [command, endpoint]: readonly [Command, Endpoint],
    input: object,
  ) => command.run(actAs(username, when, callOf(endpoint)), input)
  const building = [build, payroll.build] as const
  const submitting = [submit, payroll.submit] as const

  for (const month of [first, middle, last]) {
    const prepared = day(`${month}-24`)
    const decided = addDays(prepared, 1)
    for (const code of branchCodes) {
      const of = { branch_id: branchIdOf(code), month }
      await act('hr', at(prepared, '10:00'), building, of)
      if (month === last && code === 'KKN') {
        await addBonus(tx, actAs, userIdOf('manager.kkn'), month, at(prepared, '10:40'))
      }
      await act('hr', at(prepared, '11:00'), submitting, of)
      if (code === 'KKN') {
        // The people whose pay HR may not see, and HR.
        await act('admin', at(prepared, '13:00'), building, of)
        await act('admin', at(prepared, '13:20'), submitting, of)
      }
      const pay_date = lastOf(month)
      for (const [decider, payer] of code === 'KKN' ? [...deciders, ofAdmin] : deciders) {
        await act(decider, at(decided, '09:30'), [confirm, payroll.confirm], of)
        await act(decider, at(decided, '10:00'), [approve, payroll.approve], {
          ...of,
          pay_date: null,
        })
        await act(payer, at(pay_date, '15:00'), [pay, payroll.pay], {
          ...of,
          pay_date,
          pay_type: 'transfer',
          bank_account_id: null,
        })
      }
    }
  }

  await issueDemoCertificates(tx, { userIdOf, actAs }, lastOf(last))

  const yesterday = addDays(today, -1)
  for (const code of branchCodes) {
    const of = { branch_id: branchIdOf(code), month: present }
    await act('hr', at(yesterday, '10:00'), building, of)
    if (code === 'KKN') await act('admin', at(yesterday, '10:30'), building, of)
    if (code === 'BPI' || code === 'UDN') await act('hr', at(yesterday, '11:00'), submitting, of)
    if (code === 'UDN') {
      const note = 'กรุณาตรวจค่าล่วงเวลาของครูฝึกอีกครั้ง'
      const returning = [returnMonths, payroll.return] as const
      await act('accountant', at(yesterday, '14:00'), returning, { ...of, note })
    }
    if (code === 'NMA') {
      const user_ids = [userIdOf('guard.nma')]
      const note = 'รอสรุปวันทำงานจากบริษัทรักษาความปลอดภัย จัดทำใหม่ภายหลัง'
      const voiding = [voidMonths, payroll.void] as const
      await act('owner', at(yesterday, '11:30'), voiding, { ...of, user_ids, note })
    }
  }
}
