/** Locks lines of statements, so that their state can be changed, and records the change. */
import { type StatementState, statementStates } from '@khapdee/domain/statement/statement'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, stateError } from '../../kernel/errors.ts'
import { writableAccount } from './read-file.ts'

export interface LockedLine {
  statement_line_id: number
  bank_account_id: number
  branch_id: number | null
  date: Day
  value: Satang
  description: string
  state: StatementState
  match_id: number | null
}

/**
 * Locks lines of one account.
 * @throws NOT_FOUND unless the caller may change the account; VALIDATION for lines of several accounts
 */
export async function lockLines(ctx: UserContext, ids: readonly number[]): Promise<LockedLine[]> {
  const lines = await ctx.tx
    .selectFrom('statement_line')
    .select(['statement_line_id', 'bank_account_id', 'date', 'value', 'description'])
    .select(['state', 'match_id'])
    .where('statement_line_id', 'in', [...new Set(ids)])
    .orderBy('statement_line_id')
    .forNoKeyUpdate()
    .$narrowType<{ date: Day; value: Satang; state: StatementState }>()
    .execute()
  const [first] = lines
  if (first === undefined || lines.length !== new Set(ids).size) throw notFound()
  const { branch_id } = await writableAccount(ctx, first.bank_account_id)
  if (lines.some(({ bank_account_id }) => bank_account_id !== first.bank_account_id)) {
    const message = 'กรุณาเลือกรายการของบัญชีเดียวกัน'
    throw invalid([{ path: 'statement_line_ids', message }])
  }
  return lines.map((line) => ({ ...line, branch_id }))
}

/** Refuses lines that another user has matched or ignored meanwhile. @throws STATE */
export function assertState(lines: readonly LockedLine[], state: StatementState): void {
  const other = lines.find((line) => line.state !== state)
  if (other === undefined) return
  throw stateError(`รายการนี้${statementStates[other.state].label}แล้ว กรุณาโหลดใหม่`)
}

/** Audits the change of a line; `line` is a locked line of the same account. */
export const auditLine = (
  ctx: UserContext,
  line: LockedLine | undefined,
  id: number,
  before: object,
  after: object,
) =>
  ctx.audit({
    entity: 'statement_line',
    id,
    ...(line?.branch_id != null && { branch: line.branch_id }),
    before,
    after,
  })
