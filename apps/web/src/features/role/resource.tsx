/** Roles: list and form. */
import { role } from '@khapdee/contract/entities/role'
import { titleOf } from '@khapdee/contract/field-meta'
import { allPermissions } from '@khapdee/domain/permissions'
import { headings, actionWords, units } from '@khapdee/domain/words'
import { Copy } from 'lucide-react'
import { pathsOf } from '../../shared/paths.ts'
import { byText } from '../../crud/list-search.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { defineResource } from '../../crud/resource.ts'
import { Chip } from '../../ui/values.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const paths = pathsOf('role')

export const roles = defineResource({
  api: role,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => (
        <>
          <RecordLink to={paths.record(row.role_id)}>{row.name}</RecordLink>
          {row.detail !== '' && <div className="text-xs text-muted">{row.detail}</div>}
        </>
      ),
    },
    {
      id: 'permissions',
      nowrap: true,
      cell: (row) => `${row.permissions.length} จาก ${allPermissions.length} ${units.entries}`,
    },
    {
      id: 'flags',
      header: 'ขอบเขต',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Chip tone={row.all_branches ? 'info' : 'muted'}>
            {row.all_branches ? headings.allBranches : 'เฉพาะสาขาที่กำหนด'}
          </Chip>
          {row.may_self_decide && (
            <Chip tone="accent">{titleOf(role.fields.shape, 'may_self_decide')}</Chip>
          )}
        </span>
      ),
    },
    {
      id: 'users',
      header: headings.user,
      nowrap: true,
      phoneSlot: 'meta',
      cell: (row) => `${row.users} คน`,
    },
  ],
  filters: [byText],
  searchPlaceholder: 'ชื่อบทบาท หรือรายละเอียด',
  rowActions: (row, can) =>
    can('role.create')
      ? [
          {
            id: 'copy',
            label: actionWords.copy,
            icon: Copy,
            href: `${paths.new}?copy=${row.role_id}`,
          },
        ]
      : [],
  invalidates: ['role', 'user', 'application'],
  Fields: lazyPart(async () => (await import('./role-fields.tsx')).RoleFields),
})
