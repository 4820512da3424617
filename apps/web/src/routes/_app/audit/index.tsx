import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { AuditList } from '../../../features/audit/audit-list.tsx'

export const Route = createFileRoute('/_app/audit/')({
  validateSearch: listSearch,
  component: AuditList,
})
