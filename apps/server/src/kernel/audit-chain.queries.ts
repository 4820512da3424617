/** SQL that checks the chain of seals over the audit trail. */
import { sql } from 'kysely'
import { bigint, text } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'

/** `gone`: removed; `unsealed`: inserted among sealed rows; `backdated`: dated too early; `torn`: after a removed seal. */
export type FaultKind = 'gone' | 'changed' | 'unsealed' | 'backdated' | 'torn'

/** Maximum number of reported faults. */
const maxFaults = 100

/**
 * Checks the whole chain: each seal against its row and the seal before it, and that each row has a seal.
 * A fault is reported once, at its own row, and not again for the rows after it. A row counts as backdated only when
 * its time is more than an hour before an earlier run of sealing, because a long transaction commits rows with the time
 * of its start.
 */
export const auditFaults = tunedQuery({
  columns: { audit_id: bigint(), fault: text<FaultKind>() },
  sql: () => sql`
    with chain as (
      select s.audit_id, s.position, s.at, s.hash, lag(s.position, 1, 0) over by_position as position_before,
        lag(s.hash, 1, '') over by_position as hash_before,
        max(s.at) over (order by s.at groups between unbounded preceding and 1 preceding) as sealed_before
      from audit_seal s window by_position as (order by s.position)
    ), judged as (
      select coalesce(c.audit_id, a.audit_id) as audit_id, case
        when c.audit_id is null then 'unsealed'
        when a.audit_id is null then 'gone'
        when c.position <> c.position_before + 1 then 'torn'
        when c.hash <> audit_hash(c.hash_before, c.at, a) then 'changed'
        when a.at < c.sealed_before - interval '1 hour' then 'backdated'
      end as fault
      from chain c full join audit_log a using (audit_id)
    )
    select audit_id, fault from judged where fault is not null order by audit_id limit ${maxFaults}`,
})
