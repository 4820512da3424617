-- The inbox and its badge query every 20 seconds which months of payroll wait for a decision.
create index payroll_month_waiting on payroll_month (branch_id, month) where status in ('submitted', 'confirmed');
