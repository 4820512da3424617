/** The demo school's employees: user names, roles, names. Source: product specification, section 2. */
import { positions } from '@khapdee/domain/employee'
import { defaultRoles } from '@khapdee/domain/permissions'
import { namePrefixes } from '@khapdee/domain/person-name'
import { type BranchCode, branchCodes } from './demo-branches.ts'

export interface DemoUser {
  username: string
  role: string
  branch: BranchCode
  prefix: string
  fname: string
  sname: string
  nickname: string
  position: string
}

type Person = [prefix: string, fname: string, sname: string, nickname: string]

const { mr, mrs, miss } = namePrefixes

const roleName = (role: string) => defaultRoles.find(({ key }) => key === role)?.name ?? role

const rolePositions = {
  admin: roleName('admin'),
  owner: roleName('owner'),
  accountant: roleName('accountant'),
  hr: roleName('hr'),
  manager: roleName('manager'),
  registrar: roleName('registrar'),
  cashier: roleName('cashier'),
  instructor: positions.carInstructor,
  examiner: positions.practiceExaminer,
} as const

type Role = keyof typeof rolePositions

/** Employees of the head office who work for the whole school. */
const headOfficeStaff: Partial<Record<Role, Person>> = {
  admin: [mr, 'ณัฐวุฒิ', 'พิมพ์โคตร', 'นัท'],
  owner: [mrs, 'เพ็ญพักตร์', 'ไชยแสนท้าว', 'เพ็ญ'],
  accountant: [miss, 'รัตนาภรณ์', 'บุตรกันหา', 'แนน'],
  hr: [miss, 'ชลธิชา', 'แสนสีหา', 'ฝน'],
}

/** Employees of each branch, by role. */
const branchStaff: Record<BranchCode, Partial<Record<Role, Person>>> = {
  KKN: {
    manager: [mr, 'เกรียงศักดิ์', 'โพธิ์ทองคำ', 'เกรียง'],
    registrar: [miss, 'สุพัตรา', 'พรมโสภา', 'อ้อม'],
    cashier: [mrs, 'วิไลวรรณ', 'จันทร์หอม', 'แอ๋ว'],
    instructor: [mr, 'ประสิทธิ์', 'มูลตรีภักดี', 'สิทธิ์'],
    examiner: [mr, 'สมพงษ์', 'คำสิงห์นอก', 'พงษ์'],
  },
  BPI: {
    manager: [mrs, 'อรุณี', 'เหล่าเจริญสุข', 'ณี'],
    registrar: [miss, 'กมลวรรณ', 'ศรีวงษ์ชัย', 'มิ้นต์'],
    cashier: [miss, 'ปนัดดา', 'โคตรสมบัติ', 'ดา'],
    instructor: [mr, 'วีระพล', 'ชาวสวนงาม', 'พล'],
    examiner: [mr, 'ธีระวัฒน์', 'นามบุญเรือง', 'วัฒน์'],
  },
  UDN: {
    manager: [mr, 'อภิชาติ', 'วรรณไกรศรี', 'ชาติ'],
    registrar: [miss, 'จิราพร', 'ทองพันชั่ง', 'จิ๊บ'],
    cashier: [mrs, 'สุกัญญา', 'หาญกล้า', 'ปู'],
    instructor: [mr, 'บุญส่ง', 'สีดาเลิศ', 'ส่ง'],
    examiner: [miss, 'ศิริลักษณ์', 'อุดมพืช', 'แอน'],
  },
  NMA: {
    manager: [mrs, 'พรทิพย์', 'ช่วยกระโทก', 'ทิพย์'],
    registrar: [mr, 'ธนากร', 'ดีกลาง', 'บอล'],
    cashier: [miss, 'มณีรัตน์', 'จงสูงเนิน', 'มณี'],
    instructor: [mr, 'สุรชัย', 'พลจันทึก', 'ชัย'],
    examiner: [mr, 'ไพโรจน์', 'เขียวปรุ', 'โรจน์'],
  },
}

function usersOf(
  people: Partial<Record<Role, Person>>,
  branch: BranchCode,
  usernameOf: (role: string) => string,
): DemoUser[] {
  return Object.entries(people).map(([role, [prefix, fname, sname, nickname]]) => ({
    username: usernameOf(role),
    role,
    branch,
    prefix,
    fname,
    sname,
    nickname,
    position: rolePositions[role as Role],
  }))
}

/** The employees who use the program in their daily work. */
export const demoUsers: readonly DemoUser[] = [
  ...usersOf(headOfficeStaff, 'KKN', (role) => role),
  ...branchCodes.flatMap((branch) =>
    usersOf(branchStaff[branch], branch, (role) => `${role}.${branch.toLowerCase()}`),
  ),
]

type OtherEmployee = [job: string, role: 'instructor' | 'staff', position: string, ...Person]

/** Employees who rarely sign in, such as cleaners and mechanics. */
const otherEmployees: Record<BranchCode, readonly OtherEmployee[]> = {
  KKN: [
    ['theory', 'instructor', positions.theoryInstructor, miss, 'นันทนา', 'ภูมิพันธ์', 'นัน'],
    ['motorcycle', 'instructor', positions.motorcycleInstructor, mr, 'วิรัตน์', 'ศรีหานาม', 'รัตน์'],
    ['mechanic', 'staff', positions.mechanic, mr, 'คำปุ่น', 'แก้วพิลา', 'ปุ่น'],
    ['cleaner', 'staff', positions.cleaner, mrs, 'ทองใบ', 'สุขเกษม', 'ใบ'],
    ['gardener', 'staff', positions.gardener, mr, 'บุญมา', 'วงศ์ษา', 'มา'],
    ['guard', 'staff', positions.guard, mr, 'ประหยัด', 'ทิพย์สิงห์', 'หยัด'],
  ],
  BPI: [
    ['motorcycle', 'instructor', positions.motorcycleInstructor, mr, 'สำราญ', 'ภูผาลา', 'ราญ'],
    ['cleaner', 'staff', positions.cleaner, mrs, 'บัวลอย', 'พรมดี', 'ลอย'],
  ],
  UDN: [
    ['motorcycle', 'instructor', positions.motorcycleInstructor, mr, 'อุดมศักดิ์', 'ราชบุรี', 'ดม'],
    ['cleaner', 'staff', positions.cleaner, miss, 'สมคิด', 'ปัญญาดี', 'คิด'],
  ],
  NMA: [
    ['motorcycle', 'instructor', positions.motorcycleInstructor, mr, 'กิตติ', 'ชอบขุนทด', 'กิต'],
    ['guard', 'staff', positions.guard, mr, 'ชูชาติ', 'ดอนสระ', 'ชู'],
  ],
}

export const demoOtherStaff: readonly DemoUser[] = branchCodes.flatMap((branch) =>
  otherEmployees[branch].map(([job, role, position, prefix, fname, sname, nickname]) => ({
    username: `${job}.${branch.toLowerCase()}`,
    role,
    branch,
    prefix,
    fname,
    sname,
    nickname,
    position,
  })),
)
