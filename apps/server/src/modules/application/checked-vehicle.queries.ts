/** SQL about the vehicles of vehicle checks. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instant, int, jsonb, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'

/** Maximum number of vehicles that a form proposes. */
const maxProposed = 5

/** The last check of each vehicle, among the visible checks that match the condition on `v` and `a`; newest first. */
export const vehicleVisits = tunedQuery({
  columns: {
    application_id: int(),
    application_code: text(),
    createdAt: instant(),
    customer_id: int(),
    customer: text(),
    vehicle: jsonb<CheckedVehicle>(),
  },
  unnamed: true,
  sql: (ctx: UserContext, matches: RawBuilder<SqlBool>) => sql`
    select * from (
      select distinct on (v.plate_key, v.chassis_key) a.application_id, a.application_code, a."createdAt",
        a.customer_id, a.customer_name as customer, to_jsonb(v) as vehicle
      from application_vehicle v join application a using (application_id)
      where ${matches} and a.status <> 'cancelled' and ${ctx.scope.visible('application', 'a')}
      order by v.plate_key, v.chassis_key, a.application_id desc) visits
    order by application_id desc limit ${sql.lit(maxProposed)}`,
})
