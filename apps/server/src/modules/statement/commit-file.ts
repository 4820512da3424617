/** Adds the lines of a previewed statement file. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { statement } from '@khapdee/contract/entities/statement'
import { entities } from '@khapdee/domain/entities'
import { tryLockByName } from '../../kernel/advisory-lock.ts'
import { type Answer, type Command, fileCommand } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { bytesHandler } from '../import/bytes-handler.ts'
import { importRunning, outdated, wrongRows } from '../import/refusals.ts'
import { type FilePlan, type PlannedLine, planFile, writableAccount } from './read-file.ts'
import { insertLines } from './statement.queries.ts'

/** Lines per statement; one of them delays other requests by some milliseconds. */
const blockSize = 2_000

/** Adds the new lines, the oldest first. @throws IMPORT_CHANGED when another transaction has added some of them */
async function addLines(ctx: UserContext, accountId: number, lines: readonly PlannedLine[]) {
  const target = {
    accountId,
    userId: ctx.actor.user_id,
    at: ctx.clock.now().toISOString(),
  }
  const ordered = lines.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  for (let start = 0; start < ordered.length; start += blockSize) {
    const block = ordered.slice(start, start + blockSize)
    const added = await insertLines.rows(ctx.tx, target, JSON.stringify(block))
    if (added.length !== block.length) throw outdated()
  }
}

/** Stores how the columns of the account's files are read. */
async function rememberMapping(ctx: UserContext, bank_account_id: number, plan: FilePlan) {
  const values = { mapping: JSON.stringify(plan.mapping), titles: JSON.stringify(plan.titles) }
  await ctx.tx
    .insertInto('statement_mapping')
    .values({ bank_account_id, ...values })
    .onConflict((row) => row.column('bank_account_id').doUpdateSet(values))
    .execute()
}

/** Adds the new lines of a previewed file, all or none. @throws NOT_FOUND, IMPORT_RUNNING, IMPORT_CHANGED, IMPORT_WRONG, IMPORT_SAME */
export async function commitStatement(
  ctx: UserContext,
  { bank_account_id, mapping, digest }: InputOf<typeof statement.commit>,
  file: Uint8Array,
): Promise<Answer<typeof statement.commit>> {
  const account = await writableAccount(ctx, bank_account_id)
  if (!(await tryLockByName(ctx.tx, `statement ${bank_account_id}`)))
    throw importRunning(entities.statement_line.label)
  const plan = await planFile(ctx, account, file, mapping)
  const { counts, digest: present } = plan.answer
  if (present !== digest) throw outdated()
  if (counts.wrong > 0) throw wrongRows()
  if (plan.lines.length === 0) throw new AppError('IMPORT_SAME', 'ไฟล์นี้ไม่มีรายการเดินบัญชี', 400)
  await addLines(
    ctx,
    bank_account_id,
    plan.lines.filter(({ isNew }) => isNew),
  )
  await rememberMapping(ctx, bank_account_id, plan)
  const { start, end } = plan.answer
  ctx.audit({
    entity: 'statement_line',
    id: bank_account_id,
    ...(account.branch_id !== null && { branch: account.branch_id }),
    after: { account: bank_account_id, new: counts.new, known: counts.known, start, end },
  })
  return { message: 'นำเข้ารายการเดินบัญชีเรียบร้อยแล้ว', data: { counts } }
}

export const importStatementCommands: Command[] = [
  fileCommand(statement.preview, bytesHandler, async (ctx, { bank_account_id, mapping }, file) => {
    const account = await writableAccount(ctx, bank_account_id)
    return { data: (await planFile(ctx, account, file, mapping)).answer }
  }),
  fileCommand(statement.commit, bytesHandler, commitStatement),
]
