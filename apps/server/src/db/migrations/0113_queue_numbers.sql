-- undone_queue_no: the highest number of the queue whose check-in was undone, which is not given again; 0 without one.
alter table exam_session add undone_queue_no integer not null default 0 check (undone_queue_no >= 0);
