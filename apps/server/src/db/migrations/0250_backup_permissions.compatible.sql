-- Permissions to see, create and download backups. A backup contains all data of the school.
insert into role_permission (role_id, permission)
select role_id, 'backup.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create download'),
  ('owner', 'view')
) granted (key, actions) using (key) on conflict do nothing;
