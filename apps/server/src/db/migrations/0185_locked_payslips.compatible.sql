-- The password of the payslips: a value that the employee knows, which is not stored a second time.
alter table school add column payslip_password text not null default 'none'
  check (payslip_password in ('none', 'birthday', 'idcard'));
