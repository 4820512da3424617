/** Serves payslips by signed links. The rights of the session of a link are checked when it is opened. */
import { isPermitted } from '@khapdee/contract/endpoint'
import { payslip } from '@khapdee/contract/entities/payslip'
import { payslipTitle } from '@khapdee/domain/payroll/payslip'
import { formatMonth } from '@khapdee/domain/thai-date'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import type { PdfJob } from '../../adapters/pdf/job.ts'
import type { PayslipPart } from '../../adapters/pdf/payslip-pool.ts'
import type { PayslipView } from '../../adapters/pdf/payroll-view.ts'
import { contextOfSession } from '../../kernel/caller.ts'
import type { Services, UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import type { Logos } from '../document/logos.ts'
import { sendPdf } from '../document/serve-documents.ts'
import { visibleMonths } from '../employee/visible-pay.ts'
import { passwordOf } from './password.ts'
import { type ReadPayslip, payslipIds, payslipReader } from './read-payslips.ts'

/** Payslips that are read and rendered at once. */
const batchSize = 25

const withLogo = ({ view, logo_file_id }: ReadPayslip, logos: Logos): Promise<PayslipView> =>
  logos.addTo(view, logo_file_id)

/** The person of an open month that the caller sees or that is their own. @throws NOT_FOUND */
async function ownerOf(ctx: UserContext, payrollId: number): Promise<number> {
  const row = await ctx.tx
    .selectFrom('payroll_month')
    .select('user_id')
    .where('payroll_id', '=', payrollId)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const isOwn = row.user_id === ctx.actor.user_id
  if (!isOwn && !isPermitted(payslip.pdf, ctx.may)) throw notFound()
  const seen = isOwn ? [] : [visibleMonths(ctx)]
  const found = await payslipIds(ctx, joinByAnd([sql`p.payroll_id = ${payrollId}`, ...seen]))
  if (found.length === 0) throw notFound()
  return row.user_id
}

async function* batchesOf(
  ctx: UserContext,
  ids: readonly number[],
  logos: Logos,
): AsyncGenerator<PayslipView[]> {
  const read = payslipReader(ctx)
  for (let start = 0; start < ids.length; start += batchSize) {
    const found = await read(ids.slice(start, start + batchSize))
    yield await Promise.all(found.map((payslip) => withLogo(payslip, logos)))
  }
}

/** The parts, each after 8 bytes: the number of payslips finished so far, by which the browser shows progress, and the length. */
async function* frames(parts: AsyncIterable<PayslipPart>): AsyncGenerator<Buffer> {
  for await (const { bytes, finished } of parts) {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(finished, 0)
    head.writeUInt32BE(bytes.length, 4)
    yield head
    yield Buffer.from(bytes)
  }
}

/** The job that renders an open payslip of a person, with a password if the school requires one. @throws NOT_FOUND; STATE if the password cannot be formed */
export async function payslipJob(
  ctx: Pick<UserContext, 'tx'>,
  logos: Logos,
  { payroll_id, user_id, printedAt }: { payroll_id: number; user_id: number; printedAt: string },
): Promise<PdfJob> {
  const lock = await passwordOf(ctx, user_id)
  if ('missing' in lock) throw stateError(lock.missing)
  const [found] = await payslipReader(ctx)([payroll_id])
  if (found === undefined) throw notFound()
  return {
    kind: 'payslip',
    view: await withLogo(found, logos),
    print: { mark: 'current', printedAt },
    ...(lock.password !== null && { password: lock.password }),
  }
}

export function servePayslips(app: FastifyInstance, services: Services, logos: Logos): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/payslips/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readPayslip(request.params.token)
      if (link === null) throw notFound()
      const ctx = await contextOfSession(services, request, link.sessionId)
      const user_id = await ownerOf(ctx, link.payroll_id)
      const bytes = await services.pdf.render(await payslipJob(ctx, logos, { ...link, user_id }))
      return sendPdf(reply, bytes, request.params.name)
    },
  )
  app.get<{ Params: { token: string; name: string } }>(
    '/files/payslips-of-month/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readPayslips(request.params.token)
      if (link === null) throw notFound()
      const ctx = await contextOfSession(services, request, link.sessionId)
      if (!isPermitted(payslip.many, ctx.may)) throw notFound()
      const condition = joinByAnd([
        visibleMonths(ctx),
        sql`p.month = ${link.month}`,
        sql`p.branch_id = any(${link.branches}::int[])`,
      ])
      const ids = await payslipIds(ctx, condition)
      const parts = services.payslips.render(
        {
          title: `${payslipTitle} ${formatMonth(link.month)}`,
          print: { mark: 'current', printedAt: link.printedAt },
        },
        batchesOf(ctx, ids, logos),
      )
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(frames(parts), { objectMode: false }))
    },
  )
}
