/** Changes exam rights as if they had been granted at another time, for tests. */
import type { Day } from '@khapdee/domain/thai-date'
import type { TestApp } from '../app.ts'

/** Sets the days of the rights, and in the ledgers those with which they were granted. */
export async function setValidity(
  { db }: TestApp,
  rightIds: readonly number[],
  validity: { valid_from?: Day; permission_date: Day },
): Promise<void> {
  await db.updateTable('exam_right').set(validity).where('right_id', 'in', rightIds).execute()
  await db
    .updateTable('exam_right_event')
    .set({ detail: JSON.stringify(validity) })
    .where('right_id', 'in', rightIds)
    .execute()
}
