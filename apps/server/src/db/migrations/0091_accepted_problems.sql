-- The problems of a session that a user accepted when the session was planned or kept, as Thai sentences; the reason is in the
-- audit trail. Problems that arise later, from holidays, leave or repairs, are not in the list, and are therefore shown.
alter table exam_session add accepted_problems text[] not null default '{}';
