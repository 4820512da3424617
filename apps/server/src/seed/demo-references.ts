/** The bank references of the transfers of the demo. */
import type { Day } from '@khapdee/domain/thai-date'

/** Every third customer has no slip. */
const slipless = 3

/**
 * The reference on the slip of a transfer; empty for customers without a slip.
 * @param n the number of the application
 * @param kind distinguishes the transfers of one application
 */
export const demoReference = (date: Day, n: number, kind: 'A' | 'B'): string =>
  n % slipless === 0 && kind === 'A'
    ? ''
    : `${date.slice(2).replaceAll('-', '')}${String(n).padStart(5, '0')}${kind}PP`
