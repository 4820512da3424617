/** The cached queries that a change of petty cash invalidates. */
import { moneyQueryKeys } from '../../shared/query-client.ts'

/** First path segments of their endpoints. */
export const pettyCashQueryKeys: readonly string[] = [
  ...moneyQueryKeys,
  'pettycash',
  'income',
  'expenses',
  'Account',
]
