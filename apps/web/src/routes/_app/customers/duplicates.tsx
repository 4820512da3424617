import { createFileRoute } from '@tanstack/react-router'
import { DuplicateList } from '../../../features/customer/duplicate-list.tsx'

export const Route = createFileRoute('/_app/customers/duplicates')({ component: DuplicateList })
