/** Bank statements: lines, balances, and the other calls. Source: product specification, section 7. */
import { statement } from '@khapdee/contract/entities/statement'
import { satang } from '@khapdee/domain/money'
import { statementStates } from '@khapdee/domain/statement/statement'
import { allOption } from '@khapdee/contract/wire'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { metaOf } from '../../kernel/list.ts'
import { importStatementCommands } from './commit-file.ts'
import { ignoreCommands } from './ignore-lines.ts'
import { matchCommands } from './match-lines.ts'
import { openDocumentCommands } from './open-documents.ts'
import { accountOptions, accountSums, linePage, lineTotals } from './statement.queries.ts'

const list = command(statement.gettable, async (ctx, query) => {
  const rows = await linePage.rows(ctx.tx, ctx, query)
  const { count, ...total } = await lineTotals.one(ctx.tx, ctx, query)
  return {
    data: rows,
    meta: metaOf(query, count),
    total,
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions(statementStates),
      type: [allOption, ...(await accountOptions.rows(ctx.tx, ctx))],
    },
  }
})

const balance = command(statement.balance, async (ctx, { bank_account_id }) => {
  const sums = await accountSums.first(ctx.tx, ctx, bank_account_id, ctx.clock.today())
  if (sums === undefined) throw notFound()
  const { lines, ...data } = sums
  const { opening_balance, documents: booked } = data
  return {
    data: {
      ...data,
      book_balance: satang(opening_balance + booked),
      statement_balance: satang(opening_balance + lines),
    },
  }
})

export const statementCommands: Command[] = [
  list,
  balance,
  ...openDocumentCommands,
  ...importStatementCommands,
  ...matchCommands,
  ...ignoreCommands,
]
