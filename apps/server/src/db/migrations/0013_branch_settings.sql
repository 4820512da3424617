-- Roles that may see pay may also export the list of employees.
insert into role_permission (role_id, permission)
select role_id, 'user.export' from role_permission where permission = 'user.view-salary'
on conflict do nothing;
