import { FileText } from 'lucide-react'
import type { RowAction } from '../ui/row-actions.tsx'

/** Opens the record of a row. */
export const viewAction = (href: string): RowAction => ({
  id: 'view',
  label: 'ดูรายละเอียด',
  icon: FileText,
  href,
})
