-- Which document of an account each repayment of an advance or a loan is, so that its account is known.

alter table payroll_loan_repayment add column bank_move_id integer unique references bank_move;
update payroll_loan_repayment r set bank_move_id = m.bank_move_id
from (select payroll_loan_repayment_id, payroll_loan_id, day, value,
    row_number() over (partition by payroll_loan_id, day, value order by payroll_loan_repayment_id) as n
  from payroll_loan_repayment where pay_type = 'transfer') p
join (select bank_move_id, payroll_loan_id, date as day, value,
    row_number() over (partition by payroll_loan_id, date, value order by bank_move_id) as n
  from bank_move where payroll_loan_id is not null and value > 0) m using (payroll_loan_id, day, value, n)
where r.payroll_loan_repayment_id = p.payroll_loan_repayment_id;
alter table payroll_loan_repayment add constraint payroll_loan_repayment_account
  check ((pay_type = 'transfer') = (bank_move_id is not null));
