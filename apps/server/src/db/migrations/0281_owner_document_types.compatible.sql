-- The owner has the settings of the school, and the required documents are among them.
insert into role_permission (role_id, permission)
select role_id, 'document_type.' || action
from role, unnest(array['create', 'update', 'delete']) action
where key = 'owner' on conflict do nothing;
