/** Petty cash: holders with their limits and balances, and its movements. */
import { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { expenseStatuses } from '@khapdee/domain/expense-item'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { metaOf } from '../../kernel/list.ts'
import { itemsOfBranch } from '../account-entry/check-entry.ts'
import { uploadLink } from '../file/upload-link.ts'
import { changePettyCash, createPettyCash } from './define-petty-cash.ts'
import { advance, count, open, replenish, returnCash, spend } from './move-petty-cash.ts'
import { onePettyCash, pettyCashMoves, pettyCashPage } from './petty-cash.queries.ts'

export const pettyCashCommands: Command[] = [
  command(pettyCash.create, createPettyCash),
  command(pettyCash.update, changePettyCash),
  command(pettyCash.gettable, async (ctx, query) => {
    const rows = await pettyCashPage.rows(ctx.tx, ctx, query)
    return {
      data: rows,
      meta: metaOf(query, rows[0]?.count ?? 0),
      filter: { branch: branchOptions(ctx), status: labelOptions(expenseStatuses) },
    }
  }),
  command(pettyCash.get, async (ctx, { petty_cash_id, ...paging }) => {
    const row = await onePettyCash.first(ctx.tx, ctx, petty_cash_id)
    if (row === undefined) throw notFound()
    const items = await itemsOfBranch(ctx, row.branch_id, 'expenses')
    const moves = await pettyCashMoves.rows(ctx.tx, petty_cash_id, paging)
    return {
      data: {
        ...row,
        moves: moves.map(({ file_id, file_name, file_type, count: _count, ...move }) => ({
          ...move,
          file:
            file_id === null
              ? null
              : {
                  file_id,
                  name: file_name ?? '',
                  type: file_type ?? '',
                  link: uploadLink(ctx, file_id),
                },
        })),
        can_move: row.is_activate && ctx.may('petty_cash.move'),
        items: items.flatMap(({ list_expenses_id: value, name, type }) =>
          type === 'general' ? [{ value, name }] : [],
        ),
      },
      meta: metaOf(paging, moves[0]?.count ?? 0),
    }
  }),
  command(pettyCash.opening, open),
  command(pettyCash.advance, advance),
  command(pettyCash.spend, spend),
  command(pettyCash.count, count),
  command(pettyCash.replenish, replenish),
  command(pettyCash.return, returnCash),
]
