-- Taking a name apart costs twenty times what PostgreSQL supposes of a function: it read all customers
-- in their order to find a letter among those of one branch.
alter function short_grams(text) cost 2000;
