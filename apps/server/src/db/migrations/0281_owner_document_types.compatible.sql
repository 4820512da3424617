-- The owner may change the settings of the school, to which the required documents belong.
insert into role_permission (role_id, permission)
select role_id, 'document_type.' || action
from role, unnest(array['create', 'update', 'delete']) action
where key = 'owner' on conflict do nothing;
