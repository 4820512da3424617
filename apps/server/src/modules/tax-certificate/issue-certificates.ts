/** Issues certificates of tax withheld from pay. Source: Revenue Code s.50 bis; product specification, sections 10 and 10b. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type {
  TaxCertificateCandidate,
  taxCertificate as api,
} from '@khapdee/contract/entities/tax-certificate'
import { type Address, formatAddress } from '@khapdee/domain/format-address'
import { sumSatang } from '@khapdee/domain/money'
import {
  shortCertificateTitle,
  taxCertificate,
  taxCertificateProblem,
} from '@khapdee/domain/payroll/tax-certificate'
import { formatYear } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import type { TaxCertificateView } from '../../adapters/pdf/payroll-view.ts'
import type { RowOf } from '../../db/columns.ts'
import { lockByName } from '../../kernel/advisory-lock.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { readBranchHeader } from '../branch-header.ts'
import { payToCertify, paymentsIn } from './tax-certificate.queries.ts'

type YearOfPay = RowOf<typeof payToCertify.columns>

const yearIsOver = (ctx: UserContext, year: number) => Number(ctx.clock.today().slice(0, 4)) > year

const problemOf = (ctx: UserContext, pay: YearOfPay, year: number): string | null =>
  taxCertificateProblem(
    { ...pay, hasHiddenPay: pay.has_hidden, hasLeft: pay.has_left },
    { yearIsOver: yearIsOver(ctx, year) },
  )

/** The figures of a year of pay. All its payments are of one kind of income. */
function figuresOf({ payments }: YearOfPay, year: number) {
  const { rows, social_security, provident_fund } = taxCertificate(paymentsIn(payments), year)
  return {
    rows,
    income: sumSatang(rows.map(({ paid }) => paid)),
    tax: sumSatang(rows.map(({ tax }) => tax)),
    social_security,
    provident_fund,
  }
}

/** The people of a branch filter without a certificate of the year, by name. */
export async function candidatesOf(
  ctx: UserContext,
  { year, branch }: { year: number; branch: string | undefined },
): Promise<TaxCertificateCandidate[]> {
  const branches = new Set(ctx.scope.narrow(branch))
  const pay = await payToCertify.rows(ctx.tx, ctx, { year, user_ids: null })
  return pay
    .filter(({ branch_id }) => branches.has(branch_id))
    .map((row) => {
      const { user_id, name, branch_id, branch: branchName, has_left } = row
      const { rows: _, ...figures } = figuresOf(row, year)
      const person = { user_id, name, branch_id, branch: branchName, has_left, return: row.return }
      return { ...person, ...figures, problem: problemOf(ctx, row, year) }
    })
}

type Certifiable = YearOfPay & { problem: null }

/** Writes the certificates of one branch, with consecutive numbers. */
async function write(
  ctx: UserContext,
  { branch_id, year }: { branch_id: number; year: number },
  people: readonly Certifiable[],
) {
  const { code, school, logo_file_id } = await readBranchHeader(ctx, branch_id)
  const [day, at] = [ctx.clock.today(), ctx.clock.now().toISOString()]
  const { numbers } = await reserve(ctx.tx, {
    branchId: branch_id,
    day,
    numbers: { WT: people.length },
    ids: {},
  })
  const codes = numbers('WT', code)
  const values = people.map((pay, i) => {
    const { rows, ...figures } = figuresOf(pay, year)
    const certificate_code = codes[i] ?? ''
    const snapshot: TaxCertificateView = {
      school,
      number: certificate_code,
      issued_at: at,
      day,
      // Safe: the query selects the parts of an address.
      payee: { name: pay.name, tax_id: pay.idcard, address: formatAddress(pay.person as Address) },
      return: pay.return,
      rows: rows.map((row) => ({ ...row, detail: '', paid_on: formatYear(year) })),
      social_security: figures.social_security,
      provident_fund: figures.provident_fund,
      condition: 'withheld',
      issuer: ctx.actor.name,
    }
    return {
      certificate_code,
      branch_id,
      branches: pay.branches,
      user_id: pay.user_id,
      year,
      return: pay.return,
      payer_tax_id: pay.payer_tax_id,
      ...figures,
      snapshot: JSON.stringify(snapshot),
      logo_file_id,
      created_by: ctx.actor.user_id,
      createdAt: at,
    }
  })
  const issued = await ctx.tx
    .insertInto('tax_certificate')
    .values(values)
    .returning(['tax_certificate_id', 'certificate_code', 'user_id', 'return'])
    .execute()
  for (const { tax_certificate_id, ...after } of issued)
    ctx.audit({
      entity: 'tax_certificate',
      id: tax_certificate_id,
      branch: branch_id,
      after: { ...after, year },
    })
  return issued
}

/**
 * Issues certificates for a year. People who have one already are skipped silently when others are
 * issued.
 * @throws NOT_FOUND for people whose pay the caller does not see; STATE when none can be issued
 */
export async function issueCertificates(
  ctx: UserContext,
  { year, user_ids }: InputOf<typeof api.issue>,
): Promise<Answer<typeof api.issue>> {
  // Of two users who issue at the same time, the second waits and then finds the certificates of
  // the first.
  await lockByName(ctx.tx, `tax certificates ${year}`)
  const found = await payToCertify.rows(ctx.tx, ctx, { year, user_ids })
  const own = new Set<number>(ctx.scope.branchIds)
  // The caller may not see the pay of the others, so their names are not disclosed either.
  const pay = found.filter(({ branches }) => branches.some((branch) => own.has(branch)))
  const problems = pay.map((row) => problemOf(ctx, row, year))
  const left_out = pay.flatMap(({ user_id, name }, i) => {
    const problem = problems[i] ?? null
    return problem === null ? [] : [{ user_id, name, problem }]
  })
  const ready = pay.filter((_, i) => problems[i] === null) as Certifiable[]
  if (ready.length === 0) {
    const [first] = left_out
    if (first !== undefined) throw stateError(`${first.name}: ${first.problem}`)
    if (await hasCertificate(ctx, year, user_ids))
      throw stateError(`${actionWords.issue}${shortCertificateTitle}ของปีนี้แล้ว`)
    throw notFound()
  }
  const certificates = []
  // Counters are locked in the order of the branches.
  const branches = [...new Set(ready.map(({ branch_id }) => branch_id))].toSorted((a, b) => a - b)
  for (const branch_id of branches) {
    const ofBranch = ready.filter((row) => row.branch_id === branch_id)
    certificates.push(...(await write(ctx, { branch_id, year }, ofBranch)))
  }
  const rest = left_out.length === 0 ? '' : ` ยังออกไม่ได้ ${left_out.length} คน`
  return {
    message: `${actionWords.issue}${shortCertificateTitle} ${certificates.length} ฉบับเรียบร้อยแล้ว${rest}`,
    data: { certificates, left_out },
  }
}

async function hasCertificate(
  ctx: UserContext,
  year: number,
  user_ids: readonly number[],
): Promise<boolean> {
  const found = await ctx.tx
    .selectFrom('tax_certificate')
    .select('tax_certificate_id')
    .where('user_id', 'in', [...user_ids])
    .where('year', '=', year)
    .where('branch_id', 'in', ctx.scope.branchIds)
    .where('cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
