-- The version of the rights of users. In its transaction, a writing call compares it with the version of the rights that
-- authorised the call, because the notification of a change arrives later than the change. See docs/decisions/0026.

create table access_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null,
  -- The last transaction that incremented the version; each does so once.
  changed_by xid8 not null
);
insert into access_version (version, changed_by) values (1, pg_current_xact_id());

create function raise_access_version() returns trigger language plpgsql as $$
begin
  update access_version set version = version + 1, changed_by = pg_current_xact_id()
  where changed_by <> pg_current_xact_id();
  return null;
end $$;

-- Deferred to the commit, so that other changes wait for the row only as long as a commit takes.
create constraint trigger app_user_access_version after insert or update or delete on app_user
  deferrable initially deferred for each row execute function raise_access_version();
create constraint trigger role_access_version after insert or update or delete on role
  deferrable initially deferred for each row execute function raise_access_version();
create constraint trigger role_permission_access_version after insert or update or delete on role_permission
  deferrable initially deferred for each row execute function raise_access_version();
create constraint trigger user_branch_access_version after insert or update or delete on user_branch
  deferrable initially deferred for each row execute function raise_access_version();
create constraint trigger session_access_version after update or delete on session
  deferrable initially deferred for each row execute function raise_access_version();
create constraint trigger branch_access_version after insert or update or delete on branch
  deferrable initially deferred for each row execute function raise_access_version();

create function check_access_version(expected bigint) returns void language plpgsql stable as $$
begin
  if expected is distinct from (select version from access_version) then
    raise exception 'the rights of users have changed' using errcode = 'KD001';
  end if;
end $$;
