-- Kinds of fees, and the exams of courses and fees with their licence types. Lines copy both, so that later changes
-- of the catalogue do not change them. Exams are an array of {kind, licence_type}.

create function is_exam_list(exams jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(exams) = 'array' and not exists (
    select from jsonb_array_elements(exams) e
    where (e ->> 'kind' in ('theory', 'practice')
      and e ->> 'licence_type' in ('any', 'car', 'motorcycle', 'bigbike', 'truck2', 'truck3', 'truck4')) is not true)
$$;

create function licence_of(type text) returns text language sql immutable parallel safe as $$
  select case
    when type ~* 'big\s*bike|บิ๊กไบค์|จักรยานยนต์ขนาดใหญ่' then 'bigbike'
    when type ~ 'จักรยานยนต์|มอเตอร์ไซค์' then 'motorcycle'
    when type ~ 'ลากจูง|ชนิดที่ 3' then 'truck3'
    when type ~ 'วัตถุอันตราย|ชนิดที่ 4' then 'truck4'
    when type ~ 'บรรทุก|ชนิดที่ 2' then 'truck2'
    when type ~ 'รถยนต์|รถเก๋ง' then 'car'
    else 'any' end
$$;

-- Courses. The course for car and motorcycle has a practice exam for each.
alter table course add exams jsonb not null default '[]' check (is_exam_list(exams));
update course set exams =
  case when not has_theory_exam then '[]'::jsonb
    when is_pair then '[{"kind": "theory", "licence_type": "any"}]'
    else jsonb_build_array(jsonb_build_object('kind', 'theory', 'licence_type', licence_of(type))) end ||
  case when not has_practice_exam then '[]'::jsonb
    when is_pair then '[{"kind": "practice", "licence_type": "car"}, {"kind": "practice", "licence_type": "motorcycle"}]'
    else jsonb_build_array(jsonb_build_object('kind', 'practice', 'licence_type', licence_of(type))) end
from (select course_id as id, name = 'รถยนต์ + รถจักรยานยนต์ พร้อมสอบ (แพ็กคู่)' as is_pair from course) c
where id = course_id and (has_theory_exam or has_practice_exam);
set constraints all immediate;
alter table course
  drop has_theory_exam,
  drop has_practice_exam;
alter table course
  add has_theory_exam boolean not null generated always as (exams @> '[{"kind": "theory"}]') stored,
  add has_practice_exam boolean not null generated always as (exams @> '[{"kind": "practice"}]') stored;

-- Fees. Those of the usual catalogue get their kind; others stay general. Where the name suggests another kind,
-- `kind_confirmed` is false until someone saves the fee.
alter table other_fee
  add kind text not null default 'general' check (kind in ('exam', 'vehicle_check', 'general')),
  add exam_use text check (exam_use in ('first', 'retake', 'extend', 'move', 'rental')),
  add exams jsonb not null default '[]' check (is_exam_list(exams)),
  add kind_confirmed boolean not null default true,
  add check ((kind = 'exam') = (exam_use is not null)),
  add check ((exam_use is not distinct from 'first') = (exams <> '[]'));
update other_fee set kind_confirmed = false
where name ~ 'ตรวจสภาพ|ตรวจและทดสอบรถ|พ\.ร\.บ|พรบ|ภาษีรถ|สอบแก้ตัว|สอบซ่อม|สอบซ้ำ|สอบใหม่|เลื่อน.*สอบ|(ต่ออายุ|ขยาย).*สิทธิ์|เช่ารถ.*สอบ|ค่าสอบ|สมัครสอบ';
update other_fee f set kind = known.kind, exam_use = known.exam_use, exams = known.exams::jsonb, kind_confirmed = true
from (values
  ('ค่าสอบภาคทฤษฎี (e-Exam) ครั้งแรก', 'exam', 'first', '[{"kind": "theory", "licence_type": "any"}]'),
  ('ค่าสอบภาคปฏิบัติ รถยนต์ ครั้งแรก', 'exam', 'first', '[{"kind": "practice", "licence_type": "car"}]'),
  ('ค่าสอบภาคปฏิบัติ รถจักรยานยนต์ ครั้งแรก', 'exam', 'first', '[{"kind": "practice", "licence_type": "motorcycle"}]'),
  ('ค่าสอบแก้ตัว ภาคทฤษฎี', 'exam', 'retake', '[]'),
  ('ค่าสอบแก้ตัว ภาคปฏิบัติ รถยนต์', 'exam', 'retake', '[]'),
  ('ค่าสอบแก้ตัว ภาคปฏิบัติ รถจักรยานยนต์', 'exam', 'retake', '[]'),
  ('ค่าเช่ารถสอบ รถยนต์', 'exam', 'rental', '[]'),
  ('ค่าเช่ารถสอบ รถจักรยานยนต์', 'exam', 'rental', '[]'),
  ('ค่าเลื่อนวันสอบ (แจ้งน้อยกว่า 3 วันทำการ)', 'exam', 'move', '[]'),
  ('ค่าต่ออายุสิทธิ์สอบ 90 วัน', 'exam', 'extend', '[]'),
  ('ตรวจสภาพรถยนต์ น้ำหนักไม่เกิน 2,000 กก.', 'vehicle_check', null, '[]'),
  ('ตรวจสภาพรถยนต์ น้ำหนักเกิน 2,000 กก.', 'vehicle_check', null, '[]'),
  ('ตรวจสภาพรถจักรยานยนต์', 'vehicle_check', null, '[]'),
  ('ตรวจและทดสอบรถติดตั้งก๊าซ LPG/NGV', 'vehicle_check', null, '[]'),
  ('บริการต่อภาษีรถประจำปี', 'vehicle_check', null, '[]'),
  ('พ.ร.บ. รถยนต์นั่งไม่เกิน 7 ที่นั่ง', 'vehicle_check', null, '[]'),
  ('พ.ร.บ. รถจักรยานยนต์ 76–125 ซีซี', 'vehicle_check', null, '[]')
) as known (name, kind, exam_use, exams)
where f.name = known.name;

-- Every save increments the version, and confirms the kind that it stores.
create function other_fee_confirm_kind() returns trigger language plpgsql as $$
begin
  new.kind_confirmed := true;
  return new;
end $$;
create trigger other_fee_confirm_kind before update of version on other_fee
  for each row execute function other_fee_confirm_kind();

-- Rights have the licence type of their course.
set constraints all immediate;
alter table exam_right
  add licence_type text not null default 'any'
    check (licence_type in ('any', 'car', 'motorcycle', 'bigbike', 'truck2', 'truck3', 'truck4')),
  drop constraint exam_right_line_id_kind_key,
  add unique (line_id, kind, licence_type);
update exam_right r set licence_type = case
  when c.name <> 'รถยนต์ + รถจักรยานยนต์ พร้อมสอบ (แพ็กคู่)' then licence_of(c.type)
  when r.kind = 'practice' then 'car' else 'any' end
from application_line l join course c using (course_id) where l.line_id = r.line_id;
set constraints all immediate;
alter table exam_right alter licence_type drop default;

-- Lines: the kind of their fee (null for other items), and the exams for which they grant rights.
alter table application_line
  add fee_kind text check (fee_kind in ('exam', 'vehicle_check', 'general')),
  add exam_use text check (exam_use in ('first', 'retake', 'extend', 'move', 'rental')),
  add exams jsonb not null default '[]' check (is_exam_list(exams));
update application_line l set fee_kind = f.kind, exam_use = f.exam_use, exams = f.exams
from other_fee f where f.other_fee_id = l.other_fee_id;
update application_line l set exams = granted.exams
from (
  select line_id, jsonb_agg(jsonb_build_object('kind', kind, 'licence_type', licence_type) order by kind desc) as exams
  from exam_right group by line_id
) granted
where granted.line_id = l.line_id;
update application_line l set exams = l.exams || '[{"kind": "practice", "licence_type": "motorcycle"}]'::jsonb
from course c
where c.course_id = l.course_id and c.name = 'รถยนต์ + รถจักรยานยนต์ พร้อมสอบ (แพ็กคู่)'
  and l.exams @> '[{"kind": "practice", "licence_type": "car"}]';
set constraints all immediate;
alter table application_line
  add check ((kind = 'other_fee') = (fee_kind is not null)),
  add check ((fee_kind is not distinct from 'exam') = (exam_use is not null)),
  add check (kind <> 'other_fee' or (exam_use is not distinct from 'first') = (exams <> '[]'));

-- Exam rights that open applications lack, unless the right would already have expired.
with missing as (
  select l.line_id, a.application_id, a.customer_id, a.branch_id, a.created_by, e.kind, e.licence_type,
    d.registered, d.registered + d.days as permission_date
  from application_line l join application a using (application_id) join branch b using (branch_id)
    cross join lateral (select (a."createdAt" at time zone 'Asia/Bangkok')::date as registered,
      coalesce((b.settings ->> 'exam_right_days')::integer, 90) as days) d
    cross join lateral jsonb_to_recordset(l.exams) as e (kind text, licence_type text)
  where l.status = 'open' and a.status in ('outstanding', 'paid') and not a.is_delete
    and d.registered + d.days >= (now() at time zone 'Asia/Bangkok')::date
    and not exists (select from exam_right r
      where (r.line_id, r.kind, r.licence_type) = (l.line_id, e.kind, e.licence_type))
), granted as (
  insert into exam_right (application_id, line_id, customer_id, branch_id, kind, licence_type, valid_from,
    permission_date)
  select application_id, line_id, customer_id, branch_id, kind, licence_type, registered, permission_date from missing
  returning right_id, line_id, kind, licence_type, valid_from, permission_date
)
insert into exam_right_event (right_id, event, detail, user_id)
select right_id, 'granted', jsonb_build_object('valid_from', valid_from, 'permission_date', granted.permission_date),
  created_by
from granted join missing using (line_id, kind, licence_type);

drop function licence_of(text);
