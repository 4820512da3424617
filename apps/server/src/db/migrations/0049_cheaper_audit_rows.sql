-- Calls set_audit_branch only for entries whose branch the server did not give.
drop trigger audit_log_branch on audit_log;
create trigger audit_log_branch before insert on audit_log for each row
  when (new.branch_id is null) execute function set_audit_branch();

-- As before, but only the query for unsealed rows is planned for the values of each run. The function's setting
-- plan_cache_mode applied to all of its statements, so that the hash of each row was planned again.
create or replace function seal_audit(most integer) returns integer language plpgsql as $$
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
  for entry in execute
    'select * from audit_log a
    where a.audit_id > $1 and not exists (select from audit_seal s where s.audit_id = a.audit_id)
    order by a.audit_id limit $2'
    using coalesce(newest - window_size, 0), most
  loop
    place := place + 1;
    chain := audit_hash(chain, now(), entry);
    insert into audit_seal (position, audit_id, at, hash) values (place, entry.audit_id, now(), chain);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
alter function seal_audit(integer) reset plan_cache_mode;
