-- Lookups of complete ID and passport numbers without a match, by user. Only a keyed hash of the number is stored.
create table number_miss (
  user_id integer not null references app_user,
  number_hash text not null,
  at timestamptz not null default now(),
  primary key (user_id, number_hash)
);
