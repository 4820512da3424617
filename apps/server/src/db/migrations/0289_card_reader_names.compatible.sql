-- The readers of a branch are distinguished by their names. If names are equal, the id of the reader is added to the
-- later ones.
update card_reader later set name = left(name, 45) || ' (' || card_reader_id || ')'
where exists (
  select 1 from card_reader earlier
  where earlier.branch_id = later.branch_id and lower(earlier.name) = lower(later.name)
    and earlier.card_reader_id < later.card_reader_id
);
create unique index card_reader_name on card_reader (branch_id, lower(name));
drop index card_reader_branch;
