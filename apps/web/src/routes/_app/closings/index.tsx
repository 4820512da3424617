import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ClosingList } from '../../../features/closing/closing-list.tsx'

export const Route = createFileRoute('/_app/closings/')({
  validateSearch: listSearch,
  component: ClosingList,
})
