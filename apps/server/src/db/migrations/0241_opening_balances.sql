-- What a branch had before its books begin, as dated rows that are not income: in the drawer, in petty cash, and held
-- for customers. The opening balances of bank accounts are columns.

alter table drawer_move drop constraint drawer_move_kind_check,
  add constraint drawer_move_kind_check check (kind in ('income', 'expenses', 'opening', 'cash_out', 'deposit', 'top_up',
    'correction', 'petty_cash')),
  drop constraint drawer_move_check,
  add constraint drawer_move_check
    check (kind in ('correction', 'petty_cash') or (value > 0) = (kind in ('income', 'opening', 'top_up')));
create unique index drawer_move_opening on drawer_move (branch_id) where kind = 'opening';
update closing set parts = parts || '{"opening": 0}' where parts is not null;

alter table petty_cash_move drop constraint petty_cash_move_kind_check,
  add constraint petty_cash_move_kind_check check (kind in ('opening', 'advance', 'spend', 'income', 'count', 'replenish', 'return'));
create unique index petty_cash_move_opening on petty_cash_move (petty_cash_id) where kind = 'opening';

alter table list_expenses drop constraint list_expenses_system_key_check,
  add constraint list_expenses_system_key_check check (system_key in ('cash_short', 'cash_over', 'payroll', 'payroll_recovery',
    'wht_remitted', 'held_before'));
insert into list_expenses (name, category, type, "group", detail, status, is_pass_through, system_key) values
  ('ยอดยกมารายรับแทน', 'other_income', 'general', '', 'เงินของผู้อื่นที่ถืออยู่ก่อนเริ่มบันทึกบัญชี', 'open', true, 'held_before');
