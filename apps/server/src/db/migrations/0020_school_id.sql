-- Database and file store have the same id of the school, so that a server never cleans up the files of another
-- database. In a school that has files but no ids yet, the files prove that database and store belong together,
-- because their names are random. See docs/decisions/0025.
insert into setting (key, value)
select 'newest_file_before_school_id', to_jsonb(max(file_id)) from file having count(*) > 0;
