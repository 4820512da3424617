/** The menu: every screen that stands on its own, in groups. */
import type { Permission, Resource } from '@khapdee/domain/permissions'
import {
  BadgePercent,
  Building2,
  ClipboardList,
  Database,
  FileBadge,
  GraduationCap,
  type LucideIcon,
  ReceiptText,
  UserRoundPen,
} from 'lucide-react'

export interface NavItem {
  path: string
  label: string
  icon: LucideIcon
  /** Seen by whoever may view it. */
  resource: Resource
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
        path: '/registrations',
        label: 'สมัครเรียน',
        icon: UserRoundPen,
        resource: 'application',
        create: { label: 'สร้างรายการใหม่', permission: 'application.create' },
      },
    ],
  },
  {
    label: 'ข้อมูลหลัก',
    icon: Database,
    items: [
      {
        path: '/branches',
        label: 'สาขา',
        icon: Building2,
        resource: 'branch',
        create: { label: 'เพิ่มสาขา', permission: 'branch.create' },
      },
      {
        path: '/courses',
        label: 'หลักสูตร',
        icon: GraduationCap,
        resource: 'course',
        create: { label: 'เพิ่มหลักสูตร', permission: 'course.create' },
      },
      {
        path: '/promotions',
        label: 'ส่วนลด',
        icon: BadgePercent,
        resource: 'promotion',
        create: { label: 'เพิ่มส่วนลด', permission: 'promotion.create' },
      },
      {
        path: '/other-fees',
        label: 'รายการค่าใช้จ่ายอื่น',
        icon: ReceiptText,
        resource: 'other_fee',
        create: { label: 'เพิ่มค่าใช้จ่ายอื่น', permission: 'other_fee.create' },
      },
      {
        path: '/request-fees',
        label: 'รายการค่าคำขอ',
        icon: FileBadge,
        resource: 'request_fee',
        create: { label: 'เพิ่มค่าคำขอ', permission: 'request_fee.create' },
      },
    ],
  },
]

/** The groups with what may be viewed; empty groups are left out. */
export function visibleNavigation(mayView: (resource: Resource) => boolean): NavGroup[] {
  return navigation
    .map((group) => ({ ...group, items: group.items.filter((item) => mayView(item.resource)) }))
    .filter(({ items }) => items.length > 0)
}

/** Whether the screen at `pathname` is that of the entry, or one below it. */
export const isOn = ({ path }: NavItem, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)
