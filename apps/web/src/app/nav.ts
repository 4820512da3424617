/** The menu: every screen that stands on its own, in groups. */
import type { Resource } from '@khapdee/domain/permissions'
import {
  BadgePercent,
  Building2,
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
}

export interface NavGroup {
  label: string
  items: readonly NavItem[]
}

export const navigation: readonly NavGroup[] = [
  {
    label: 'ลงทะเบียน',
    items: [
      { path: '/registrations', label: 'สมัครเรียน', icon: UserRoundPen, resource: 'application' },
    ],
  },
  {
    label: 'ข้อมูลหลัก',
    items: [
      { path: '/branches', label: 'สาขา', icon: Building2, resource: 'branch' },
      { path: '/courses', label: 'หลักสูตร', icon: GraduationCap, resource: 'course' },
      { path: '/promotions', label: 'ส่วนลด', icon: BadgePercent, resource: 'promotion' },
      {
        path: '/other-fees',
        label: 'รายการค่าใช้จ่ายอื่น',
        icon: ReceiptText,
        resource: 'other_fee',
      },
      { path: '/request-fees', label: 'รายการค่าคำขอ', icon: FileBadge, resource: 'request_fee' },
    ],
  },
]

/** The groups with what may be viewed; empty groups are left out. */
export function visibleNavigation(mayView: (resource: Resource) => boolean): NavGroup[] {
  return navigation
    .map(({ label, items }) => ({ label, items: items.filter((item) => mayView(item.resource)) }))
    .filter(({ items }) => items.length > 0)
}
