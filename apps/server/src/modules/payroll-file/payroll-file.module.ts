/** Files of payroll for banks and authorities. Every file is stored with its author and time. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type PayrollFileRow, payrollFile } from '@khapdee/contract/entities/payroll-file'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { Satang } from '@khapdee/domain/money'
import {
  type PayrollFileKind,
  payrollFileKinds,
  periodOf,
  periodText,
} from '@khapdee/domain/payroll/file-kinds'
import { type Month, firstDayOf, month as monthOf } from '@khapdee/domain/payroll/month'
import { rateOn } from '@khapdee/domain/payroll/rates'
import { formatInstant } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { userName } from '../../db/user-name.ts'
import { lockByName } from '../../kernel/advisory-lock.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { AppError, invalid, notFound, stateError } from '../../kernel/errors.ts'
import { joinByAnd, limitAndOffset, metaOf } from '../../kernel/list.ts'
import { readBranchHeader } from '../branch-header.ts'
import { readRates } from '../payroll-rate/payroll-rate.module.ts'
import { type Employer, makeContent, problemText } from './make-content.ts'
import { assertSeesAll, countWaiting, readPaid } from './read-paid.ts'

/** The files `f` whose branches are all the caller's. */
const isVisible = (ctx: UserContext): RawBuilder<SqlBool> =>
  sql<SqlBool>`f.branches <@ ${[...ctx.scope.branchIds]}::int[]`

const selectFiles = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('payroll_file as f')
    .innerJoin('app_user as u', 'u.user_id', 'f.created_by')
    .leftJoin('branch as b', 'b.branch_id', 'f.branch_id')
    .select(['f.payroll_file_id', 'f.kind', 'f.period', 'f.branch_id', 'f.count', 'f.total'])
    .select(['f.sha256', 'f.createdAt', userName('u').as('user')])
    .select(sql<string>`coalesce(b.name, ${headings.allBranches})`.as('branch'))
    .where(isVisible(ctx))
    // Safe: a check constraint lists the kinds.
    .$narrowType<{ kind: PayrollFileKind; total: Satang }>()

const rowOf = (row: PayrollFileRow): PayrollFileRow => ({ ...row, period: periodText(row.period) })

function condition({ category, month, branch }: ListQuery): RawBuilder<SqlBool> {
  return joinByAnd([
    sql<SqlBool>`true`,
    ...(isSet(category) ? [sql<SqlBool>`f.kind = ${category}`] : []),
    ...(isSet(month) ? [sql<SqlBool>`f.period in (${month}, left(${month}, 4))`] : []),
    ...(isSet(branch) ? [sql<SqlBool>`f.branch_id::text = ${branch}`] : []),
  ])
}

const gettable = command(payrollFile.gettable, async (ctx, query) => {
  const { limit, offset } = limitAndOffset(query)
  const rows = await selectFiles(ctx)
    .where(condition(query))
    .orderBy('f.payroll_file_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await ctx.tx
    .selectFrom('payroll_file as f')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isVisible(ctx))
    .where(condition(query))
    .executeTakeFirstOrThrow()
  return {
    data: rows.map(rowOf),
    meta: metaOf(query, count),
    filter: { branch: branchOptions(ctx), category: labelOptions(payrollFileKinds) },
  }
})

/** The bank whose layout has the number of the paying account. */
const bangkokBank = '002'

/** The header of the branches, which have to be of one taxpayer. @throws STATE for branches with different tax numbers */
async function readEmployer(
  ctx: UserContext,
  branches: readonly number[],
  month: Month,
): Promise<Employer> {
  const [first] = branches
  if (first === undefined) throw notFound()
  const { school } = await readBranchHeader(ctx, first)
  const rows = await ctx.tx
    .selectFrom('branch')
    .select(['tax_id', 'province'])
    .where('branch_id', '=', sql<number>`any(${[...branches]}::int[])`)
    .orderBy('branch_id')
    .execute()
  if (new Set(rows.map(({ tax_id }) => tax_id)).size > 1)
    throw stateError('สาขาที่เลือกมีเลขประจำตัวผู้เสียภาษีต่างกัน กรุณาจัดทำไฟล์ทีละสาขา')
  const settings = await ctx.tx
    .selectFrom('payroll_setting')
    .select(['sso_account', 'sso_branch'])
    .executeTakeFirstOrThrow()
  const share = rateOn(await readRates(ctx), 'sso_share', {
    day: firstDayOf(month),
    province: rows[0]?.province ?? '',
  })
  const account = await ctx.tx
    .selectFrom('bank_account as b')
    .select('b.number')
    .where(ctx.scope.visible('bank_account', 'b'))
    .where('b.is_activate', '=', true)
    .where('b.bank', '=', bangkokBank)
    .where((eb) => eb.or([eb('b.branch_id', 'is', null), eb('b.branch_id', '=', first)]))
    .orderBy('b.is_default', 'desc')
    .orderBy('b.bank_account_id')
    .executeTakeFirst()
  return {
    company: school.name,
    tax_id: rows[0]?.tax_id ?? '',
    ...settings,
    sso_rate: share?.employee ?? 0,
    bank_account: account?.number ?? '',
  }
}

/** Refuses to make a file that was made before, with the name of its author. @throws MADE_BEFORE */
async function assertNotMade(
  ctx: UserContext,
  {
    kind,
    period,
    branches,
  }: { kind: PayrollFileKind; period: string; branches: readonly number[] },
): Promise<void> {
  // Of two users who make the same file at the same time, the second waits and is then refused.
  await lockByName(ctx.tx, `payroll file ${kind} ${period}`)
  const before = await ctx.tx
    .selectFrom('payroll_file as f')
    .innerJoin('app_user as u', 'u.user_id', 'f.created_by')
    .select(['f.createdAt', userName('u').as('user')])
    .where('f.kind', '=', kind)
    .where('f.period', '=', period)
    .where(sql<SqlBool>`f.branches && ${[...branches]}::int[]`)
    .orderBy('f.payroll_file_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before === undefined) return
  const { user, createdAt } = before
  throw new AppError(
    'MADE_BEFORE',
    `${user} จัดทำไฟล์นี้แล้วเมื่อ ${formatInstant(createdAt)} หากส่งซ้ำอาจจ่ายหรือนำส่งสองครั้ง`,
    409,
  )
}

const fileName = ({ kind, period }: { kind: PayrollFileKind; period: string }) =>
  `${kind.replaceAll('_', '-')}-${period}.${payrollFileKinds[kind].extension}`

function linkOf(
  ctx: UserContext,
  file: { payroll_file_id: number; kind: PayrollFileKind; period: string },
): { file: string } {
  const { payroll_file_id } = file
  const token = ctx.services.tokens.signPayrollFile({
    payroll_file_id,
    sessionId: ctx.actor.session_id,
  })
  return { file: `/files/payroll/${token}/${fileName(file)}` }
}

async function create(ctx: UserContext, input: InputOf<typeof payrollFile.create>) {
  const { kind, branch_id, again } = input
  const month = monthOf(input.month)
  const period = periodOf(kind, month)
  const branches = branch_id === null ? ctx.scope.branchIds : ctx.scope.narrow(String(branch_id))
  if (branches.length === 0) throw notFound()
  const asked = { kind, period, branches }
  await assertSeesAll(ctx, asked)
  if (!again) await assertNotMade(ctx, asked)
  const employer = await readEmployer(ctx, branches, month)
  const content = await makeContent({ kind, month, period, employer }, await readPaid(ctx, asked))
  if ('problems' in content) {
    if (content.problems.length === 0) throw stateError('ไม่มีเงินเดือนที่อนุมัติแล้วสำหรับไฟล์นี้')
    throw invalid(
      content.problems.map((problem) => ({ path: 'kind', message: problemText(problem) })),
    )
  }
  const { bytes, count, total } = content
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { payroll_file_id } = await ctx.tx
    .insertInto('payroll_file')
    .values({
      kind,
      period,
      branches: [...branches],
      branch_id: branch_id ?? null,
      content: Buffer.from(bytes),
      sha256,
      count,
      total,
      created_by: ctx.actor.user_id,
      createdAt: ctx.clock.now().toISOString(),
    })
    .returning('payroll_file_id')
    .executeTakeFirstOrThrow()
  ctx.audit({
    entity: 'payroll_file',
    id: payroll_file_id,
    ...(branch_id != null && { branch: branch_id }),
    after: { kind, period, count, sha256 },
  })
  const row = await selectFiles(ctx)
    .where('f.payroll_file_id', '=', payroll_file_id)
    .executeTakeFirstOrThrow()
  const waiting = await countWaiting(ctx, asked)
  return {
    message:
      waiting === 0
        ? 'จัดทำไฟล์เรียบร้อยแล้ว'
        : `จัดทำไฟล์เรียบร้อยแล้ว ยังไม่รวมเงินเดือนที่ยังไม่อนุมัติ ${waiting} รายการ`,
    data: { ...rowOf(row), ...linkOf(ctx, { payroll_file_id, kind, period }) },
  }
}

/** A file that the caller may read: of own branches, and without employees whose pay is hidden from the caller. @throws NOT_FOUND, STATE */
export async function readFile(ctx: UserContext, payrollFileId: number) {
  const file = await ctx.tx
    .selectFrom('payroll_file as f')
    .select(['f.payroll_file_id', 'f.kind', 'f.period', 'f.branches', 'f.content'])
    .where('f.payroll_file_id', '=', payrollFileId)
    .where(isVisible(ctx))
    .$narrowType<{ kind: PayrollFileKind }>()
    .executeTakeFirst()
  if (file === undefined) throw notFound()
  await assertSeesAll(ctx, file)
  return file
}

export const payrollFileCommands: Command[] = [
  gettable,
  command(payrollFile.create, create),
  command(payrollFile.open, async (ctx, { payroll_file_id }) => ({
    data: linkOf(ctx, await readFile(ctx, payroll_file_id)),
  })),
]
