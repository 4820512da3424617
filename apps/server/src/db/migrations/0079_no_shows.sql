-- No-shows that end rights, and sessions that are closed when their exam is over.

-- Set when a no-show has ended the right, by the setting of the branch.
alter table exam_right add forfeited_at timestamptz;
alter table exam_right add check (used_at is null or forfeited_at is null);

-- The setting of the branch when the candidate was marked absent; null for other results and earlier absences.
alter table exam add no_show text check (no_show in ('keep', 'use', 'fee'));
alter table exam add check (no_show is null or result = 'absent');

-- Since when all candidates have a result and the session is closed.
alter table exam_session add ended_at timestamptz;
alter table exam_session add ended_by integer references app_user;
alter table exam_session add check ((ended_at is null) = (ended_by is null));
alter table exam_session add check (ended_at is null or status = 'closed');

-- Bookings without a result, of which those of past days are few.
create index exam_open_day on exam (exam_date) where result is null and cancelled_at is null;
