-- A line has the pay type of its latest receipt that is not voided. Until now, lines stored the type
-- chosen in the form even when nothing was paid, and kept that of a voided or older receipt.
with latest as (
  select distinct on (pl.line_id) pl.line_id, p.pay_type
  from payment_line pl join payment p using (payment_id)
  where p.kind = 'receipt' and p.status <> 'deleted'
  order by pl.line_id, p."createdAt" desc, p.payment_id desc
)
update application_line l set pay_type = latest.pay_type
from application_line stored left join latest using (line_id)
where stored.line_id = l.line_id and l.pay_type is distinct from latest.pay_type;
