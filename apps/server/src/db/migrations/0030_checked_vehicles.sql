-- The vehicle of a vehicle check, as it was at that check; mileage and owner may differ at the next one.
create table application_vehicle (
  application_id integer primary key references application,
  plate text not null,
  plate_province text not null,
  vehicle_type text not null,
  brand text not null,
  first_registration date,
  mileage integer check (mileage >= 0),
  chassis_number text not null,
  -- Plate and chassis number as they are compared and searched, without spaces and hyphens.
  plate_key text not null,
  chassis_key text not null,
  check (plate_key <> '' or chassis_key <> '')
);
create index application_vehicle_plate on application_vehicle (plate_key collate "C");
create index application_vehicle_chassis on application_vehicle (chassis_key) where chassis_key <> '';
create index application_vehicle_plate_part on application_vehicle using gin (plate_key gin_trgm_ops);
create index application_vehicle_chassis_part on application_vehicle using gin (chassis_key gin_trgm_ops);
