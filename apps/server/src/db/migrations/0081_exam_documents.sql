-- Documents of exams. Appointment slips, rosters and result sheets show the present state, as application forms do.

alter table printed_form add column kind text not null default 'application_form'
  check (kind in ('application_form', 'exam_slip', 'exam_roster', 'exam_results'));
alter table printed_form alter column kind drop default;
