/**
 * Certificates of tax withheld from pay (50 ทวิ): their register, issue, print and cancellation.
 */
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import type { Satang } from '@khapdee/domain/money'
import {
  type PayReturn,
  payReturns,
  shortCertificateTitle,
  taxCertificateStates,
} from '@khapdee/domain/payroll/tax-certificate'
import { formatYear } from '@khapdee/domain/thai-date'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { metaOf } from '../../kernel/list.ts'
import { candidatesOf, issueCertificates } from './issue-certificates.ts'
import {
  certificatePage,
  certificateTotals,
  paidYears,
  visibleCertificates,
} from './tax-certificate.queries.ts'

const yearOptions = async (ctx: UserContext) =>
  (await paidYears.rows(ctx.tx, ctx)).map(({ year }) => ({
    value: String(year),
    name: formatYear(year),
  }))

const gettable = command(taxCertificate.gettable, async (ctx, query) => {
  const data = await certificatePage.rows(ctx.tx, ctx, query)
  const { count, ...total } = await certificateTotals.one(ctx.tx, ctx, query)
  return {
    data,
    total,
    meta: metaOf(query, count),
    filter: {
      branch: branchOptions(ctx),
      month: await yearOptions(ctx),
      type: labelOptions(payReturns),
      status: labelOptions(taxCertificateStates),
    },
  }
})

const candidates = command(taxCertificate.candidates, async (ctx, { branch, ...asked }) => {
  const years = (await paidYears.rows(ctx.tx, ctx)).map(({ year }) => year)
  const year = asked.year ?? years[0] ?? Number(ctx.clock.today().slice(0, 4))
  return { data: await candidatesOf(ctx, { year, branch }), year, years }
})

/** The certificates `c` with their people `t`. */
const certificatesOf = (ctx: UserContext, id: number) =>
  ctx.tx
    .selectFrom('tax_certificate as c')
    .innerJoin('app_user as t', 't.user_id', 'c.user_id')
    .select(['c.tax_certificate_id', 'c.branch_id', 'c.certificate_code', 'c.cancelled_at'])
    .where('c.tax_certificate_id', '=', id)

export const cancel = command(taxCertificate.cancel, async (ctx, { tax_certificate_id, note }) => {
  // The lock makes a second cancellation wait, which then finds the certificate cancelled.
  const found = await certificatesOf(ctx, tax_certificate_id)
    .where(visibleCertificates(ctx))
    .forUpdate('c')
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (found.cancelled_at !== null) throw stateError(`${shortCertificateTitle}นี้ยกเลิกแล้ว`)
  await ctx.tx
    .updateTable('tax_certificate')
    .set({
      cancelled_at: ctx.clock.now().toISOString(),
      cancelled_by: ctx.actor.user_id,
      cancel_note: note,
    })
    .where('tax_certificate_id', '=', tax_certificate_id)
    .execute()
  ctx.audit({
    entity: 'tax_certificate',
    id: tax_certificate_id,
    branch: found.branch_id,
    before: { status: 'valid' },
    after: { status: 'cancelled', note },
  })
  return { message: `ยกเลิกเลขที่ ${found.certificate_code} เรียบร้อยแล้ว`, data: null }
})

type Found = Awaited<ReturnType<ReturnType<typeof certificatesOf>['executeTakeFirst']>>

/** A link to a certificate that the caller may print. @throws NOT_FOUND without one */
function linkOf(ctx: UserContext, found: Found): { pdf: string } {
  if (found === undefined) throw notFound()
  const { tax_certificate_id, branch_id, certificate_code } = found
  ctx.audit({
    entity: 'tax_certificate',
    id: tax_certificate_id,
    branch: branch_id,
    after: { certificate_code },
  })
  const token = ctx.services.tokens.signTaxCertificate({
    tax_certificate_id,
    sessionId: ctx.actor.session_id,
    printedAt: ctx.clock.now().toISOString(),
  })
  return { pdf: `/files/tax-certificates/${token}/${certificate_code}.pdf` }
}

const pdf = command(taxCertificate.pdf, async (ctx, { tax_certificate_id }) => ({
  data: linkOf(
    ctx,
    await certificatesOf(ctx, tax_certificate_id)
      .where(visibleCertificates(ctx))
      .executeTakeFirst(),
  ),
}))

const ownPdf = command(taxCertificate.ownPdf, async (ctx, { tax_certificate_id }) => ({
  data: linkOf(
    ctx,
    await certificatesOf(ctx, tax_certificate_id)
      .where('c.user_id', '=', ctx.actor.user_id)
      .where('c.cancelled_at', 'is', null)
      .executeTakeFirst(),
  ),
}))

const own = command(taxCertificate.own, async (ctx) => ({
  data: await ctx.tx
    .selectFrom('tax_certificate')
    .select([
      'tax_certificate_id',
      'certificate_code',
      'year',
      'return',
      'income',
      'tax',
      'createdAt',
    ])
    .where('user_id', '=', ctx.actor.user_id)
    .where('cancelled_at', 'is', null)
    .orderBy('year', 'desc')
    .orderBy('tax_certificate_id', 'desc')
    // Safe: a check constraint lists the returns.
    .$narrowType<{ return: PayReturn; income: Satang; tax: Satang }>()
    .execute(),
}))

export const taxCertificateCommands: Command[] = [
  gettable,
  candidates,
  command(taxCertificate.issue, issueCertificates),
  cancel,
  pdf,
  own,
  ownPdf,
]
