/** A row beside its list, with all of its columns and actions. The focus stays in the list. */
import { actionWords } from '@khapdee/domain/words'
import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import type { DataTableProps } from '../ui/columns.tsx'
import { PrimaryButton } from '../ui/menu.tsx'
import { DescriptionList } from '../ui/page.tsx'

interface RowPreviewProps<Row> extends Pick<
  DataTableProps<Row>,
  'columns' | 'rowActions' | 'rowDetail'
> {
  row: Row
  onClose: () => void
}

export function RowPreview<Row>({
  row,
  columns,
  rowActions,
  rowDetail,
  onClose,
}: RowPreviewProps<Row>) {
  const title = columns.find(({ phoneSlot }) => phoneSlot === 'title')
  const actions = rowActions?.(row) ?? []
  return (
    <aside
      aria-label="รายละเอียดของแถว"
      data-noprint
      className="fixed end-0 top-(--table-top) bottom-0 z-40 flex w-96 flex-col border-s border-line bg-surface shadow-pop max-md:hidden"
    >
      <header className="flex items-start justify-between gap-2 border-b border-line py-2 ps-4 pe-2">
        <div aria-live="polite" className="min-w-0 py-1.5 text-lg font-semibold">
          {title?.cell(row)}
        </div>
        <IconButton label={actionWords.close} icon={X} onPress={onClose} />
      </header>
      <div className="flex-1 overflow-y-auto p-4">
        <DescriptionList
          items={columns
            .filter((column) => column !== title)
            .map(({ header, cell }) => ({ label: header, value: cell(row) }))}
        />
        {rowDetail && <div className="mt-4 border-t border-line pt-4">{rowDetail(row)}</div>}
      </div>
      {actions.length > 0 && (
        <footer className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
          {actions.map((action) => (
            <PrimaryButton key={action.id} {...action} />
          ))}
        </footer>
      )}
    </aside>
  )
}
