/** The demo school's employees: user names, roles, names. Source: product specification, section 2. */
import { defaultRoles } from '@khapdee/domain/permissions'
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

const roleName = (role: string) => defaultRoles.find(({ key }) => key === role)?.name ?? role

const positions = {
  admin: roleName('admin'),
  owner: roleName('owner'),
  accountant: roleName('accountant'),
  hr: roleName('hr'),
  manager: roleName('manager'),
  registrar: roleName('registrar'),
  cashier: roleName('cashier'),
  instructor: 'ครูฝึกขับรถยนต์',
  examiner: 'ผู้ทดสอบภาคปฏิบัติ',
} as const

type Role = keyof typeof positions

/** Employees of the head office who work for the whole school. */
const central: Partial<Record<Role, Person>> = {
  admin: ['นาย', 'ณัฐวุฒิ', 'พิมพ์โคตร', 'นัท'],
  owner: ['นาง', 'เพ็ญพักตร์', 'ไชยแสนท้าว', 'เพ็ญ'],
  accountant: ['นางสาว', 'รัตนาภรณ์', 'บุตรกันหา', 'แนน'],
  hr: ['นางสาว', 'ชลธิชา', 'แสนสีหา', 'ฝน'],
}

/** Employees of each branch, by role. */
const local: Record<BranchCode, Partial<Record<Role, Person>>> = {
  KKN: {
    manager: ['นาย', 'เกรียงศักดิ์', 'โพธิ์ทองคำ', 'เกรียง'],
    registrar: ['นางสาว', 'สุพัตรา', 'พรมโสภา', 'อ้อม'],
    cashier: ['นาง', 'วิไลวรรณ', 'จันทร์หอม', 'แอ๋ว'],
    instructor: ['นาย', 'ประสิทธิ์', 'มูลตรีภักดี', 'สิทธิ์'],
    examiner: ['นาย', 'สมพงษ์', 'คำสิงห์นอก', 'พงษ์'],
  },
  BPI: {
    manager: ['นาง', 'อรุณี', 'เหล่าเจริญสุข', 'ณี'],
    registrar: ['นางสาว', 'กมลวรรณ', 'ศรีวงษ์ชัย', 'มิ้นต์'],
    cashier: ['นางสาว', 'ปนัดดา', 'โคตรสมบัติ', 'ดา'],
    instructor: ['นาย', 'วีระพล', 'ชาวสวนงาม', 'พล'],
    examiner: ['นาย', 'ธีระวัฒน์', 'นามบุญเรือง', 'วัฒน์'],
  },
  UDN: {
    manager: ['นาย', 'อภิชาติ', 'วรรณไกรศรี', 'ชาติ'],
    registrar: ['นางสาว', 'จิราพร', 'ทองพันชั่ง', 'จิ๊บ'],
    cashier: ['นาง', 'สุกัญญา', 'หาญกล้า', 'ปู'],
    instructor: ['นาย', 'บุญส่ง', 'สีดาเลิศ', 'ส่ง'],
    examiner: ['นางสาว', 'ศิริลักษณ์', 'อุดมพืช', 'แอน'],
  },
  NMA: {
    manager: ['นาง', 'พรทิพย์', 'ช่วยกระโทก', 'ทิพย์'],
    registrar: ['นาย', 'ธนากร', 'ดีกลาง', 'บอล'],
    cashier: ['นางสาว', 'มณีรัตน์', 'จงสูงเนิน', 'มณี'],
    instructor: ['นาย', 'สุรชัย', 'พลจันทึก', 'ชัย'],
    examiner: ['นาย', 'ไพโรจน์', 'เขียวปรุ', 'โรจน์'],
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
    position: positions[role as Role],
  }))
}

/** The employees who use the program in their daily work. */
export const demoUsers: readonly DemoUser[] = [
  ...usersOf(central, 'KKN', (role) => role),
  ...branchCodes.flatMap((branch) =>
    usersOf(local[branch], branch, (role) => `${role}.${branch.toLowerCase()}`),
  ),
]

type OtherEmployee = [job: string, role: 'instructor' | 'staff', position: string, ...Person]

/** Employees who rarely sign in, such as cleaners and mechanics. */
const otherEmployees: Record<BranchCode, readonly OtherEmployee[]> = {
  KKN: [
    ['theory', 'instructor', 'ครูฝึกภาคทฤษฎี', 'นางสาว', 'นันทนา', 'ภูมิพันธ์', 'นัน'],
    ['motorcycle', 'instructor', 'ครูฝึกขับรถจักรยานยนต์', 'นาย', 'วิรัตน์', 'ศรีหานาม', 'รัตน์'],
    ['mechanic', 'staff', 'ช่างซ่อมบำรุง', 'นาย', 'คำปุ่น', 'แก้วพิลา', 'ปุ่น'],
    ['cleaner', 'staff', 'แม่บ้าน', 'นาง', 'ทองใบ', 'สุขเกษม', 'ใบ'],
    ['gardener', 'staff', 'คนสวน', 'นาย', 'บุญมา', 'วงศ์ษา', 'มา'],
    ['guard', 'staff', 'รปภ.', 'นาย', 'ประหยัด', 'ทิพย์สิงห์', 'หยัด'],
  ],
  BPI: [
    ['motorcycle', 'instructor', 'ครูฝึกขับรถจักรยานยนต์', 'นาย', 'สำราญ', 'ภูผาลา', 'ราญ'],
    ['cleaner', 'staff', 'แม่บ้าน', 'นาง', 'บัวลอย', 'พรมดี', 'ลอย'],
  ],
  UDN: [
    ['motorcycle', 'instructor', 'ครูฝึกขับรถจักรยานยนต์', 'นาย', 'อุดมศักดิ์', 'ราชบุรี', 'ดม'],
    ['cleaner', 'staff', 'แม่บ้าน', 'นางสาว', 'สมคิด', 'ปัญญาดี', 'คิด'],
  ],
  NMA: [
    ['motorcycle', 'instructor', 'ครูฝึกขับรถจักรยานยนต์', 'นาย', 'กิตติ', 'ชอบขุนทด', 'กิต'],
    ['guard', 'staff', 'รปภ.', 'นาย', 'ชูชาติ', 'ดอนสระ', 'ชู'],
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
