/** The rows of the vehicle of a vehicle check on its form and its receipts. */
import { vehicleAge } from '@khapdee/domain/checked-vehicle'
import { type Day, formatDayLong } from '@khapdee/domain/thai-date'
import { labels } from './labels.ts'
import type { VehicleView } from './view.ts'

/** Rows of labels and texts; rows without a value are omitted. The age is the one on the day of the document. */
export function vehicleRows({
  vehicle,
  day,
}: {
  vehicle?: VehicleView
  day: Day
}): [title: string, value: string][] {
  if (vehicle === undefined) return []
  const { plate, type, chassis_number, mileage, first_registration } = vehicle
  const rows: [string, string][] = [
    [labels.vehicle.plate, plate],
    [labels.vehicle.vehicle_type, type],
    [labels.vehicle.chassis_number, chassis_number],
    [
      labels.vehicle.first_registration,
      first_registration === undefined
        ? ''
        : `${formatDayLong(first_registration)} (อายุ ${vehicleAge(first_registration, day)} ปี)`,
    ],
    [labels.vehicle.mileage, mileage === undefined ? '' : `${mileage.toLocaleString('en')} กม.`],
  ]
  return rows.filter(([, value]) => value !== '')
}
