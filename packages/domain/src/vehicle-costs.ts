/** Costs of the vehicles of the school. Source: product specification, section 7. */
import { type Satang, satang } from './money.ts'

/** A filling is far above normal if it costs more than this many times the median of its vehicle. */
export const fuelAnomalyFactor = 2

/** Minimum number of fillings of a vehicle for a meaningful median. */
export const minFillings = 4

/** The cost of one kilometre in satang, rounded half up; null without a distance. */
export const costPerKm = (value: Satang, km: number | null): Satang | null =>
  km === null || km <= 0 ? null : satang(Math.round(value / km))
