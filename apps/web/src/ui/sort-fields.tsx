import { useMemo } from 'react'
import type { Column } from './columns.ts'
import { type Choice, SelectField } from './fields/select-field.tsx'

interface SortFieldsProps {
  /** The same array between renders. */
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'sortable'>[]
  /** `field` ascending, `-field` descending; undefined for the list's own order. */
  sort: string | undefined
  /** Empty text asks for the list's own order. */
  onSort: (sort: string) => void
}

const directions: readonly Choice<string>[] = [
  { value: '', name: 'น้อยไปมาก' },
  { value: '-', name: 'มากไปน้อย' },
]

/** What a list of cards is sorted by, which a table says in its heads. */
export function SortFields({ columns, sort = '', onSort }: SortFieldsProps) {
  const fields = useMemo(() => {
    const sortable = columns.filter((column) => column.sortable)
    return [
      { value: '', name: 'ปกติ' },
      ...sortable.map(({ id, header }) => ({ value: id, name: header })),
    ]
  }, [columns])
  const direction = sort.startsWith('-') ? '-' : ''
  const field = sort.slice(direction.length)
  return (
    <>
      <SelectField
        label="เรียงตาม"
        items={fields}
        value={field}
        onChange={(chosen) => onSort(chosen === '' ? '' : direction + chosen)}
      />
      <SelectField
        label="ลำดับ"
        items={directions}
        value={direction}
        isDisabled={field === ''}
        onChange={(chosen) => onSort(chosen + field)}
      />
    </>
  )
}
