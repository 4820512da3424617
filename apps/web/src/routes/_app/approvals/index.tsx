import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ApprovalList } from '../../../features/approval/approval-list.tsx'

export const Route = createFileRoute('/_app/approvals/')({
  validateSearch: listSearch,
  component: ApprovalList,
})
