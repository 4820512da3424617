/** Other fees and request fees. */
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { Command } from '../../kernel/command.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { activeFilter, activeOptions, branchName, evaluationsFor, openLines } from '../catalogue.ts'

const common = {
  search: ['name'],
  sort: { name: 'thai', price: 'plain', createdAt: 'plain' },
  shown: branchName,
  filters: { status: activeFilter },
  options: async () => ({ status: activeOptions }),
} as const

export const feeCommands: Command[] = [
  ...crudCommands({
    ...common,
    api: otherFee,
    table: 'other_fee',
    usedBy: async (ctx, id) => [
      ...(await openLines(ctx, 'other_fee_id', id)),
      await evaluationsFor(ctx, 'other_fee_id', id),
    ],
  }),
  ...crudCommands({
    ...common,
    api: requestFee,
    table: 'request_fee',
    usedBy: (ctx, id) => openLines(ctx, 'request_fee_id', id),
  }),
]
