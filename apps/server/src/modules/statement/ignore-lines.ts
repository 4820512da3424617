/** Lines that have no document in the books, and are not matched. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { statement } from '@khapdee/contract/entities/statement'
import type { StatementState } from '@khapdee/domain/statement/statement'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { assertState, auditLine, lockLines } from './lock-lines.ts'

/** Marks locked lines of a state, with the reason. */
async function mark(
  ctx: UserContext,
  ids: readonly number[],
  [from, to]: readonly [StatementState, StatementState],
  note: string,
): Promise<number> {
  const lines = await lockLines(ctx, ids)
  assertState(lines, from)
  await ctx.tx
    .updateTable('statement_line')
    .set({ state: to, note })
    .where(
      'statement_line_id',
      'in',
      lines.map(({ statement_line_id }) => statement_line_id),
    )
    .execute()
  for (const { statement_line_id } of lines)
    auditLine(ctx, lines[0], statement_line_id, { state: from }, { state: to, note })
  return lines.length
}

/** Marks lines that do not belong to the books. @throws NOT_FOUND, STATE */
export async function ignoreLines(
  ctx: UserContext,
  { statement_line_ids, note }: InputOf<typeof statement.ignore>,
): Promise<Answer<typeof statement.ignore>> {
  const ignored = await mark(ctx, statement_line_ids, ['unmatched', 'ignored'], note)
  return { message: 'บันทึกว่าไม่ต้องจับคู่แล้ว', data: { ignored } }
}

export const ignoreCommands: Command[] = [
  command(statement.ignore, ignoreLines),
  command(statement.unignore, async (ctx, { statement_line_ids }) => {
    const unignored = await mark(ctx, statement_line_ids, ['ignored', 'unmatched'], '')
    return { message: 'คืนเป็นรายการที่ยังไม่จับคู่แล้ว', data: { unignored } }
  }),
]
