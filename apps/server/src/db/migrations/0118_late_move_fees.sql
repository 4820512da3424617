-- When a late move used the fee of the line; null until then.

alter table application_line
  add moved_at timestamptz,
  add check (moved_at is null or right_id is not null and exam_use = 'move');

-- Existing fees were sold with their moves, at most a moment before or after the move was recorded.
update application_line l set moved_at = a."createdAt" from application a
where a.application_id = l.application_id and l.exam_use = 'move' and l.right_id is not null
  and exists (select from exam_right_event v
    where v.right_id = l.right_id and v.event = 'moved' and v.at >= a."createdAt" - interval '1 minute');
