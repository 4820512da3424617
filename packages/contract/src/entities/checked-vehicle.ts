/** The vehicle of a vehicle check, copied to each application. Source: product specification, section 4c.22. */
import { vehicleKey } from '@khapdee/domain/checked-vehicle'
import { firstEnteredDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { arabicDigits } from '@khapdee/domain/thai-text'
import { z } from 'zod'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { vehicleTitles } from '../vehicle-titles.ts'
import { day, storedTexts, text, wholeNumber } from '../wire.ts'

/** A plate or chassis number, stored in capital letters and ASCII digits. */
const identifier = (title: string, max: number) =>
  labelled(
    text(title, max).overwrite((value) => arabicDigits(value).toUpperCase()),
    title,
  ).default('')

/** The fields of a checked vehicle. The age of the vehicle is computed from its first registration. */
export const checkedVehicleFields = {
  plate: identifier(vehicleTitles.no, 20),
  plate_province: text(vehicleTitles.province, 50).default(''),
  /** Any text; the form suggests the types of the school's vehicles. */
  vehicle_type: text(vehicleTitles.type, 100).default(''),
  brand: text(vehicleTitles.brand, 100).default(''),
  first_registration: labelled(
    day
      .refine((value) => value >= firstEnteredDay, { error: messages.registrationTooEarly })
      .refine((value) => value <= todayInBangkok(new Date()), {
        error: messages.registrationFuture,
      }),
    'วันที่จดทะเบียนครั้งแรก',
  )
    .nullable()
    .default(null),
  mileage: wholeNumber('เลขไมล์', 9_999_999, 'กม.').nullable().default(null),
  chassis_number: identifier('เลขตัวถัง', 30),
}

/** The vehicle of a new vehicle check; it needs a plate or a chassis number. */
export const checkedVehicleInput = z
  .strictObject(checkedVehicleFields)
  .refine(({ plate, chassis_number }) => vehicleKey(plate) || vehicleKey(chassis_number), {
    error: messages.vehicleIdentity,
    path: ['plate'],
  })

const stored = storedTexts(
  checkedVehicleFields,
  'plate',
  'plate_province',
  'vehicle_type',
  'brand',
  'chassis_number',
)

/** A checked vehicle in a list. */
export const listedVehicle = z.object({
  plate: stored.plate,
  plate_province: stored.plate_province,
  chassis_number: stored.chassis_number,
})

/** A checked vehicle as stored. */
export const checkedVehicleRow = z.object({
  ...stored,
  first_registration: labelled(day, titleOf(checkedVehicleFields, 'first_registration')).nullable(),
  mileage: checkedVehicleFields.mileage.unwrap(),
})
export type CheckedVehicle = z.output<typeof checkedVehicleRow>
