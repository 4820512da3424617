/** The vehicle of a vehicle check in the registration form, and the earlier checks that can fill it in. */
import { application, type VehicleVisit } from '@khapdee/contract/entities/application'
import {
  type CheckedVehicle,
  checkedVehicleFields,
} from '@khapdee/contract/entities/checked-vehicle'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { formatVehicle, vehicleAge, vehicleKey } from '@khapdee/domain/checked-vehicle'
import { formatDay, isDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { vehicleTypes } from '@khapdee/domain/vehicle'
import { headings, plateExample } from '@khapdee/domain/words'
import { type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { call } from '../../../api/client.ts'
import { describeFields } from '../../../api/describe-fields.ts'
import { useEndpoint } from '../../../api/queries.ts'
import type { CustomerMatcher } from '../../../shared/customer/use-customer.ts'
import { Button } from '../../../ui/button.tsx'
import { useAddresses, useProvinces } from '../../../ui/form/address-fields.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { FieldDescriptions } from '../../../ui/form/use-form-field.ts'
import { useDebouncedValue } from '../../../ui/hooks.ts'
import { Card } from '../../../ui/page.tsx'
import { useToday } from '../../../ui/use-today.ts'
import type { RegistrationValues } from './registration-values.ts'

const { FormCombo, FormDate, FormNumber, FormText } = fieldsOf<RegistrationValues>()

const describeVehicle = describeFields(z.object({ vehicle: z.object(checkedVehicleFields) }))

interface VehicleCardProps {
  /** Links the customer of an earlier check to the form. */
  matcher: CustomerMatcher
}

/** The card of the checked vehicle in the registration form, with earlier checks that fill it in. */
export const VehicleCard = ({ matcher }: VehicleCardProps) => (
  <VehicleFields>
    <EarlierChecks matcher={matcher} />
  </VehicleFields>
)

/** The card with the fields of the checked vehicle. Must be inside a form with the field `vehicle`. */
export function VehicleFields({ children }: { children?: ReactNode }) {
  const { addresses, load } = useAddresses()
  const provinces = useProvinces(addresses)
  return (
    <Card title={headings.checkedVehicle}>
      <FieldDescriptions value={describeVehicle}>
        <div className="flex flex-col gap-3">
          <div className="form-grid" onFocus={load}>
            <FormText
              name="vehicle.plate"
              placeholder={plateExample}
              className="col-span-1 md:col-span-3"
            />
            <FormCombo
              name="vehicle.plate_province"
              items={provinces}
              className="col-span-1 md:col-span-3"
            />
            <FormCombo
              name="vehicle.vehicle_type"
              items={vehicleTypes}
              className="col-span-1 md:col-span-3"
            />
            <FormText name="vehicle.brand" className="col-span-1 md:col-span-3" />
            <FirstRegistration />
            <FormNumber name="vehicle.mileage" className="col-span-1 md:col-span-3" />
            <FormText
              name="vehicle.chassis_number"
              ignoreThaiLayout="code"
              className="md:col-span-6"
            />
          </div>
          {children}
        </div>
      </FieldDescriptions>
    </Card>
  )
}

/** The day of the first registration, with the age of the vehicle computed from it. */
function FirstRegistration() {
  const { control } = useFormContext<RegistrationValues>()
  const first = useWatch({ control, name: 'vehicle.first_registration' })
  const today = useToday()
  const age = first !== null && isDay(first) && first <= today ? vehicleAge(first, today) : null
  return (
    <FormDate
      name="vehicle.first_registration"
      {...(age !== null && { description: `อายุรถ ${age} ปี` })}
      className="col-span-1 md:col-span-3"
    />
  )
}

/** The earlier checks of the typed vehicle, or of the vehicles of the chosen customer. */
function EarlierChecks({ matcher }: VehicleCardProps) {
  const { control, getValues, setValue, clearErrors } = useFormContext<RegistrationValues>()
  const [vehicle, customer_id] = useWatch({ control, name: ['vehicle', 'customer.customer_id'] })
  const { plate, chassis_number } = vehicle
  const typedKeys = useDebouncedValue(`${vehicleKey(plate)} ${vehicleKey(chassis_number)}`)
  const [plateKey = '', chassisKey = ''] = typedKeys.split(' ')
  // Keys contain no spaces, so a single space results only from two empty keys.
  const isTyped = typedKeys !== ' '
  const isSearched = isTyped || customer_id !== null
  const query = useEndpoint(
    application.lastvehicle,
    {
      ...(plateKey !== '' && { plate: plateKey }),
      ...(chassisKey !== '' && { chassis_number: chassisKey }),
      ...(!isTyped && customer_id !== null && { customer_id }),
    },
    { enabled: isSearched },
  )
  const visits = isSearched
    ? (query.data?.data ?? []).filter((visit) => differs(visit, vehicle))
    : []
  const fillIn = async (visit: VehicleVisit) => {
    const { mileage } = getValues('vehicle')
    setValue('vehicle', { ...visit.vehicle, mileage }, { shouldDirty: true })
    clearErrors('vehicle')
    const { customer_id: chosen, fname, idcard } = getValues('customer')
    if (chosen !== null || fname !== '' || idcard !== '') return
    const found = await call(customerRecord.get, { customer_id: visit.customer_id }).catch(
      () => null,
    )
    const row = found?.data.customer
    if (row !== undefined) matcher.link(row, { phone: row.phone_1 })
  }
  if (visits.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm">
      {visits.map((visit) => (
        <li
          key={visit.application_id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1"
        >
          <span className="min-w-0">{describeVisit(visit)}</span>
          <Button size="sm" onPress={() => void fillIn(visit)}>
            ใช้ข้อมูลครั้งก่อน
            <span className="sr-only">{formatVehicle(visit.vehicle)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Whether filling in the vehicle of a visit would change the form; the mileage is never filled in.
 */
const differs = ({ vehicle }: VehicleVisit, current: CheckedVehicle): boolean =>
  Object.entries({ ...vehicle, mileage: current.mileage }).some(
    ([name, value]) => value !== current[name as keyof CheckedVehicle],
  )

function describeVisit({ createdAt, vehicle, customer }: VehicleVisit): string {
  const { brand, vehicle_type, mileage } = vehicle
  return [
    `ตรวจครั้งก่อน ${formatDay(todayInBangkok(new Date(createdAt)))}`,
    formatVehicle(vehicle),
    [vehicle_type, brand].filter(Boolean).join(' '),
    mileage === null ? '' : `${mileage.toLocaleString('en')} กม.`,
    customer,
  ]
    .filter(Boolean)
    .join(' · ')
}
