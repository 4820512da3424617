-- The permission to export the results of evaluations, for the default roles that have it in a new database.
insert into role_permission (role_id, permission)
select role_id, 'evaluate.export' from role where key in ('admin', 'owner', 'manager')
on conflict do nothing;
