/** The cash drawers: their cash and its movements. */
import { drawer } from '@khapdee/contract/entities/drawer'
import { drawerMoveKinds, expectedCash } from '@khapdee/domain/drawer'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { metaOf } from '../../kernel/list.ts'
import { drawerCount, drawerPage } from './drawer.queries.ts'
import { moveCash } from './move-cash.ts'
import { canOpen, drawerRow, readDrawer } from './read-drawer.ts'

const states = { open: { label: 'ยังไม่ปิดยอด' }, closed: { label: 'ปิดยอดแล้ว' } }

export const drawerCommands: Command[] = [
  command(drawer.get, async (ctx, { branch_id = ctx.actor.branch_id }) => {
    const branch = ctx.actor.branches.find((candidate) => candidate.branch_id === branch_id)
    if (branch === undefined) throw notFound()
    const { parts, sums } = await readDrawer(ctx, branch_id)
    return {
      data: {
        branch_id,
        branch: branch.name,
        balance: expectedCash(parts),
        parts,
        last_closed_at: sums.last_closed_at,
        can_move: ctx.may('drawer.move'),
        can_open: await canOpen(ctx, branch_id),
      },
    }
  }),
  command(drawer.move, moveCash),
  command(drawer.gettable, async (ctx, query) => {
    const rows = await drawerPage.rows(ctx.tx, ctx, query)
    const count = rows[0]?.count ?? (await drawerCount.one(ctx.tx, ctx, query)).count
    return {
      data: rows.map((row) => drawerRow(ctx, row)),
      meta: metaOf(query, count),
      filter: {
        branch: branchOptions(ctx),
        type: labelOptions(drawerMoveKinds),
        status: labelOptions(states),
      },
    }
  }),
]
