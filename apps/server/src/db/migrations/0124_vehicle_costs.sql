-- Fuel items, whose entries are compared with the usual consumption of the vehicle.
alter table list_expenses add column is_fuel boolean not null default false;
update list_expenses set is_fuel = true where type = 'vehicle' and name = 'ค่าน้ำมันเชื้อเพลิง';

-- The readings of the odometer of a vehicle in the order of its entries.
create index account_entry_readings on account_entry (vehicle_id, date, entry_id) include (mile, value, list_expenses_id)
  where status = 'posted' and vehicle_id is not null;
