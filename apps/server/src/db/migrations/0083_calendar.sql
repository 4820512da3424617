-- Events that employees enter in their calendar, and whom they occupy.

create table calendar_event (
  calendar_event_id integer generated always as identity primary key,
  -- The owner.
  user_id integer not null references app_user,
  -- The branch that also sees the event; null if only the owner sees it.
  branch_id integer references branch,
  category text not null check (category in ('Personal', 'Business', 'Family', 'Holiday', 'ETC')),
  title text not null,
  note text not null default '',
  -- An event of whole days begins and ends at midnight in Bangkok.
  is_all_day boolean not null,
  starts_at timestamptz not null,
  -- The end; this moment is not part of the event.
  ends_at timestamptz not null,
  -- Whether the owner is occupied, and so cannot work in a session at that time.
  is_busy boolean not null,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  -- The calendar uses the length of the longest event to find events that began before its first day.
  check (ends_at > starts_at and ends_at <= starts_at + interval '100 days')
);
create index calendar_event_user on calendar_event (user_id, starts_at) where not is_delete;
create index calendar_event_branch on calendar_event (branch_id, starts_at) where not is_delete and branch_id is not null;

-- The secret links under which calendar programs read the calendars of employees.
create table calendar_feed (
  user_id integer primary key references app_user,
  -- SHA-256 of the secret part of the link.
  token_hash bytea not null unique,
  "createdAt" timestamptz not null default now(),
  last_read_at timestamptz
);

-- An employee is occupied by sessions and by own events.
alter table occupancy
  alter column exam_session_id drop not null,
  add calendar_event_id integer references calendar_event,
  add check (num_nonnulls(exam_session_id, calendar_event_id) = 1),
  add check (calendar_event_id is null or kind = 'user');
create index occupancy_event on occupancy (calendar_event_id) where calendar_event_id is not null;

-- The calendar counts the bookings without a session of each day.
create index exam_without_session on exam (branch_id, exam_date) where exam_session_id is null and cancelled_at is null;
