-- Holidays, the branches that open on them, and kinds of leave.

create table holiday (
  holiday_id integer generated always as identity primary key,
  -- Null for a holiday of every branch.
  branch_id integer references branch,
  day date not null,
  name text not null,
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
create unique index holiday_day on holiday (day, coalesce(branch_id, 0)) where not is_delete;

-- The branches that are open although all others are closed.
create table holiday_open_branch (
  holiday_id integer not null references holiday,
  branch_id integer not null references branch,
  primary key (holiday_id, branch_id)
);

insert into role_permission (role_id, permission)
select role_id, 'holiday.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view create update delete'),
  ('manager', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;

-- The public holidays of private employers that are known: days fixed by law, Buddhist days by the lunar calendar, and
-- substitute and special days that the cabinet has announced. The Royal Ploughing Ceremony is announced each year.
insert into holiday (day, name)
select make_date(year, month, date), name
from generate_series(2025, 2027) as year, (values
  (1, 1, 'วันขึ้นปีใหม่'),
  (4, 6, 'วันจักรี'),
  (4, 13, 'วันสงกรานต์'),
  (4, 14, 'วันสงกรานต์'),
  (4, 15, 'วันสงกรานต์'),
  (5, 1, 'วันแรงงานแห่งชาติ'),
  (5, 4, 'วันฉัตรมงคล'),
  (6, 3, 'วันเฉลิมพระชนมพรรษาสมเด็จพระนางเจ้าฯ พระบรมราชินี'),
  (7, 28, 'วันเฉลิมพระชนมพรรษาพระบาทสมเด็จพระเจ้าอยู่หัว'),
  (8, 12, 'วันแม่แห่งชาติ'),
  (10, 13, 'วันนวมินทรมหาราช'),
  (10, 23, 'วันปิยมหาราช'),
  (12, 5, 'วันพ่อแห่งชาติ'),
  (12, 10, 'วันรัฐธรรมนูญ'),
  (12, 31, 'วันสิ้นปี')
) as fixed (month, date, name);
insert into holiday (day, name) values
  ('2025-02-12', 'วันมาฆบูชา'),
  ('2025-04-07', 'วันหยุดชดเชยวันจักรี'),
  ('2025-04-16', 'วันหยุดชดเชยวันสงกรานต์'),
  ('2025-05-05', 'วันหยุดชดเชยวันฉัตรมงคล'),
  ('2025-05-11', 'วันวิสาขบูชา'),
  ('2025-05-12', 'วันหยุดชดเชยวันวิสาขบูชา'),
  ('2025-06-02', 'วันหยุดพิเศษ'),
  ('2025-07-10', 'วันอาสาฬหบูชา'),
  ('2025-07-11', 'วันเข้าพรรษา'),
  ('2025-08-11', 'วันหยุดพิเศษ'),
  ('2026-03-03', 'วันมาฆบูชา'),
  ('2026-05-31', 'วันวิสาขบูชา'),
  ('2026-06-01', 'วันหยุดชดเชยวันวิสาขบูชา'),
  ('2026-07-29', 'วันอาสาฬหบูชา'),
  ('2026-07-30', 'วันเข้าพรรษา'),
  ('2026-12-07', 'วันหยุดชดเชยวันพ่อแห่งชาติ'),
  ('2027-02-21', 'วันมาฆบูชา'),
  ('2027-05-20', 'วันวิสาขบูชา'),
  ('2027-07-18', 'วันอาสาฬหบูชา'),
  ('2027-07-19', 'วันเข้าพรรษา');

-- Leave recorded before has a reason and no kind.
alter table user_leave add column kind text not null default 'other'
  check (kind in ('sick', 'personal', 'annual', 'other'));
