/** Branches: list and form. */
import { branch } from '@khapdee/contract/entities/branch'
import { formatPhone } from '@khapdee/domain/phone'
import { Settings } from 'lucide-react'
import { paths } from '../../shared/paths.ts'
import { byText } from '../../crud/list-search.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { defineResource, type RecordOf } from '../../crud/resource.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const branches = defineResource({
  api: branch,
  columns: [
    { id: 'code', sortable: true, phoneSlot: 'meta', cell: (row) => row.code },
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.branches.record(row.branch_id)}>{row.name}</RecordLink>,
    },
    {
      id: 'parent',
      header: 'สังกัดสาขา',
      narrow: {
        belowWidth: 900,
        under: 'name',
        cell: ({ parent_name }) => parent_name && `สังกัด ${parent_name}`,
      },
      cell: (row) => row.parent_name ?? '–',
    },
    { id: 'province', sortable: true, cell: placeOf },
    {
      id: 'phone_1',
      nowrap: true,
      cell: (row) => formatPhone(row.phone_1) || '–',
    },
  ],
  filters: [byText],
  searchPlaceholder: 'รหัส ชื่อสาขา จังหวัด หรือโทรศัพท์',
  rowActions: ({ branch_id }, can) =>
    can('branch.update')
      ? [
          {
            id: 'settings',
            label: 'ตั้งค่า',
            icon: Settings,
            href: paths.branches.settings(branch_id),
          },
        ]
      : [],
  invalidates: ['branch', 'application', 'user'],
  Fields: lazyPart(async () => (await import('./branch-fields.tsx')).BranchFields),
})

/** The settings of a branch, on a separate screen. */
export const branchSettings = defineResource({
  ...branches,
  section: { path: 'settings', title: 'ตั้งค่าสาขา' },
  invalidates: ['branch', 'application', 'vehicle'],
  Fields: lazyPart(async () => (await import('./settings-fields.tsx')).SettingsFields),
})

/** The district and province of a branch, or a dash. */
function placeOf({ district, province }: RecordOf<typeof branch>) {
  return [district, province].filter(Boolean).join(' ') || '–'
}
