/** SQL of the expenses of vehicles: fillings that are far above normal, distances, and costs by vehicle. */
import type { Satang } from '@khapdee/domain/money'
import { fuelAnomalyFactor, minFillings } from '@khapdee/domain/vehicle-costs'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, bool, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { type EntryFilter, entryCondition, withItem } from './entry.queries.ts'

/**
 * The posted fillings of the vehicles `x.vehicle_id` that satisfy a condition, each with the distance since the filling
 * before and whether it is far above the median of its vehicle. Entries of all branches count: a vehicle may change its branch.
 */
const fillings = (vehicles: RawBuilder<SqlBool>) => sql`
  with filling as (
    select x.entry_id, x.vehicle_id, x.value,
      nullif(greatest(x.mile - max(x.mile) over (
        partition by x.vehicle_id order by x.date, x.entry_id rows between unbounded preceding and 1 preceding
      ), 0), 0) as km
    from account_entry x join list_expenses f using (list_expenses_id)
    where x.status = 'posted' and x.vehicle_id is not null and f.is_fuel and ${vehicles}
  ), normal as (
    select vehicle_id, count(*) as fillings, percentile_cont(0.5) within group (order by value) as value,
      percentile_cont(0.5) within group (order by value::float / km) filter (where km is not null) as per_km
    from filling group by vehicle_id
  )
  select filling.entry_id, filling.km, normal.fillings >= ${sql.lit(minFillings)} and case
      when filling.km is not null then filling.value::float / filling.km > ${sql.lit(fuelAnomalyFactor)} * normal.per_km
      else filling.value > ${sql.lit(fuelAnomalyFactor)} * normal.value end as is_anomaly
  from filling join normal using (vehicle_id)`

/** Whether the entry `e` is a filling far above normal. */
export const isAnomaly = sql<SqlBool>`e.entry_id in (
  select entry_id from (${fillings(sql`true`)}) rated where is_anomaly)`

/** The fillings of some vehicles. */
export const fillingsOf = tunedQuery({
  columns: { entry_id: int(), km: orNull(int()), is_anomaly: bool() },
  sql: (vehicleIds: readonly number[]) => fillings(sql`x.vehicle_id = any(${vehicleIds}::int[])`),
})

/** The cost of the filtered entries by vehicle, and the distance of each vehicle in the days of the filter. */
export const costsByVehicle = tunedQuery({
  columns: {
    vehicle_id: int(),
    name: text(),
    value: bigint<Satang>(),
    km: orNull(int()),
    anomalies: int(),
  },
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter) => sql`
    select v.vehicle_id, v.no || ' ' || v.province as name, c.value, c.anomalies,
      nullif(greatest(r.last - coalesce(r.before, r.first), 0), 0) as km
    from (
      select e.vehicle_id, coalesce(sum(e.value) filter (where not e.is_pass_through), 0)::bigint as value,
        count(*) filter (where ${isAnomaly})::int as anomalies
      from ${withItem} where ${entryCondition(ctx, filter)} and e.status = 'posted' group by e.vehicle_id
    ) c join vehicle v using (vehicle_id), lateral (
      select max(x.mile) as last, min(x.mile) as first,
        (select max(y.mile) from account_entry y
         where y.vehicle_id = c.vehicle_id and y.status = 'posted' and y.date < ${dayOf(filter.query.start)}) as before
      from account_entry x
      where x.vehicle_id = c.vehicle_id and x.status = 'posted' and ${inDays(filter.query)}
    ) r
    order by c.value desc, c.vehicle_id`,
})

const dayOf = (day: string | undefined) => sql`${isSet(day) ? day : null}::date`

const inDays = ({ start, end }: ListQuery) => sql`
  x.date >= coalesce(${dayOf(start)}, '-infinity') and x.date <= coalesce(${dayOf(end)}, 'infinity')`

/** The items of the expenses of vehicles. */
export const vehicleItems = tunedQuery({
  columns: { value: int(), name: text() },
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter) => sql`
    select distinct i.list_expenses_id as value, i.name collate thai as name
    from ${withItem} where ${entryCondition(ctx, filter)} and i.list_expenses_id is not null order by 2, 1`,
})
