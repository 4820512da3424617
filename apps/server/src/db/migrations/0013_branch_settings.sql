-- Who may see what people are paid may take their list away.
insert into role_permission (role_id, permission)
select role_id, 'user.export' from role_permission where permission = 'user.view-salary'
on conflict do nothing;
