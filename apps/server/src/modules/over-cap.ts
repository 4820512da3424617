/**
 * Receipts stored before amounts were limited, with an amount above the limit. No sum counts them, so voiding one
 * after the day close changes no total. Source: product specification, section 4c.16.
 */
import { administrativePermissions } from '@khapdee/domain/permissions'
import type { UserContext } from '../kernel/context.ts'

interface Receipt {
  closing_id: number | null
  over_cap: boolean
}

/** Whether the receipt can still be voided: until its day is closed, or by an administrator if it is above the limit. */
export const mayStillVoid = (ctx: UserContext, { closing_id, over_cap }: Receipt): boolean =>
  closing_id === null ||
  (over_cap && administrativePermissions.every((permission) => ctx.may(permission)))
