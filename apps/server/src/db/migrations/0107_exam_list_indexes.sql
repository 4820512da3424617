-- Lists of bookings of all branches are read in the order of days; rare states are found without reading other rows.

create index exam_day on exam (exam_date, exam_id);
create index exam_result_day on exam (result, exam_date, exam_id) where result is not null;
create index exam_cancelled_day on exam (exam_date, exam_id) where cancelled_at is not null;

create index exam_right_disabled on exam_right (permission_date desc, right_id desc) where disabled_at is not null;
create index exam_right_forfeited on exam_right (permission_date desc, right_id desc) where forfeited_at is not null;
create index exam_right_licence on exam_right (licence_type, kind, permission_date desc, right_id desc);
