-- Filters and order of lists that a user has saved under a name.
create table list_view (
  list_view_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  -- The path of the list in the web app.
  list text not null,
  name text not null,
  -- The filters by their names in the API.
  filters jsonb not null,
  sort text,
  unique (user_id, list, name)
);
