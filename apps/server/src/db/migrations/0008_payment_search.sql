-- The search text of a payment: its number and the search text of its application. It is copied, because joining the
-- applications of a frequent name with their payments takes a second. Migration 0018 renames the triggers.

alter table payment
  add column customer_name text not null default '',
  add column search text not null default '';

create function payment_search(code text, application_search text) returns text
language sql immutable parallel safe as $$
  select lower(code) || ' ' || application_search
$$;

create function copy_search_to_payment() returns trigger language plpgsql as $$
begin
  select a.customer_name, payment_search(new.payment_code, a.search)
  into new.customer_name, new.search
  from application a where a.application_id = new.application_id;
  return new;
end $$;
create trigger payment_is_found before insert on payment
  for each row execute function copy_search_to_payment();

create function copy_search_to_payments() returns trigger language plpgsql as $$
begin
  update payment set customer_name = new.customer_name, search = payment_search(payment_code, new.search)
  where application_id = new.application_id;
  return null;
end $$;
create trigger application_is_found after update of search, customer_name on application
  for each row when ((old.search, old.customer_name) is distinct from (new.search, new.customer_name))
  execute function copy_search_to_payments();

-- Filling the new column changes no sum.
alter table payment disable trigger payment_changed;
update payment p set customer_name = a.customer_name, search = payment_search(p.payment_code, a.search)
from application a where a.application_id = p.application_id;
alter table payment enable trigger payment_changed;

drop index payment_code_any;
create index payment_search on payment using gin (search gin_trgm_ops);
create index payment_short_grams on payment using gin (short_grams(customer_name));
