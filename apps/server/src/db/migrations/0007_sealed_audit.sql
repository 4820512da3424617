-- A hash chain over the audit trail: each row is sealed once, with a hash of its content and of the previous seal.
-- A row that is changed, removed or inserted later breaks the chain.

create table audit_seal (
  -- 1 for the first row of the chain, without gaps.
  position bigint primary key,
  audit_id bigint not null unique,
  -- Time of sealing; the same for all rows that were sealed together.
  at timestamptz not null,
  hash bytea not null
);
create trigger audit_seal_is_append_only before update or delete on audit_seal
  for each row execute function refuse_change();
create trigger audit_seal_stays before truncate on audit_seal
  for each statement execute function refuse_change();
create trigger audit_log_stays before truncate on audit_log
  for each statement execute function refuse_change();

-- Formats an instant independently of the session's time zone.
create function audit_instant(instant timestamptz) returns text language sql immutable
return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US');

create function audit_hash(previous bytea, sealed_at timestamptz, entry audit_log) returns bytea language sql stable
return sha256(previous || convert_to(jsonb_build_array(
  audit_instant(sealed_at), entry.audit_id, audit_instant(entry.at), entry.user_id, entry.address, entry.request_id,
  entry.call, entry.entity, entry.entity_id, entry.before, entry.after)::text, 'UTF8'));

-- Seals at most `most` committed rows that are not sealed yet, oldest first, and returns how many. Writers do not wait
-- for it.
create function seal_audit(most integer) returns integer language plpgsql
-- A custom plan finds the rows near the end by index; a generic plan would read all rows.
set plan_cache_mode = force_custom_plan as $$
declare
  -- A row gets its audit_id milliseconds before its commit, so fewer than this many rows with higher ids are committed
  -- before it. An unsealed row below this window was inserted later; it stays unsealed and is reported.
  window_size constant integer := 1000;
  chain bytea;
  place bigint;
  newest bigint;
  entry audit_log;
  sealed integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal audit', 0));
  select position, hash into place, chain from audit_seal order by position desc limit 1;
  select max(audit_id) into newest from audit_seal;
  place := coalesce(place, 0);
  chain := coalesce(chain, '');
  for entry in
    select * from audit_log a
    where a.audit_id > coalesce(newest - window_size, 0)
      and not exists (select from audit_seal s where s.audit_id = a.audit_id)
    order by a.audit_id limit most
  loop
    place := place + 1;
    chain := audit_hash(chain, now(), entry);
    insert into audit_seal (position, audit_id, at, hash) values (place, entry.audit_id, now(), chain);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

select seal_audit(2147483647);
