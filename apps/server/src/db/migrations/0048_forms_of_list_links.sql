-- The link in a list for which a form was made, so that opening the link again shows that form while it is up to date.
-- It is the signed content of the link, without the signature.
alter table printed_form add column list_link text, add column printed_at timestamptz;
create index printed_form_list_link on printed_form (list_link) where list_link is not null;
