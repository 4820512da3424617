/** Other fees and request fees. */
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { Command } from '../../kernel/command.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { outstandingApplications } from '../catalogue.ts'

export const feeCommands: Command[] = [
  ...crudCommands({
    api: otherFee,
    sort: { price: 'byValue' },
    usedBy: (ctx, id) => outstandingApplications(ctx, 'other_fee_id', id),
  }),
  ...crudCommands({
    api: requestFee,
    sort: { price: 'byValue' },
    usedBy: (ctx, id) => outstandingApplications(ctx, 'request_fee_id', id),
  }),
]
