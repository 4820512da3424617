-- Why the exam day that was wished at the registration could not be booked when the application was paid, in Thai.
-- Null once the right is booked, or a user has dismissed the message with a reason.
alter table exam_right add wish_refusal text;
create index exam_right_refused_wish on exam_right (branch_id) where wish_refusal is not null;
