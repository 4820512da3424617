/** Expenses of vehicles, with the cost per kilometre. Source: product specification, section 7. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { baht, id, listOf, listQuery } from '../wire.ts'
import { expenses } from './account-entry.ts'

const kilometres = labelled(z.number(), 'ระยะทาง', { unit: 'กม.' }).nullable()
const costPerKm = labelled(baht, fieldTitles.costPerKilometre).nullable()

const row = expenses.row.extend({
  /**
   * The distance since the previous filling; null for other expenses, and without readings of the
   * odometer.
   */
  km: kilometres,
  cost_per_km: costPerKm,
  /**
   * Whether the filling costs more than twice the median of its vehicle: per kilometre, or in total
   * if there is no distance.
   */
  is_anomaly: z.boolean(),
})

const costs = {
  /** The posted entries of the filter, without money held for others. */
  value: baht,
  /** The distance in the days of the filter by the odometer; null without two readings. */
  km: kilometres,
  cost_per_km: costPerKm,
  /** The number of fillings of the filter that are far above normal. */
  anomalies: z.int(),
}

export const vehicleExpenses = {
  row,
  gettable: endpoint({
    method: 'GET',
    path: 'vehicle/expenses/gettable',
    access: 'accounting.view',
    summary:
      'Expenses of vehicles, latest day first; `category` is a vehicle, `type` an item or `anomaly`, `start` and `end` limit the day of the entry',
    input: listQuery,
    output: listOf(row).extend({
      /** `cost_per_km` excludes vehicles without a distance. */
      total: z.object(costs),
      /** The same figures by vehicle, the most expensive first. */
      vehicles: z.array(z.object({ vehicle_id: id, name: z.string(), ...costs })),
    }),
  }),
}
