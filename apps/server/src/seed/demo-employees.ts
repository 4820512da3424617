/** Generates the records of the demo's employees. Source: demo catalogue, section 10. */
import { departments, positions } from '@khapdee/domain/employee'
import type { EmployeeStatus, Weekday } from '@khapdee/domain/employee'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { surroundings } from './demo-addresses.ts'
import type { DemoUser } from './demo-staff.ts'
import { dayOffOf } from './demo-rota.ts'
import { addressOf, idNumber, phoneNumber } from './demo-people.ts'
import { type Random, createRandom } from './random.ts'

interface Job {
  department: string
  /** Lowest and highest pay in baht, per day if `daily` and per month otherwise. */
  pay: readonly [number, number]
  daily?: true
  dayOff?: Weekday
}

const jobs: Readonly<Record<string, Job>> = {
  ผู้ดูแลระบบ: { department: departments.management, pay: [20_000, 24_000] },
  ผู้บริหาร: { department: departments.management, pay: [45_000, 45_000] },
  [positions.branchManager]: { department: departments.management, pay: [23_000, 28_000] },
  [positions.accountant]: { department: departments.finance, pay: [17_000, 20_000] },
  [positions.cashier]: { department: departments.finance, pay: [12_500, 15_000] },
  [positions.personnelOfficer]: { department: departments.personnel, pay: [16_000, 19_000] },
  [positions.registrar]: { department: departments.administration, pay: [12_000, 14_500] },
  [positions.carInstructor]: {
    department: departments.instruction,
    pay: [13_500, 17_000],
    dayOff: 'monday',
  },
  [positions.motorcycleInstructor]: {
    department: departments.instruction,
    pay: [12_000, 14_500],
    dayOff: 'tuesday',
  },
  [positions.theoryInstructor]: {
    department: departments.instruction,
    pay: [13_500, 17_000],
    dayOff: 'monday',
  },
  [positions.practiceExaminer]: {
    department: departments.testing,
    pay: [13_500, 17_000],
    dayOff: 'wednesday',
  },
  [positions.mechanic]: { department: departments.maintenance, pay: [13_000, 15_000] },
  [positions.cleaner]: { department: departments.administration, pay: [380, 420], daily: true },
  [positions.gardener]: { department: departments.maintenance, pay: [380, 420], daily: true },
  [positions.guard]: { department: departments.administration, pay: [400, 450], daily: true },
}

const banks = ['002', '004', '006', '014', '030'] as const

/** Status by user name; all others are working. */
const statuses: Readonly<Record<string, EmployeeStatus>> = {
  'motorcycle.nma': 'probation',
  'gardener.kkn': 'resigned',
}

/** The user name of the employee who is paid as a contractor. */
const contractor = 'mechanic.kkn'

/** Employees are 24 to 55 years old. */
const birthdayOf = (random: Random, today: Day) => addDays(today, -random.int(24 * 365, 55 * 365))

/** Serial numbers of customers begin at 1, so employees never get the same ID number. */
const firstSerial = 90_000

/**
 * Generates the record of an employee, and the pay in satang. The values depend only on the arguments.
 * @param serial position of the employee among all
 * @throws RangeError for a job position without an entry in `jobs`
 */
export function generateEmployee(
  { username, role, branch, position, sname }: DemoUser,
  serial: number,
  today: Day,
) {
  const job = jobs[position]
  if (job === undefined) throw new RangeError(`no pay is known for ${position}`)
  const random = createRandom(firstSerial + serial)
  const status = statuses[username] ?? 'working'
  const birthday = birthdayOf(random, today)
  const number = firstSerial + serial
  const [lowest, highest] = job.pay
  const step = job.daily ? 10 : 500
  return {
    person: {
      birthday,
      ...addressOf(random, branch),
      phone_1: phoneNumber(random),
      emergency_name: `${random.pick(['สมหมาย', 'บุญเลิศ', 'มาลี', 'สายฝน'])} ${sname}`,
      emergency_phone: phoneNumber(random),
      emergency_relation: random.pick(['บิดา', 'มารดา', 'คู่สมรส', 'พี่']),
      department: job.department,
      employee_type: job.daily ? ('daily' as const) : ('monthly' as const),
      status,
      is_active: status !== 'resigned',
      start_date: addDays(today, status === 'probation' ? -45 : -random.int(420, 2600)),
      // In a month that is paid by now.
      end_date: status === 'resigned' ? addDays(today, -40) : null,
      day_off: [dayOffOf(role) ?? job.dayOff ?? 'sunday'],
    },
    salary: {
      idcard: idNumber(random, surroundings[branch].idPrefix, birthday, number),
      salary: (lowest + step * random.int(0, Math.floor((highest - lowest) / step))) * 100,
      is_salary_daily: job.daily === true,
      pay_as: username === contractor ? 'contractor' : 'employee',
      salary_pay_type: 'transfer',
      bank: random.pick(banks),
      bank_acc: String(random.int(1_000_000_000, 9_999_999_999)),
      branch_branch: surroundings[branch].town.district,
    },
  }
}

/**
 * The earlier period of employment of a person who was hired again; null for others. @param start
 * the first day of the present period
 */
export const earlierEmployment = ({ username }: DemoUser, start: Day) =>
  username === 'guard.nma'
    ? { start_date: addDays(start, -500), end_date: addDays(start, -120) }
    : null
