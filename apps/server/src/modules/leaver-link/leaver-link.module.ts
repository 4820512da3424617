/** Links for people who left: created, listed, revoked, and opened with a password. Source: product specification, 10b.12. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords } from '@khapdee/domain/words'
import type { InputOf } from '@khapdee/contract/endpoint'
import { leaverLink } from '@khapdee/contract/entities/leaver-link'
import {
  leaverLinkState,
  leaverLinkTitle,
  maxLeaverFailures,
} from '@khapdee/domain/payroll/leaver-link'
import { payslipTitle } from '@khapdee/domain/payroll/payslip'
import { payslipPasswords } from '@khapdee/domain/payroll/payslip-password'
import { shortCertificateTitle } from '@khapdee/domain/payroll/tax-certificate'
import { formatMonth, formatYear } from '@khapdee/domain/thai-date'
import { randomBytes } from 'node:crypto'
import { fullUserName, userName } from '../../db/user-name.ts'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError, notFound, stateError } from '../../kernel/errors.ts'
import { hashOfSecret } from '../../kernel/secret-hash.ts'
import { readPerson } from '../employee/visible-pay.ts'
import { passwordOf } from '../payslip/password.ts'

const list = command(leaverLink.list, async (ctx, { user_id }) => {
  await readPerson(ctx, user_id)
  const rows = await ctx.tx
    .selectFrom('leaver_link as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.created_by')
    .select(['l.leaver_link_id', 'l.expires_at', 'l.opened_at', 'l.failures', 'l.revoked_at'])
    .select(['l.createdAt', userName('u').as('user')])
    .where('l.user_id', '=', user_id)
    .orderBy('l.leaver_link_id', 'desc')
    .execute()
  const now = ctx.clock.now().toISOString()
  return { data: rows.map((row) => ({ ...row, status: leaverLinkState(row, now) })) }
})

const create = command(leaverLink.create, async (ctx, { user_id }) => {
  const { branch_id, status } = await readPerson(ctx, user_id)
  if (status !== 'resigned') throw stateError(`สร้าง${leaverLinkTitle}ได้เมื่อพนักงานพ้นสภาพแล้ว`)
  // Of two users who create links at the same time, the second waits, and its link replaces the
  // first.
  await ctx.tx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .execute()
  const lock = await passwordOf(ctx, user_id, 'idcard')
  if ('missing' in lock) throw stateError(lock.missing)
  const { leaver_link_days } = await ctx.tx
    .selectFrom('payroll_setting')
    .select('leaver_link_days')
    .executeTakeFirstOrThrow()
  const now = ctx.clock.now()
  const at = now.toISOString()
  const expires_at = new Date(now.getTime() + leaver_link_days * 86_400_000).toISOString()
  await ctx.tx
    .updateTable('leaver_link')
    .set({ revoked_at: at, revoked_by: ctx.actor.user_id })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute()
  const token = randomBytes(24).toString('base64url')
  const { leaver_link_id } = await ctx.tx
    .insertInto('leaver_link')
    .values({
      user_id,
      token_hash: hashOfSecret(token),
      expires_at,
      created_by: ctx.actor.user_id,
      createdAt: at,
    })
    .returning('leaver_link_id')
    .executeTakeFirstOrThrow()
  ctx.audit({
    entity: 'leaver_link',
    id: leaver_link_id,
    branch: branch_id,
    after: { user_id, expires_at, status: 'open' },
  })
  return {
    message: `สร้าง${leaverLinkTitle}เรียบร้อยแล้ว`,
    data: { path: `/leaver/${token}`, expires_at, hint: payslipPasswords[lock.kind].hint },
  }
})

const revoke = command(leaverLink.revoke, async (ctx, { leaver_link_id }) => {
  const link = await ctx.tx
    .selectFrom('leaver_link')
    .select(['user_id', 'revoked_at'])
    .where('leaver_link_id', '=', leaver_link_id)
    .forUpdate()
    .executeTakeFirst()
  if (link === undefined) throw notFound()
  const { branch_id } = await readPerson(ctx, link.user_id)
  if (link.revoked_at !== null) throw stateError('ลิงก์นี้ยกเลิกแล้ว')
  await ctx.tx
    .updateTable('leaver_link')
    .set({ revoked_at: ctx.clock.now().toISOString(), revoked_by: ctx.actor.user_id })
    .where('leaver_link_id', '=', leaver_link_id)
    .execute()
  ctx.audit({
    entity: 'leaver_link',
    id: leaver_link_id,
    branch: branch_id,
    after: { user_id: link.user_id, status: 'revoked' },
  })
  return { message: `${actionWords.cancel}${leaverLinkTitle}เรียบร้อยแล้ว`, data: null }
})

/** One error for unknown, expired, locked and revoked links, so that it does not reveal which of these a link is. */
const linkRefused = () => new AppError('LINK', 'ลิงก์นี้ใช้ไม่ได้หรือหมดอายุแล้ว กรุณาติดต่อโรงเรียน', 404)

/**
 * The last payslip, and the certificates of the year before it and later, as titles with links that
 * are valid for ten minutes.
 */
async function documentsOf(ctx: Context, { user_id, leaver_link_id }: Link) {
  const printedAt = ctx.clock.now().toISOString()
  const slip = await ctx.tx
    .selectFrom('payroll_month')
    .select(['payroll_id', 'month', 'payslip_code'])
    .where('user_id', '=', user_id)
    .where('status', 'in', ['approved', 'paid'])
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = slip === undefined ? 0 : Number(slip.month.slice(0, 4)) - 1
  const certificates = await ctx.tx
    .selectFrom('tax_certificate')
    .select(['tax_certificate_id', 'year', 'certificate_code'])
    .where('user_id', '=', user_id)
    .where('cancelled_at', 'is', null)
    .where('year', '>=', since)
    .orderBy('year', 'desc')
    .orderBy('tax_certificate_id', 'desc')
    .execute()
  const linkTo = (kind: 'payslip' | 'tax_certificate', document_id: number, code: string) => {
    const { tokens } = ctx.services
    const token = tokens.signLeaverDocument({ leaver_link_id, kind, document_id, printedAt })
    return `/files/leaver/${token}/${code}.pdf`
  }
  return [
    ...(slip === undefined
      ? []
      : [
          {
            title: `${payslipTitle} ${formatMonth(slip.month)}`,
            pdf: linkTo('payslip', slip.payroll_id, slip.payslip_code ?? 'payslip'),
          },
        ]),
    ...certificates.map(({ tax_certificate_id, year, certificate_code }) => ({
      title: `${shortCertificateTitle} ${fieldTitles.taxYear} ${formatYear(year)}`,
      pdf: linkTo('tax_certificate', tax_certificate_id, certificate_code),
    })),
  ]
}

interface Link {
  leaver_link_id: number
  user_id: number
}

/** @throws LINK; PASSWORD, which is counted */
async function open(
  ctx: Context,
  { token, password }: InputOf<typeof leaverLink.open>,
): Promise<Answer<typeof leaverLink.open>> {
  const now = ctx.clock.now().toISOString()
  // The lock makes concurrent guesses run one after another, so that each is counted.
  const link = await ctx.tx
    .selectFrom('leaver_link as l')
    .innerJoin('app_user as t', 't.user_id', 'l.user_id')
    .select(['l.leaver_link_id', 'l.user_id', 'l.expires_at', 'l.failures', 'l.revoked_at'])
    .select(['t.branch_id', 't.status', fullUserName('t').as('name')])
    .where('l.token_hash', '=', hashOfSecret(token))
    .forUpdate('l')
    .executeTakeFirst()
  if (link === undefined || link.status !== 'resigned' || leaverLinkState(link, now) !== 'open')
    throw linkRefused()
  const { leaver_link_id, user_id, branch_id, name } = link
  const entry = {
    entity: 'leaver_link',
    id: leaver_link_id,
    branch: branch_id,
    by: user_id,
  } as const
  const lock = await passwordOf(ctx, user_id, 'idcard')
  if ('missing' in lock || lock.password !== password.replaceAll(/[\s/-]/g, '')) {
    const failures = link.failures + 1
    await ctx.tx
      .updateTable('leaver_link')
      .set({ failures })
      .where('leaver_link_id', '=', leaver_link_id)
      .execute()
    ctx.audit({ ...entry, after: { note: `รหัสผ่านผิดครั้งที่ ${failures}` } })
    const left = maxLeaverFailures - failures
    const message =
      left === 0
        ? 'รหัสผ่านไม่ถูกต้อง ลิงก์นี้ถูกล็อกแล้ว กรุณาติดต่อโรงเรียน'
        : `รหัสผ่านไม่ถูกต้อง ลองได้อีก ${left} ครั้ง รหัสผ่านคือ${payslipPasswords[lock.kind].hint}`
    throw new AppError('PASSWORD', message, 400, {
      commit: true,
      errors: [{ path: 'password', message }],
    })
  }
  const documents = await documentsOf(ctx, { leaver_link_id, user_id })
  await ctx.tx
    .updateTable('leaver_link')
    .set({ opened_at: now, failures: 0 })
    .where('leaver_link_id', '=', leaver_link_id)
    .execute()
  ctx.audit({ ...entry, after: { note: `เปิดเอกสาร ${documents.length} ฉบับ` } })
  return { data: { name, documents } }
}

export const leaverLinkCommands: Command[] = [list, create, revoke, command(leaverLink.open, open)]
