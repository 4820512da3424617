import type { ReactNode } from 'react'
import { useDocumentTitle } from '../shared/screen.tsx'
import { countText } from '../ui/count-text.ts'
import { PageHeader } from '../ui/page.tsx'
import { ListCard, type ListCardProps } from './list-card.tsx'

export interface ListScreenProps<Row> extends Omit<ListCardProps<Row>, 'label'> {
  /** As in the menu. */
  title: string
  /** The buttons beside the title. */
  actions?: ReactNode
  /** Between the title and the list: sums of it. */
  children?: ReactNode
}

/** The screen of a list: what it is, how much of it, what one can do, and the list itself. */
export function ListScreen<Row>({ title, actions, children, ...list }: ListScreenProps<Row>) {
  useDocumentTitle(title)
  const { total, isCapped } = list.table
  return (
    <>
      <PageHeader
        title={title}
        count={total === undefined ? undefined : `ทั้งหมด ${countText(total, isCapped)} รายการ`}
        actions={actions}
      />
      {children}
      <ListCard {...list} label={title} />
    </>
  )
}
