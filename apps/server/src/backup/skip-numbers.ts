/** Skips document numbers and ids that may have been issued but are missing in the database. */
import { type DocumentType, documentTypes } from '@khapdee/domain/document-number'
import { type Day, addDays, buddhistMonth } from '@khapdee/domain/thai-date'
import { skipNumbersCall } from '@khapdee/contract/audit/calls'
import type pg from 'pg'
import { quoted, readSequences } from './tables.ts'

/** Maximum number of skipped numbers of each kind. */
export const maxSkip = 5_000

/** The Buddhist years and months of the days from `first` to `last`. */
function monthsBetween(first: Day, last: Day): string[] {
  const months = new Set<string>()
  for (let day = first; day <= last; day = addDays(day, 1)) months.add(buddhistMonth(day))
  return [...months.add(buddhistMonth(last))]
}

/** Types whose month is that of a day that users enter, not of the day on which the number is issued. */
const byEnteredDay = ['PV', 'IV', 'PS'] satisfies DocumentType[]

/**
 * Moves every counter forward: those of the document numbers of each branch in the months from
 * `since` to `today`, recorded in `document_gap`, and those of all ids. Also those of which no number was issued yet, and,
 * for documents of an entered day, those of other months that have numbers. For a database that lacks
 * its last writes: a number on a customer's paper must not be issued again. The audit log has an entry without a user.
 * @param skip how many numbers of each type and month are skipped
 */
export async function skipNumbers(
  client: pg.ClientBase,
  { skip, since, today }: { skip: number; since: Day; today: Day },
): Promise<void> {
  await client.query('begin')
  await client.query(
    `with advanced as (
       insert into document_counter as c (type, branch_id, month, last)
       select type, branch_id, month, $1::int
       from (
         select type, branch_id, month
         from branch, unnest($3::text[]) as types (type), unnest($2::text[]) as months (month)
         union select type, branch_id, month from document_counter where type = any($4::text[])
       ) affected
       on conflict (type, branch_id, month) do update set last = c.last + excluded.last
       returning type, branch_id, month, last
     )
     insert into document_gap (type, branch_id, month, first, last)
     select type, branch_id, month, last - $1::int + 1, last from advanced`,
    [skip, monthsBetween(since, today), documentTypes, byEnteredDay],
  )
  for (const { name } of await readSequences(client)) {
    await client.query(`select setval($1::regclass, nextval($1::regclass) + $2)`, [
      quoted(name),
      skip,
    ])
  }
  // After the sequences, so that its own id is not one of the skipped ones.
  await client.query(
    `insert into audit_log (call, entity, entity_id, after) values ($1, 'backup', 'restore', $2)`,
    [skipNumbersCall, JSON.stringify({ skip, since })],
  )
  await client.query('commit')
}
