/** The demo's vehicle checks: some customers of the year also have a vehicle checked, some of them again later. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { walkInPrefix } from '@khapdee/contract/entities/customer'
import { zeroSatang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { vehicleTypes } from '@khapdee/domain/vehicle'
import { vehicleWords } from '@khapdee/domain/words'
import { starterOtherFees } from '@khapdee/domain/setup/starter-catalogue'
import { type PlannedLine, feeLine } from './demo-lines.ts'
import { type DemoCustomer, makeCustomer } from './demo-people.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { vehicleProvinces } from './demo-vehicles.ts'
import { type Random, createRandom } from './random.ts'

const seed = 25_690_402
/** One vehicle check follows this many applications. */
const applicationsPerCheck = 20
/** Probability that a new vehicle is brought by a walk-in. */
const walkInShare = 0.35
/** Milliseconds from the customer's other application to the check. */
const delayMs = 25 * 60_000

const [sedan, pickup] = vehicleTypes
const motorcycle = vehicleWords.motorcycle

const brands: Readonly<Record<string, readonly string[]>> = {
  [sedan]: ['TOYOTA', 'HONDA', 'MAZDA', 'NISSAN'],
  [pickup]: ['ISUZU', 'TOYOTA', 'FORD', 'MITSUBISHI'],
  [motorcycle]: ['HONDA', 'YAMAHA'],
}
const letters = 'กขคงจฉชฌญฎฐธนพภรวศสฬ'

/** A vehicle of the branch's province, old enough to need a check. */
function makeVehicle(random: Random, { branch, day }: PlannedApplication): CheckedVehicle {
  const vehicle_type = random.pick([sedan, pickup, motorcycle, motorcycle])
  const series = vehicle_type === motorcycle ? random.int(1, 9) : random.pick(['', 1, 2, 3])
  const pair = random.pick([...letters]) + random.pick([...letters])
  const hasPlate = !random.chance(0.06)
  const years = random.int(vehicle_type === motorcycle ? 5 : 7, 15)
  return {
    plate: hasPlate ? `${series}${pair} ${random.int(10, 9999)}` : '',
    plate_province: hasPlate ? vehicleProvinces[branch] : '',
    vehicle_type,
    brand: random.pick(brands[vehicle_type] ?? []),
    first_registration: addDays(day, -365 * years - random.int(1, 300)),
    mileage: years * random.int(6000, 14_000) + random.int(0, 999),
    chassis_number: hasPlate ? '' : `MLH${random.int(1_000_000, 9_999_999)}`,
  }
}

/** The vehicle of an earlier check, with a higher mileage. */
const withMoreMileage = (random: Random, vehicle: CheckedVehicle): CheckedVehicle => ({
  ...vehicle,
  mileage: (vehicle.mileage ?? 0) + random.int(800, 6000),
})

/** The serial number for walk-ins. It only determines the ID number, which is then omitted. */
const unusedSerial = 1

/** A new person of whom only name and phone are known. */
export function walkIn(random: Random, { branch, day }: PlannedApplication): DemoCustomer {
  const { fname, sname, phone_1, phone_2, soi, email, line, note } = makeCustomer(
    random,
    branch,
    day,
    unusedSerial,
  )
  return {
    is_foreigner: false,
    prefix: walkInPrefix,
    fname,
    sname,
    phone_1,
    birthday: null,
    idcard: '',
    passport: '',
    address: '',
    moo: '',
    street: '',
    subdistrict: '',
    district: '',
    province: '',
    postcode: '',
    phone_2,
    soi,
    email,
    line,
    note,
  }
}

/** The check, and for some vehicles the insurance and the service of paying the tax. */
function checkLines(random: Random, { vehicle_type }: CheckedVehicle): PlannedLine[] {
  const isMotorcycle = vehicle_type === motorcycle
  const names = [
    isMotorcycle ? 'ตรวจสภาพรถจักรยานยนต์' : 'ตรวจสภาพรถยนต์ น้ำหนักไม่เกิน 2,000 กก.',
    ...(random.chance(0.5)
      ? [isMotorcycle ? 'พ.ร.บ. รถจักรยานยนต์ 76–125 ซีซี' : 'พ.ร.บ. รถยนต์นั่งไม่เกิน 7 ที่นั่ง']
      : []),
    ...(random.chance(0.4) ? ['บริการต่อภาษีรถประจำปี'] : []),
  ]
  const pay_type = random.chance(0.6) ? 'cash' : 'transfer'
  const isUnpaid = random.chance(0.2)
  return names.map((name) => {
    const line = feeLine(starterOtherFees, name)
    return { ...line, pay_type, paid: isUnpaid ? zeroSatang : line.cost }
  })
}

/**
 * The planned applications with vehicle checks among them, in chronological order.
 * @param today no check is planned after it
 */
export function withVehicleChecks(
  plans: readonly PlannedApplication[],
  today: Day,
): PlannedApplication[] {
  const random = createRandom(seed)
  const vehicles = new Map<DemoCustomer, CheckedVehicle>()
  const checks = plans.flatMap((plan, i): PlannedApplication[] => {
    const known = vehicles.get(plan.customer)
    const isChecked = i % applicationsPerCheck === 0 || (known !== undefined && random.chance(0.5))
    if (!isChecked || plan.day > today) return []
    const vehicle = known === undefined ? makeVehicle(random, plan) : withMoreMileage(random, known)
    const isWalkIn = known === undefined && random.chance(walkInShare)
    if (!isWalkIn) vehicles.set(plan.customer, vehicle)
    return [
      {
        ...plan,
        ...(isWalkIn && { customer: walkIn(random, plan), isWalkIn }),
        type: 'vehicle_check',
        at: new Date(plan.at.getTime() + delayMs),
        vehicle,
        course: [],
        other_fee: checkLines(random, vehicle),
        request_fee: [],
        cash_received: null,
        due_date: null,
        note: '',
      },
    ]
  })
  return [...plans, ...checks].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
