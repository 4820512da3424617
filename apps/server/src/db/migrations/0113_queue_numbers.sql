-- undone_queue_no: the highest queue number whose check-in was undone; numbers up to it are not given again. 0 if there is none.
alter table exam_session add undone_queue_no integer not null default 0 check (undone_queue_no >= 0);
