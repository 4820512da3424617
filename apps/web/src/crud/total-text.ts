import { countText } from '../ui/count-text.ts'
import type { TableState } from './use-table.ts'

/** How much a list has in all, beside its title; undefined until it is known. */
export const totalText = ({ total, isCapped }: Pick<TableState, 'total' | 'isCapped'>) =>
  total === undefined ? undefined : `ทั้งหมด ${countText(total, isCapped)} รายการ`
