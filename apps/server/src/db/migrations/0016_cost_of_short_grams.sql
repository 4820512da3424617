-- The function costs twenty times the default estimate of PostgreSQL, which therefore read all customers in list order
-- to find a letter in the names of one branch.
alter function short_grams(text) cost 2000;
