/** Months of payroll, written to the tables directly. */
import type { DocumentType } from '@khapdee/domain/document-number'
import { buddhistMonth } from '@khapdee/domain/thai-date'
import type { Insertable } from 'kysely'
import type { PayrollLine, PayrollMonth } from '../../src/db/types.ts'
import type { TestApp } from '../app.ts'

/** The next number of its type, the branch and the present month. */
async function nextCode(
  { db, school, clock }: TestApp,
  type: DocumentType,
  branch_id: number,
): Promise<string> {
  const month = buddhistMonth(clock.today())
  const { last } = await db
    .insertInto('document_counter')
    .values({ type, branch_id, month, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'branch_id', 'month'])
        .doUpdateSet((eb) => ({ last: eb('document_counter.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const code = branch_id === school.branch.KKN ? 'KKN' : 'BPI'
  return `${type}-${code}-${month}-${String(last).padStart(4, '0')}`
}

const line = (values: Partial<Insertable<PayrollLine>>) => ({
  type: 'income',
  category: 'wages',
  name: 'เงินเดือน',
  condition: 'fill',
  title_value: 'baht',
  per_value: 0,
  value: 0,
  amount: 0,
  taxable: true,
  in_sso_base: true,
  regular: true,
  ...values,
})

/** Income of 30,281.25 baht, deductions of 1,039.58 baht. */
const lines = [
  line({ amount: 3_000_000, value: 3_000_000, source: 'salary' }),
  line({
    name: 'ค่าล่วงเวลา',
    condition: 'multiply',
    title_value: 'hour',
    per_value: 18_750,
    value: 150,
    amount: 28_125,
  }),
  ...[
    { name: 'ภาษีหัก ณ ที่จ่าย', category: 'tax', amount: 16_458 },
    { name: 'ประกันสังคม', category: 'sso', amount: 87_500 },
  ].map((values) => line({ type: 'deduction', posting: 'withheld_for', ...values })),
]

const figures = {
  income: 3_028_125,
  deduction: 103_958,
  gross: 3_028_125,
  sso_wage: 3_000_000,
  sso_base: 1_750_000,
  sso_employee: 87_500,
  sso_employer: 87_500,
  taxable_regular: 3_000_000,
  taxable_irregular: 28_125,
  tax: 16_458,
}

/** A month of a person with a salary of 30,000 baht, by default approved and paid by transfer to Kasikornbank. */
export async function makePayrollMonth(
  test: TestApp,
  user_id: number,
  { status = 'approved', ...values }: Partial<Insertable<PayrollMonth>> = {},
) {
  const { db, school } = test
  const month = values.month ?? '2026-10'
  const branch_id = values.branch_id ?? school.branch.KKN
  const created_by = school.userId('hr')
  const at = '2026-10-30T03:00:00Z'
  const pay_date = `${month}-28`
  const { payroll_id } = await db
    .insertInto('payroll_month')
    .values({
      user_id,
      position: 'ครูฝึก',
      pay_as: 'employee',
      pay_type: 'transfer',
      bank: '004',
      bank_acc: '0123456789',
      pay_date,
      created_by,
      createdAt: at,
      updatedAt: at,
      ...figures,
      ...values,
      month,
      branch_id,
    })
    .returning('payroll_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payroll_line')
    .values(lines.map((row, place) => ({ ...row, payroll_id, place })))
    .execute()
  if (status !== 'approved') return { payroll_id, payslip_code: '' }
  const payslip_code = await nextCode(test, 'PS', branch_id)
  const { payroll_posting_id } = await db
    .insertInto('payroll_posting')
    .values({ branch_id, month, pay_date, is_reversal: false, created_by, createdAt: at })
    .returning('payroll_posting_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payroll_month')
    .set({ status, payroll_posting_id, payslip_code, approved_at: at })
    .where('payroll_id', '=', payroll_id)
    .execute()
  return { payroll_id, payslip_code }
}

/** A certificate of the tax withheld from a person's pay of 2026. */
export async function makeTaxCertificate(
  test: TestApp,
  { user_id, branch_id }: { user_id: number; branch_id: number },
): Promise<{ tax_certificate_id: number }> {
  return test.db
    .insertInto('tax_certificate')
    .values({
      certificate_code: await nextCode(test, 'WT', branch_id),
      branch_id,
      branches: [branch_id],
      user_id,
      year: 2026,
      return: 'pnd1a',
      payer_tax_id: '',
      income: 1,
      tax: 0,
      social_security: 0,
      provident_fund: 0,
      snapshot: '{}',
      created_by: test.school.userId('hr'),
      createdAt: '2026-11-21T05:00:00Z',
    })
    .returning('tax_certificate_id')
    .executeTakeFirstOrThrow()
}
