/** The menu: every screen that stands on its own, in groups. */
import type { Permission, Resource } from '@khapdee/domain/permissions'
import {
  BadgePercent,
  Building2,
  Calculator,
  Car,
  CarFront,
  ClipboardCheck,
  ClipboardList,
  ClockAlert,
  Database,
  FileBadge,
  FilePen,
  GraduationCap,
  HandCoins,
  History,
  ListChecks,
  IdCard,
  type LucideIcon,
  NotebookPen,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  ShoppingBasket,
  Tags,
  UserRoundCog,
  UserRoundPen,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { paths } from '../shared/paths.ts'
import { approvalPermissions } from '../shared/waiting-decisions.ts'

export interface NavItem {
  path: string
  label: string
  icon: LucideIcon
  /** Seen by whoever may view it, unless `anyOf` says otherwise. */
  resource: Resource
  /** Seen by whoever may do one of these instead. */
  anyOf?: readonly Permission[]
  /** Shows how many decisions wait for the user. */
  countsDecisions?: true
  /** What making a new record is called, at `/new` below the path, and who may. */
  create?: { label: string; permission: Permission }
}

export interface NavGroup {
  label: string
  /** Stands for the group where the menu is narrow. */
  icon: LucideIcon
  items: readonly NavItem[]
}

export const navigation: readonly NavGroup[] = [
  {
    label: 'ลงทะเบียน',
    icon: ClipboardList,
    items: [
      {
        path: paths.applications.course.list,
        label: 'สมัครเรียน',
        icon: UserRoundPen,
        resource: 'application',
        create: { label: 'สร้างรายการใหม่', permission: 'application.create' },
      },
      {
        path: paths.applications.exam.list,
        label: 'สมัครสอบ',
        icon: NotebookPen,
        resource: 'application',
        create: { label: 'สร้างรายการใหม่', permission: 'application.create' },
      },
      {
        path: paths.applications.vehicle_check.list,
        label: 'ตรวจสภาพรถ',
        icon: Car,
        resource: 'application',
        create: { label: 'สร้างรายการใหม่', permission: 'application.create' },
      },
      {
        path: paths.applications.other_fee.list,
        label: 'ค่าใช้จ่ายอื่น',
        icon: ShoppingBasket,
        resource: 'application',
        create: { label: 'สร้างรายการใหม่', permission: 'application.create' },
      },
      {
        path: paths.applications.request_fee.list,
        label: 'ค่าคำขอ',
        icon: FilePen,
        resource: 'application',
        create: { label: 'สร้างรายการใหม่', permission: 'application.create' },
      },
      {
        path: paths.customers.list,
        label: 'ผู้สมัคร',
        icon: UsersRound,
        resource: 'customer',
      },
    ],
  },
  {
    label: 'การเงิน',
    icon: Wallet,
    items: [
      {
        path: paths.overdue,
        label: 'รายการค้างชำระ',
        icon: ClockAlert,
        resource: 'application',
      },
      {
        path: paths.payBalance,
        label: 'รับชำระยอดค้าง',
        icon: HandCoins,
        resource: 'application',
        anyOf: ['application.pay'],
      },
      {
        path: paths.payments,
        label: 'ประวัติการชำระเงิน',
        icon: History,
        resource: 'payment',
      },
      {
        path: paths.approvals,
        label: 'รายการรออนุมัติ',
        icon: ClipboardCheck,
        resource: 'payment',
        anyOf: approvalPermissions,
        countsDecisions: true,
      },
      {
        path: paths.closings.list,
        label: 'ปิดยอดประจำวัน',
        icon: Calculator,
        resource: 'closing',
        create: { label: 'ปิดยอดประจำวัน', permission: 'closing.create' },
      },
    ],
  },
  {
    label: 'ข้อมูลหลัก',
    icon: Database,
    items: [
      {
        path: paths.branches.list,
        label: 'สาขา',
        icon: Building2,
        resource: 'branch',
        create: { label: 'เพิ่มสาขา', permission: 'branch.create' },
      },
      {
        path: paths.courses.list,
        label: 'หลักสูตร',
        icon: GraduationCap,
        resource: 'course',
        create: { label: 'เพิ่มหลักสูตร', permission: 'course.create' },
      },
      {
        path: paths.promotions.list,
        label: 'ส่วนลด',
        icon: BadgePercent,
        resource: 'promotion',
        create: { label: 'เพิ่มส่วนลด', permission: 'promotion.create' },
      },
      {
        path: paths.otherFees.list,
        label: 'รายการค่าใช้จ่ายอื่น',
        icon: ReceiptText,
        resource: 'other_fee',
        create: { label: 'เพิ่มค่าใช้จ่ายอื่น', permission: 'other_fee.create' },
      },
      {
        path: paths.requestFees.list,
        label: 'รายการค่าคำขอ',
        icon: FileBadge,
        resource: 'request_fee',
        create: { label: 'เพิ่มค่าคำขอ', permission: 'request_fee.create' },
      },
      {
        path: paths.expenseItems.list,
        label: 'หมวดรายรับ–รายจ่าย',
        icon: Tags,
        resource: 'list_expenses',
        create: { label: 'เพิ่มหมวดรายรับ–รายจ่าย', permission: 'list_expenses.create' },
      },
      {
        path: paths.evaluations.list,
        label: 'แบบประเมิน',
        icon: ListChecks,
        resource: 'evaluate',
        create: { label: 'เพิ่มหัวข้อประเมิน', permission: 'evaluate.create' },
      },
      {
        path: paths.vehicles.list,
        label: 'ยานพาหนะ',
        icon: CarFront,
        resource: 'vehicle',
        create: { label: 'เพิ่มยานพาหนะ', permission: 'vehicle.create' },
      },
    ],
  },
  {
    label: 'ผู้ใช้และระบบ',
    icon: UserRoundCog,
    items: [
      {
        path: paths.employees.list,
        label: 'พนักงาน',
        icon: IdCard,
        resource: 'user',
        create: { label: 'เพิ่มพนักงาน', permission: 'user.create' },
      },
      {
        path: paths.roles.list,
        label: 'สิทธิ์การใช้งาน',
        icon: ShieldCheck,
        resource: 'role',
        create: { label: 'เพิ่มบทบาท', permission: 'role.create' },
      },
      {
        path: paths.audit,
        label: 'บันทึกการใช้งาน',
        icon: ScrollText,
        resource: 'audit',
      },
    ],
  },
]

/** The groups with what `can` lets be seen; empty groups are left out. */
export function visibleNavigation(can: (permission: Permission) => boolean): NavGroup[] {
  const isSeen = ({ resource, anyOf = [`${resource}.view`] }: NavItem) => anyOf.some(can)
  return navigation
    .map((group) => ({ ...group, items: group.items.filter(isSeen) }))
    .filter(({ items }) => items.length > 0)
}

/** Whether the screen at `pathname` is that of the entry, or one below it. */
export const isOn = ({ path }: NavItem, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)
