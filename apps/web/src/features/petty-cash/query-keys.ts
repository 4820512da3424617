/** What a change of petty cash makes stale. */
import { moneyQueryKeys } from '../../shared/query-client.ts'

/** First path segments of the endpoints whose cached queries it changes. */
export const pettyCashQueryKeys: readonly string[] = [
  ...moneyQueryKeys,
  'pettycash',
  'income',
  'expenses',
  'Account',
]
