/** Generates the records of the demo's employees. Source: demo catalogue, section 10. */
import type { EmployeeStatus, Weekday } from '@khapdee/domain/employee'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { surroundings } from './demo-addresses.ts'
import type { DemoUser } from './demo-staff.ts'
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
  ผู้ดูแลระบบ: { department: 'ฝ่ายบริหาร', pay: [28_000, 38_000] },
  ผู้บริหาร: { department: 'ฝ่ายบริหาร', pay: [60_000, 60_000] },
  ผู้จัดการสาขา: { department: 'ฝ่ายบริหาร', pay: [35_000, 50_000] },
  เจ้าหน้าที่บัญชี: { department: 'ฝ่ายการเงินและบัญชี', pay: [20_000, 28_000] },
  เจ้าหน้าที่การเงิน: { department: 'ฝ่ายการเงินและบัญชี', pay: [17_000, 24_000] },
  เจ้าหน้าที่บุคคล: { department: 'ฝ่ายบุคคล', pay: [20_000, 28_000] },
  เจ้าหน้าที่ทะเบียน: { department: 'ฝ่ายธุรการและทะเบียน', pay: [16_000, 22_000] },
  ครูฝึกขับรถยนต์: { department: 'ฝ่ายครูฝึก', pay: [18_000, 26_000], dayOff: 'monday' },
  ครูฝึกขับรถจักรยานยนต์: { department: 'ฝ่ายครูฝึก', pay: [16_000, 22_000], dayOff: 'tuesday' },
  ครูฝึกภาคทฤษฎี: { department: 'ฝ่ายครูฝึก', pay: [18_000, 26_000], dayOff: 'monday' },
  ผู้ทดสอบภาคปฏิบัติ: { department: 'ฝ่ายอบรมและทดสอบ', pay: [18_000, 26_000], dayOff: 'wednesday' },
  ช่างซ่อมบำรุง: { department: 'ฝ่ายซ่อมบำรุง', pay: [16_000, 22_000] },
  แม่บ้าน: { department: 'ฝ่ายธุรการและทะเบียน', pay: [380, 420], daily: true },
  คนสวน: { department: 'ฝ่ายซ่อมบำรุง', pay: [380, 420], daily: true },
  'รปภ.': { department: 'ฝ่ายธุรการและทะเบียน', pay: [400, 450], daily: true },
}

const banks = ['002', '004', '006', '014', '030'] as const

/** Status by user name; all others are working. */
const statuses: Readonly<Record<string, EmployeeStatus>> = {
  'motorcycle.nma': 'probation',
  'gardener.kkn': 'resigned',
}

/** Employees are 24 to 55 years old. */
const birthdayOf = (random: Random, today: Day) => addDays(today, -random.int(24 * 365, 55 * 365))

/** Serial numbers of customers begin at 1, so employees never get the same ID number. */
const firstSerial = 90_000

/**
 * The record of an employee, and the pay in satang; equal arguments give equal values.
 * @param serial position of the employee among all
 * @throws RangeError for a job position without an entry in `jobs`
 */
export function recordOf(
  { username, branch, position, sname }: DemoUser,
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
      end_date: status === 'resigned' ? addDays(today, -30) : null,
      day_off: [job.dayOff ?? 'sunday'],
    },
    salary: {
      idcard: idNumber(random, surroundings[branch].idPrefix, birthday, number),
      salary: (lowest + step * random.int(0, Math.floor((highest - lowest) / step))) * 100,
      is_salary_daily: job.daily === true,
      salary_pay_type: job.daily ? 'cash' : 'transfer',
      ...(job.daily
        ? {}
        : {
            bank: random.pick(banks),
            bank_acc: String(random.int(1_000_000_000, 9_999_999_999)),
            branch_branch: surroundings[branch].town.district,
          }),
    },
  }
}
