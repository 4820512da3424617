-- Rates of payroll as dated rows. Figures in hundredths (satang, basis points). No provinces mean the whole country.

create table payroll_rate (
  payroll_rate_id integer generated always as identity primary key,
  name text not null,
  type text not null check (type in ('sso_base', 'sso_share', 'ewf', 'tax', 'allowances', 'contractor_tax', 'overtime',
    'leave', 'minimum_wage', 'consent', 'working_time')),
  valid_from date not null,
  valid_to date,
  provinces text[] not null default '{}',
  figures jsonb not null,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  check (valid_to >= valid_from)
);
create unique index payroll_rate_once on payroll_rate (type, valid_from, provinces) where not is_delete;

-- The legal rates, which a school may correct and extend.
insert into payroll_rate (name, type, valid_from, valid_to, provinces, figures) values
  ('ฐานค่าจ้างประกันสังคม', 'sso_base', '2015-01-01', null, '{}',
    '[{"figure":"min","value":165000},{"figure":"ceiling","value":1500000}]'),
  ('ฐานค่าจ้างประกันสังคม', 'sso_base', '2026-01-01', null, '{}',
    '[{"figure":"min","value":165000},{"figure":"ceiling","value":1750000}]'),
  ('ฐานค่าจ้างประกันสังคม', 'sso_base', '2029-01-01', null, '{}',
    '[{"figure":"min","value":165000},{"figure":"ceiling","value":2000000}]'),
  ('ฐานค่าจ้างประกันสังคม', 'sso_base', '2032-01-01', null, '{}',
    '[{"figure":"min","value":165000},{"figure":"ceiling","value":2300000}]'),
  ('อัตราเงินสมทบประกันสังคม', 'sso_share', '2015-01-01', null, '{}',
    '[{"figure":"employee","value":500},{"figure":"employer","value":500}]'),
  ('อัตราเงินสมทบประกันสังคม', 'sso_share', '2025-12-01', '2026-05-31', '{นครศรีธรรมราช,ตรัง,นราธิวาส,ปัตตานี,พัทลุง,ยะลา,สงขลา,สตูล,สุราษฎร์ธานี}',
    '[{"figure":"employee","value":300},{"figure":"employer","value":300}]'),
  ('กองทุนสงเคราะห์ลูกจ้าง', 'ewf', '2026-10-01', null, '{}',
    '[{"figure":"employee","value":25},{"figure":"employer","value":25},{"figure":"min_employees","value":1000},{"figure":"ceiling","value":null}]'),
  ('กองทุนสงเคราะห์ลูกจ้าง', 'ewf', '2031-10-01', null, '{}',
    '[{"figure":"employee","value":50},{"figure":"employer","value":50},{"figure":"min_employees","value":1000},{"figure":"ceiling","value":null}]'),
  ('ภาษีหัก ณ ที่จ่าย', 'tax', '2017-01-01', null, '{}',
    '[{"figure":"expense","value":5000},{"figure":"expense_max","value":10000000},{"figure":"step_1","value":15000000},{"figure":"rate_1","value":0},{"figure":"step_2","value":30000000},{"figure":"rate_2","value":500},{"figure":"step_3","value":50000000},{"figure":"rate_3","value":1000},{"figure":"step_4","value":75000000},{"figure":"rate_4","value":1500},{"figure":"step_5","value":100000000},{"figure":"rate_5","value":2000},{"figure":"step_6","value":200000000},{"figure":"rate_6","value":2500},{"figure":"step_7","value":500000000},{"figure":"rate_7","value":3000},{"figure":"step_8","value":null},{"figure":"rate_8","value":3500},{"figure":"step_9","value":null},{"figure":"rate_9","value":null},{"figure":"step_10","value":null},{"figure":"rate_10","value":null}]'),
  ('ค่าลดหย่อน', 'allowances', '2018-01-01', null, '{}',
    '[{"figure":"self","value":6000000},{"figure":"spouse","value":6000000},{"figure":"child","value":3000000},{"figure":"later_child","value":6000000},{"figure":"parent","value":3000000},{"figure":"max_parents","value":400},{"figure":"life_max","value":10000000},{"figure":"health_max","value":2500000},{"figure":"life_and_health_max","value":10000000},{"figure":"home_loan_max","value":10000000},{"figure":"provident_fund","value":1500},{"figure":"provident_fund_max","value":50000000}]'),
  ('ภาษีหัก ณ ที่จ่าย (จ้างทำของ)', 'contractor_tax', '2015-01-01', null, '{}',
    '[{"figure":"rate","value":300}]'),
  ('ค่าล่วงเวลา', 'overtime', '2015-01-01', null, '{}',
    '[{"figure":"overtime","value":15000},{"figure":"holiday_paid","value":10000},{"figure":"holiday_unpaid","value":20000},{"figure":"holiday_overtime","value":30000}]'),
  ('สิทธิวันลา', 'leave', '2025-12-07', null, '{}',
    '[{"figure":"sick","value":3000},{"figure":"personal","value":300},{"figure":"annual","value":600},{"figure":"maternity","value":12000},{"figure":"maternity_paid","value":6000},{"figure":"childbirth","value":1500},{"figure":"newborn_illness","value":1500},{"figure":"newborn_illness_pay","value":5000}]'),
  ('ค่าแรงขั้นต่ำ', 'minimum_wage', '2025-01-01', null, '{}',
    '[{"figure":"daily","value":33700}]'),
  ('เพดานรายหัก', 'consent', '2015-01-01', null, '{}',
    '[{"figure":"each","value":1000},{"figure":"together","value":2000}]'),
  ('เวลาทำงานปกติ', 'working_time', '2015-01-01', null, '{}',
    '[{"figure":"hours","value":800},{"figure":"days","value":3000}]');

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, 'payroll_rate.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view'),
  ('manager', 'view'),
  ('accountant', 'view'),
  ('hr', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;
