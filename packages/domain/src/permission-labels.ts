/** What each permission is called on the screens, and in which groups they stand. */
import {
  type Resource,
  allPermissions,
  type permissionCatalogue,
  toAbility,
} from './permissions.ts'

type Action = (typeof permissionCatalogue)[Resource][number]

const groupLabels = {
  registration: 'ลงทะเบียน',
  money: 'การเงิน',
  master: 'ข้อมูลหลัก',
  system: 'ผู้ใช้และระบบ',
} as const

type Group = keyof typeof groupLabels

export const resourceLabels: Readonly<Record<Resource, { label: string; group: Group }>> = {
  application: { label: 'ใบสมัคร', group: 'registration' },
  customer: { label: 'ผู้สมัคร', group: 'registration' },
  payment: { label: 'การชำระเงิน', group: 'money' },
  closing: { label: 'ปิดยอดประจำวัน', group: 'money' },
  branch: { label: 'สาขา', group: 'master' },
  course: { label: 'หลักสูตร', group: 'master' },
  promotion: { label: 'ส่วนลด', group: 'master' },
  other_fee: { label: 'รายการค่าใช้จ่ายอื่น', group: 'master' },
  request_fee: { label: 'รายการค่าคำขอ', group: 'master' },
  list_expenses: { label: 'หมวดรายรับ–รายจ่าย', group: 'master' },
  evaluate: { label: 'แบบประเมิน', group: 'master' },
  vehicle: { label: 'ยานพาหนะ', group: 'master' },
  user: { label: 'พนักงาน', group: 'system' },
  role: { label: 'บทบาทและสิทธิ์', group: 'system' },
  audit: { label: 'บันทึกการใช้งาน', group: 'system' },
}

export const actionLabels: Readonly<Record<Action, string>> = {
  view: 'ดู',
  create: 'เพิ่ม',
  update: 'แก้ไข',
  delete: 'ลบ',
  pay: 'รับชำระเงิน',
  'price-override': 'เปลี่ยนราคา',
  refund: 'คืนเงิน',
  cancel: 'ยกเลิกใบสมัคร',
  approve: 'อนุมัติค่าคำขอ',
  export: 'ส่งออก Excel',
  reveal: 'แสดงเลขบัตรเต็ม',
  merge: 'รวมข้อมูลผู้สมัครซ้ำ',
  'view-salary': 'ดูและแก้ไขเงินเดือน',
  'end-session': 'ดูและสิ้นสุดการเข้าสู่ระบบ',
  'edit-pay-type': 'แก้ไขวิธีชำระเงิน',
  'request-void': 'ขอลบรายการชำระเงิน',
  void: 'อนุมัติลบรายการชำระเงิน',
}

export interface PermissionGroup {
  label: string
  resources: readonly Resource[]
}

/** Every resource once, in the order of the table above. */
export const permissionGroups: readonly PermissionGroup[] = Object.entries(groupLabels).map(
  ([key, label]) => ({
    label,
    // The table has a row for each resource, and for nothing else.
    resources: (Object.keys(resourceLabels) as Resource[]).filter(
      (resource) => resourceLabels[resource].group === key,
    ),
  }),
)

/** The actions of a resource that stand in columns of their own. */
export const commonActions = ['view', 'create', 'update', 'delete'] as const

/** `ใบสมัคร: ดู, เพิ่ม · สาขา: ดู`, in the order of the catalogue; what it does not have as it is. */
export function describePermissions(permissions: readonly string[]): string {
  const resources: Readonly<Record<string, { label: string }>> = resourceLabels
  const actions: Readonly<Record<string, string>> = actionLabels
  const known = allPermissions.filter((permission) => permissions.includes(permission))
  const bySubject = new Map<string, string[]>()
  for (const permission of new Set([...known, ...permissions])) {
    const { subject, action } = toAbility(permission)
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), actions[action] ?? action])
  }
  return [...bySubject]
    .map(([subject, names]) => `${resources[subject]?.label ?? subject}: ${names.join(', ')}`)
    .join(' · ')
}
