-- Bank accounts, and the account of each transfer. A null branch means every branch.

create table bank_account (
  bank_account_id integer generated always as identity primary key,
  branch_id integer references branch,
  -- Bank of Thailand code.
  bank text not null,
  number text not null check (number ~ '^\d{10,15}$'),
  name text not null,
  -- The balance in satang at the start of `opening_day`; it is not income.
  opening_balance bigint not null default 0,
  opening_day date not null,
  -- Whether transfers of the branch use this account unless a user chooses another.
  is_default boolean not null default false,
  detail text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
create unique index bank_account_number on bank_account (bank, number) where not is_delete;
create unique index bank_account_default on bank_account (coalesce(branch_id, 0)) where is_default and not is_delete;

-- The account of a branch: the branch's accounts come before those of all branches, and the default one before
-- others. Null if there is none.
create function default_bank_account(branch integer) returns integer language sql stable as $$
  select bank_account_id from bank_account
  where (branch_id = branch or branch_id is null) and is_activate and not is_delete
  order by branch_id nulls last, is_default desc, bank_account_id limit 1
$$;

-- Payments and entries are inserted with every registration, so this is no foreign key; see migration 0019.
alter table payment add column bank_account_id integer;
-- Entries of payments have the account of their payment.
alter table account_entry add column bank_account_id integer check (payment_id is null or bank_account_id is null);
create index payment_bank_account on payment (bank_account_id) where bank_account_id is not null;
create index account_entry_bank_account on account_entry (bank_account_id) where bank_account_id is not null;

-- A transfer has an account, by default that of its branch; cash has none.
create function name_bank_account() returns trigger language plpgsql as $$
begin
  new.bank_account_id := case when new.pay_type = 'transfer'
    then coalesce(new.bank_account_id, default_bank_account(new.branch_id)) end;
  return new;
end $$;
create trigger payment_names_account before insert on payment for each row
  when (new.pay_type = 'transfer' and new.kind <> 'moved') execute function name_bank_account();
create trigger payment_keeps_account before update of pay_type on payment for each row
  when (new.kind <> 'moved' and old.pay_type <> new.pay_type) execute function name_bank_account();
create trigger account_entry_names_account before insert on account_entry for each row
  when (new.pay_type = 'transfer' and new.payment_id is null) execute function name_bank_account();
create trigger account_entry_keeps_account before update of pay_type, bank_account_id on account_entry for each row
  when (new.payment_id is null) execute function name_bank_account();

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, 'bank_account.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view'),
  ('manager', 'view create update delete'),
  ('accountant', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;
