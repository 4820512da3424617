/** First parts of the paths of everything that shows money, to read again after it moved. */
export const moneyQueryKeys: readonly string[] = [
  'application',
  'applicationfee',
  'request',
  'payment',
  'approval',
  'closing',
]
