/** The actions on petty cash, in the order of the buttons. */
export const pettyCashActions = [
  'opening',
  'advance',
  'return',
  'count',
  'replenish',
  'spend',
] as const
export type PettyCashAction = (typeof pettyCashActions)[number]
