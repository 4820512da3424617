-- Bank statements: their lines, and the documents of the books with which they are matched.

-- How the columns of the last file of an account were read, and its headings, by which the next file of the same form
-- is recognised.
create table statement_mapping (
  bank_account_id integer primary key references bank_account,
  mapping jsonb not null,
  titles jsonb not null
);

-- A match of one line with several documents, or of several lines with one document; the sums are equal.
create table statement_match (
  match_id integer generated always as identity primary key,
  bank_account_id integer not null references bank_account,
  -- The entry that was posted for the difference. It is voided when the match is undone.
  difference_entry_id integer references account_entry,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null
);
create index statement_match_account on statement_match (bank_account_id);
create index statement_match_difference on statement_match (difference_entry_id) where difference_entry_id is not null;
create index statement_match_created_by on statement_match (created_by);

create table statement_line (
  statement_line_id integer generated always as identity primary key,
  bank_account_id integer not null references bank_account,
  date date not null,
  -- HH:MM; empty when the file has none.
  time text not null,
  -- Satang; positive for money into the account.
  value bigint not null check (value <> 0),
  balance bigint,
  description text not null,
  -- The bank's own id of the line; empty when the file has none.
  reference text not null,
  -- Hash of the content by which the line is recognised in other files; see the domain.
  fingerprint text not null,
  state text not null default 'unmatched' check (state in ('unmatched', 'matched', 'ignored')),
  match_id integer references statement_match,
  -- Why the line needs no match.
  note text not null default '',
  search text not null generated always as (lower(description || ' ' || reference)) stored,
  imported_by integer not null references app_user,
  "createdAt" timestamptz not null,
  check ((state = 'matched') = (match_id is not null)),
  constraint statement_line_once unique (bank_account_id, fingerprint)
);
create index statement_line_list on statement_line (bank_account_id, date desc, statement_line_id desc);
create index statement_line_unmatched on statement_line (bank_account_id, date) where state = 'unmatched';
create index statement_line_match on statement_line (match_id) where match_id is not null;
create index statement_line_imported_by on statement_line (imported_by);
create index statement_line_search on statement_line using gin (search gin_trgm_ops);

-- A document belongs to one match only: of two users who match it at once, one succeeds.
create table statement_match_document (
  match_id integer not null references statement_match on delete cascade,
  payment_id integer references payment,
  entry_id integer references account_entry,
  check (num_nonnulls(payment_id, entry_id) = 1),
  constraint statement_payment_once unique (payment_id),
  constraint statement_entry_once unique (entry_id)
);
create index statement_match_document_match on statement_match_document (match_id);

-- The transfers in the books as a bank shows them: receipts and refunds, and entries by staff minus the withheld tax.
create view bank_document as
select 'payment' as kind, p.payment_id as id, p.payment_id, null::integer as entry_id, p.branch_id, p.bank_account_id,
  (p."createdAt" at time zone 'Asia/Bangkok')::date as date,
  to_char(p."createdAt" at time zone 'Asia/Bangkok', 'HH24:MI') as time, p.paid as value, p.payment_code as code,
  p.customer_name as party, p.bank_reference
from payment p
where p.pay_type = 'transfer' and p.kind <> 'moved' and p.status = 'normal' and not p.over_cap
union all
select 'entry', e.entry_id, null, e.entry_id, e.branch_id, e.bank_account_id, e.date, '',
  case e.side when 'income' then e.value else e.wht_value - e.value end, coalesce(e.entry_code, ''), e.payee, e.document_no
from account_entry e
where e.pay_type = 'transfer' and e.payment_id is null and e.status = 'posted' and e.value <> e.wht_value;

-- A matched document cannot be changed. The lock of the row makes a match and a change wait for each other.
create function refuse_matched_payment() returns trigger language plpgsql as $$
begin
  if exists (select from statement_match_document where payment_id = old.payment_id) then
    raise exception 'payment % is matched', old.payment_id using errcode = 'KD003';
  end if;
  return new;
end $$;
create trigger payment_matched before update on payment for each row
  when ((old.branch_id, old.kind, old.pay_type, old.paid, old.status, old."createdAt")
    is distinct from (new.branch_id, new.kind, new.pay_type, new.paid, new.status, new."createdAt"))
  execute function refuse_matched_payment();

create function refuse_matched_entry() returns trigger language plpgsql as $$
begin
  if exists (select from statement_match_document where entry_id = old.entry_id) then
    raise exception 'entry % is matched', old.entry_id using errcode = 'KD003';
  end if;
  return new;
end $$;
create trigger account_entry_matched before update on account_entry for each row
  when (old.payment_id is null and (old.branch_id, old.side, old.status, old.pay_type, old.value, old.wht_value, old.date,
      old.list_expenses_id, old.name)
    is distinct from (new.branch_id, new.side, new.status, new.pay_type, new.value, new.wht_value, new.date,
      new.list_expenses_id, new.name))
  execute function refuse_matched_entry();

insert into role_permission (role_id, permission)
select role_id, 'statement.' || action
from role, unnest(array['view', 'import', 'match', 'export']) action
where key in ('admin', 'manager', 'accountant') or key = 'owner' and action in ('view', 'export')
on conflict do nothing;
