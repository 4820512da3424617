/** Other fees and request fees. */
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { Command } from '../../kernel/command.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { activeFilter, activeOptions, branchName, openLines } from '../catalogue.ts'

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
    usedBy: (ctx, id) => openLines(ctx, 'other_fee_id', id),
  }),
  ...crudCommands({
    ...common,
    api: requestFee,
    usedBy: (ctx, id) => openLines(ctx, 'request_fee_id', id),
  }),
]
