-- short_grams costs twenty times the default estimate. With that estimate, PostgreSQL read all customers in list order to
-- find a letter in the names of one branch.
alter function short_grams(text) cost 2000;
