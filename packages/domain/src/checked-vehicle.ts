/** The vehicle of a vehicle check, which is identified by its plate or its chassis number. */
import { type Day, ageOn } from './thai-date.ts'
import { arabicDigits } from './thai-text.ts'

/** The identification of a vehicle; unknown texts are empty. */
export interface VehicleIdentity {
  plate: string
  plate_province: string
  chassis_number: string
}

/**
 * The key by which plates and chassis numbers are compared and searched: capital letters and ASCII
 * digits, without spaces and hyphens, which users type in different places.
 */
export const vehicleKey = (number: string): string =>
  arabicDigits(number)
    .normalize('NFC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/** A vehicle in one line: `1กข 1234 ขอนแก่น`, or its chassis number when it has no plate. */
export const formatVehicle = ({ plate, plate_province, chassis_number }: VehicleIdentity): string =>
  plate === '' ? chassis_number : [plate, plate_province].filter(Boolean).join(' ')

/** The age in whole years on a day; null when the day of the first registration is unknown. */
export const vehicleAge = (firstRegistration: Day | null, today: Day): number | null =>
  firstRegistration === null ? null : ageOn(firstRegistration, today)
