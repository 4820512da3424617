-- The problems of a session, as Thai sentences, that a user accepted when planning or keeping it; the reason is in
-- the audit trail. Problems that arise later, from holidays, leave or repairs, are not in the list, and are therefore
-- shown.
alter table exam_session add accepted_problems text[] not null default '{}';
