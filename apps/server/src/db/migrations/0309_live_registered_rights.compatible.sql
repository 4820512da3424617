-- Exam rights that a registration grants appear on open screens at once, like those that the staff
-- grants.

drop trigger exam_right_granted_live on exam_right;
drop trigger exam_right_live on exam_right;
create trigger exam_right_live after insert or update on exam_right
  for each row execute function announce_change('exam');
