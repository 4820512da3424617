/** The list of the expenses of vehicles. Source: product specification, section 7. */
import { vehicleExpenses } from '@khapdee/contract/entities/vehicle-expenses'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { entryStatuses } from '@khapdee/domain/account-entry'
import { type Satang, sumSatang } from '@khapdee/domain/money'
import { costPerKm } from '@khapdee/domain/vehicle-costs'
import { type SqlBool, sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelChoices } from '../../kernel/crud.ts'
import { joinByAnd, metaOf, parseId } from '../../kernel/list.ts'
import { withAllOption } from '../catalogue.ts'
import { type EntryFilter, entryCount, entryPage, vehiclesOf } from './entry.queries.ts'
import { entryRow } from './list-entries.ts'
import { costsByVehicle, fillingsOf, isAnomaly, vehicleItems } from './vehicle-expenses.queries.ts'

/** The value of the filter `type` for fillings far above normal. */
const anomaly = 'anomaly'

/** Converts the query of the list, whose `category` is a vehicle id and `type` an item id, to a filter of the books. */
function filterOf(query: ListQuery): EntryFilter {
  const { category, type, ...others } = query
  const conditions = [sql<SqlBool>`e.vehicle_id is not null`]
  if (isSet(category)) conditions.push(sql`e.vehicle_id = ${parseId(category)}`)
  if (type === anomaly) conditions.push(isAnomaly)
  else if (isSet(type)) conditions.push(sql`e.list_expenses_id = ${parseId(type)}`)
  return { query: others, side: 'expenses', where: joinByAnd(conditions) }
}

const withCostPerKm = <Costs extends { value: Satang; km: number | null }>(costs: Costs) => ({
  ...costs,
  cost_per_km: costPerKm(costs.value, costs.km),
})

async function costsOf(ctx: UserContext, filter: EntryFilter) {
  const vehicles = (await costsByVehicle.rows(ctx.tx, ctx, filter)).map(withCostPerKm)
  const driven = vehicles.filter(({ km }) => km !== null)
  const km = driven.length === 0 ? null : driven.reduce((sum, row) => sum + (row.km ?? 0), 0)
  const total = {
    value: sumSatang(vehicles.map(({ value }) => value)),
    km,
    cost_per_km: costPerKm(sumSatang(driven.map(({ value }) => value)), km),
    anomalies: vehicles.reduce((sum, { anomalies }) => sum + anomalies, 0),
  }
  return { vehicles, total }
}

export const listVehicleExpenses = command(vehicleExpenses.gettable, async (ctx, query) => {
  const filter = filterOf(query)
  const rows = await entryPage.rows(ctx.tx, ctx, filter)
  const { count } = await entryCount.one(ctx.tx, ctx, filter)
  const vehicleIds = rows.flatMap(({ vehicle }) => (vehicle === null ? [] : [vehicle]))
  const fillings = new Map(
    (await fillingsOf.rows(ctx.tx, vehicleIds)).map(({ entry_id, ...filling }) => [
      entry_id,
      filling,
    ]),
  )
  const items = await vehicleItems.rows(ctx.tx, ctx, filterOf({ ...query, type: undefined }))
  const branchId = isSet(query.branch) ? parseId(query.branch) : undefined
  return {
    data: rows.map((row) => {
      const { km = null, is_anomaly = false } = fillings.get(row.entry_id) ?? {}
      return {
        expenses_id: row.entry_id,
        ...entryRow(ctx, row),
        km,
        cost_per_km: costPerKm(row.value, km),
        is_anomaly,
      }
    }),
    ...(await costsOf(ctx, filter)),
    meta: metaOf(query, count),
    filter: {
      branch: branchOptions(ctx),
      ...withAllOption({
        category: await vehiclesOf.rows(ctx.tx, ctx, branchId, true),
        type: [{ value: anomaly, name: 'น้ำมันสูงผิดปกติ' }, ...items],
        status: labelChoices(entryStatuses),
      }),
    },
  }
})
