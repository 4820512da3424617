/** Adds history to days that are locked. */
import type pg from 'pg'

const note = 'bench'

/** Unlocks the days of all branches while a task adds rows to them. */
export async function withOpenDays(
  client: pg.ClientBase,
  task: () => Promise<void>,
): Promise<void> {
  await client.query(
    `insert into account_lock (branch_id, day, is_unlock, note, created_by, "createdAt")
    select branch_id, null, true, $1, (select min(user_id) from app_user), now() from branch
    where lock_day(branch_id) is not null`,
    [note],
  )
  await task()
  await client.query(
    `insert into account_lock (branch_id, day, is_unlock, note, created_by, "createdAt")
    select branch_id, max(day), false, $1, min(created_by), now() from account_lock
    group by branch_id having lock_day(branch_id) is null`,
    [note],
  )
}
