/** For each endpoint of payslips, a valid call; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { payrollFile } from '@khapdee/contract/entities/payroll-file'
import { leaverLink } from '@khapdee/contract/entities/leaver-link'
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import { payslip } from '@khapdee/contract/entities/payslip'
import { type BranchFixture, type Sample, listFilters } from './branch-fixture.ts'
import { makeEmployee } from './make/employee.ts'
import { makePayrollMonth, makeTaxCertificate } from './make/payslip.ts'

const month = '2026-10'

/** An employee with an approved month in the branch. */
async function paidPerson({ test, branch_id }: BranchFixture, of = month): Promise<number> {
  const { user_id } = await makeEmployee(test, branch_id)
  await makePayrollMonth(test, user_id, { month: of, branch_id })
  return user_id
}

let serial = 0

/** The input for a file of the branch that can be made, with a different month each time. */
const fileOf = async (fixture: BranchFixture) => {
  const of = `2026-${String((serial++ % 10) + 1).padStart(2, '0')}`
  await paidPerson(fixture, of)
  return { kind: 'bank_csv', month: of, branch_id: fixture.branch_id, again: true }
}
/** A stored file of the branch. */
async function madeFile({ test, branch_id }: BranchFixture) {
  const { payroll_file_id } = await test.db
    .insertInto('payroll_file')
    .values({
      kind: 'bank_csv',
      period: '2025-01',
      branches: [branch_id],
      branch_id,
      content: Buffer.from('x'),
      sha256: '0'.repeat(64),
      count: 1,
      total: 1,
      created_by: test.school.userId('admin'),
      createdAt: '2026-11-21T05:00:00Z',
    })
    .returning('payroll_file_id')
    .executeTakeFirstOrThrow()
  return { payroll_file_id }
}

/** A person of the branch with pay of a year; a different one each time. */
const certifiable = async (fixture: BranchFixture) => ({
  year: 2026,
  user_ids: [await paidPerson(fixture)],
})

/** A certificate of a person of the branch. */
async function certificate({ test, branch_id }: BranchFixture) {
  const { user_id } = await makeEmployee(test, branch_id)
  return makeTaxCertificate(test, { user_id, branch_id })
}

/** A person of the branch who left. */
const leaver = async ({ test, branch_id }: BranchFixture) => {
  const { user_id } = await makeEmployee(test, branch_id, {
    status: 'resigned',
    is_active: false,
  })
  return { user_id }
}

const madeLink = async (fixture: BranchFixture) => {
  const { user_id } = await leaver(fixture)
  const { leaver_link_id } = await fixture.test.db
    .insertInto('leaver_link')
    .values({
      user_id,
      token_hash: String(serial++).padStart(64, '0'),
      expires_at: '2027-01-01T00:00:00Z',
      created_by: fixture.test.school.userId('hr'),
      createdAt: '2026-11-21T05:00:00Z',
    })
    .returning('leaver_link_id')
    .executeTakeFirstOrThrow()
  return { leaver_link_id }
}

export const payslipSamples: readonly [Endpoint, Sample][] = [
  [payslip.pdf, { wire: async (fixture) => ({ user_id: await paidPerson(fixture), month }) }],
  [
    payslip.many,
    {
      wire: async (fixture) => {
        await paidPerson(fixture)
        return { branch: String(fixture.branch_id), month }
      },
    },
  ],
  [payrollFile.gettable, { wire: listFilters }],
  [payrollFile.create, { wire: fileOf }],
  [payrollFile.open, { wire: madeFile }],
  [taxCertificate.gettable, { wire: listFilters }],
  [taxCertificate.candidates, { wire: ({ branch_id }) => ({ branch: String(branch_id) }) }],
  [taxCertificate.issue, { wire: certifiable }],
  [
    taxCertificate.cancel,
    { wire: async (fixture) => ({ ...(await certificate(fixture)), note: 'ออกผิด' }) },
  ],
  [taxCertificate.pdf, { wire: certificate }],
  [taxCertificate.export, { wire: listFilters }],
  [leaverLink.list, { wire: leaver }],
  [leaverLink.create, { wire: leaver }],
  [leaverLink.open, { wire: () => ({ token: 'x'.repeat(32), password: '1' }), status: 404 }],
  [leaverLink.revoke, { wire: madeLink }],
  [taxCertificate.own, { wire: () => ({}) }],
  [taxCertificate.ownPdf, { wire: () => ({ tax_certificate_id: 999_999 }), status: 404 }],
  // The users of the fixtures have no pay.
  [payslip.own, { wire: () => ({ month: '2025-01' }), status: 404 }],
]
