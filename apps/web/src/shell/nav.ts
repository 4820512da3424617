/** The entries of the main menu, in groups. */
import { type PermittedEntity, entities, listLabel } from '@khapdee/domain/entities'
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
  /** Its view permission shows the entry, unless `anyOf` is given. */
  resource: Resource
  /** Any one of these permissions shows the entry, instead of the view permission. */
  anyOf?: readonly Permission[]
  /** Shows how many decisions wait for the user. */
  countsDecisions?: true
  /** The action that creates a record, at `/new` below the path. */
  create?: { label: string; permission: Permission }
}

export interface NavGroup {
  label: string
  /** Shown instead of the label where the menu is narrow. */
  icon: LucideIcon
  items: readonly NavItem[]
}

type ListedEntity = Extract<PermittedEntity, { path: string }>

/** The entry of an entity's list, with a create action where records are created by hand. */
function listOf(entity: ListedEntity, icon: LucideIcon): NavItem {
  const { path, label, permission } = entity
  const { resource, actions } = permission
  const isCreatedByHand = (actions as readonly string[]).includes('delete')
  return {
    path,
    label: listLabel(entity),
    icon,
    resource,
    ...(isCreatedByHand && {
      create: { label: `เพิ่ม${label}`, permission: `${resource}.create` as Permission },
    }),
  }
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
      listOf(entities.customer, UsersRound),
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
      listOf(entities.branch, Building2),
      listOf(entities.course, GraduationCap),
      listOf(entities.promotion, BadgePercent),
      listOf(entities.other_fee, ReceiptText),
      listOf(entities.request_fee, FileBadge),
      listOf(entities.list_expenses, Tags),
      listOf(entities.evaluate, ListChecks),
      listOf(entities.vehicle, CarFront),
    ],
  },
  {
    label: 'ผู้ใช้และระบบ',
    icon: UserRoundCog,
    items: [
      listOf(entities.app_user, IdCard),
      listOf(entities.role, ShieldCheck),
      listOf(entities.audit_log, ScrollText),
    ],
  },
]

/** The groups with the entries that `can` permits; empty groups are left out. */
export function visibleNavigation(can: (permission: Permission) => boolean): NavGroup[] {
  const isSeen = ({ resource, anyOf = [`${resource}.view`] }: NavItem) => anyOf.some(can)
  return navigation
    .map((group) => ({ ...group, items: group.items.filter(isSeen) }))
    .filter(({ items }) => items.length > 0)
}

/** Whether `pathname` is the entry's screen or one below it. */
export const isOn = ({ path }: NavItem, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)
