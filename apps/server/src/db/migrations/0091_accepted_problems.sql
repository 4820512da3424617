-- What speaks against a session although it is held: the sentences that somebody accepted with a reason, which the audit
-- trail has. Holidays, leave and repairs that are entered later are not among them, so that they are shown.
alter table exam_session add accepted_problems text[] not null default '{}';
