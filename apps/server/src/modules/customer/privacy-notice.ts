/** Records that a customer was given the privacy notice. */
import { isCurrentNotice, privacyNotice } from '@khapdee/domain/privacy-notice'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import type { UserContext } from '../../kernel/context.ts'
import type { StoredCustomer } from './stored-customer.ts'

/**
 * Stores time, user and version of the notice, unless the current version is already recorded. Returns
 * the customer as stored.
 */
export async function recordNotice(
  ctx: UserContext,
  stored: StoredCustomer,
): Promise<StoredCustomer> {
  if (isCurrentNotice(stored.privacy_notice_version)) return stored
  const given = {
    privacy_notice_at: ctx.clock.now().toISOString(),
    privacy_notice_version: privacyNotice.version,
  }
  const changed = await ctx.tx
    .updateTable('customer')
    .set({
      ...given,
      privacy_notice_by: ctx.actor.user_id,
      version: sql`version + 1`,
      updatedAt: given.privacy_notice_at,
    })
    .where('customer_id', '=', stored.customer_id)
    // Another clerk may have recorded it since `stored` was read.
    .where('privacy_notice_version', '<>', privacyNotice.version)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) return stored
  ctx.audit({ entity: 'customer', id: stored.customer_id, ...changesOf(stored, given) })
  return changed
}
