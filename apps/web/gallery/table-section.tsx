import { money } from '@khapdee/contract/entities/application-shapes'
import { customerFields } from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { allOption } from '@khapdee/contract/wire'
import { applicationStatuses } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { satang, type Satang } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { Eye, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Chip, Money } from '../src/ui/values.tsx'
import { type Column, ColumnMenu } from '../src/ui/columns.tsx'
import type { DataTableProps } from '../src/ui/columns.tsx'
import { DataTable } from '../src/ui/data-table.tsx'
import { SearchField } from '../src/ui/fields/search-field.tsx'
import { SegmentedField } from '../src/ui/fields/choice-fields.tsx'
import { SelectField } from '../src/ui/fields/select-field.tsx'
import { FilterBar, Pagination } from '../src/ui/list-tools.tsx'
import type { RowAction } from '../src/ui/menu.tsx'
import { SortFields } from '../src/ui/table-sort.tsx'
import { phoneScreen, useMedia } from '../src/ui/hooks.ts'
import { longText, Example, tallText, customerName, branchName } from './example.tsx'

interface Row {
  code: string
  name: string
  net: Satang
  isPaid: boolean
}

const rows: readonly Row[] = [
  { code: 'AP-KKN-6911-0001', name: customerName, net: satang(550_000), isPaid: true },
  { code: 'AP-KKN-6911-0002', name: tallText, net: satang(0), isPaid: false },
  { code: 'AP-KKN-6911-0003', name: longText, net: satang(999_999_999_999_999), isPaid: false },
]

const columns: readonly Column<Row>[] = [
  {
    id: 'code',
    header: headings.number,
    sortable: true,
    nowrap: true,
    phoneSlot: 'title',
    cell: codeOf,
  },
  {
    id: 'name',
    header: titleOf(customerFields, 'fname'),
    sortable: true,
    cell: ({ name }) => name,
    narrow: { belowWidth: 640, under: 'code', cell: ({ name }) => name },
  },
  {
    id: 'net',
    header: titleOf(money, 'net'),
    sortable: true,
    align: 'end',
    cell: ({ net }) => <Money value={net} />,
  },
  {
    id: 'status',
    header: fieldTitles.status,
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ isPaid }) => (
      <Chip tone={isPaid ? 'ok' : 'warn'}>
        {applicationStatuses[isPaid ? 'paid' : 'outstanding'].label}
      </Chip>
    ),
  },
]

function codeOf({ code }: Row) {
  return code
}

const noop = () => undefined
const actionsOf = ({ isPaid }: Row): RowAction[] => [
  { id: 'view', label: 'ดู', icon: Eye, primary: true, onAction: noop },
  {
    id: 'print',
    label: actionWords.printReceipt,
    icon: Printer,
    isDisabled: !isPaid,
    onAction: noop,
  },
  { id: 'delete', label: actionWords.delete, icon: Trash2, tone: 'danger', onAction: noop },
]

const branches = [
  { value: 'all', name: allOption.name },
  { value: '1', name: branchName },
]

/** Lists of records and their controls. */
export function TableSection() {
  return (
    <>
      <Example name="FilterBar, DataTable, ColumnMenu, SortFields, RowButtons, Pagination">
        <List />
      </Example>
      <Example name="DataTable, stale">
        <SampleTable label="รายการเดิม" rows={rows} state="loading" stale />
      </Example>
      <Example name="DataTable, first load">
        <SampleTable label="กำลังโหลด" rows={[]} state="loading" />
      </Example>
      <Example name="DataTable, error">
        <SampleTable label="โหลดไม่สำเร็จ" rows={rows} state="error" onRetry={noop} />
      </Example>
      <Example name="DataTable, RowDetailButton">
        <DataTable
          label="รายการที่เปิดดูได้"
          columns={columns}
          rows={rows}
          rowKey={codeOf}
          state="ready"
          rowDetail={({ name }) => name}
        />
      </Example>
      <Example name="DataTable, empty">
        <SampleTable label="ไม่มีรายการ" rows={[]} state="ready" />
      </Example>
      <Example name="Pagination">
        <Pages />
      </Example>
    </>
  )
}

type SampleTableProps = Pick<DataTableProps<Row>, 'label' | 'rows' | 'state' | 'stale' | 'onRetry'>

function SampleTable(props: SampleTableProps) {
  return <DataTable {...props} columns={columns} rowKey={codeOf} rowActions={actionsOf} />
}

function List() {
  const [text, setText] = useState('')
  const [branch, setBranch] = useState('1')
  const [sort, setSort] = useState('-code')
  const [hiddenIds, setHiddenIds] = useState<readonly string[]>([])
  const isPhone = useMedia(phoneScreen)
  const clearBranch = () => setBranch('all')
  return (
    <>
      <FilterBar
        search={<SearchField label="คำค้นหา" value={text} onChange={setText} />}
        tools={
          <>
            {isPhone && <SortFields columns={columns} sort={sort} onSort={setSort} />}
            <ColumnMenu columns={columns} hiddenIds={hiddenIds} onChange={setHiddenIds} />
          </>
        }
        active={
          branch === 'all'
            ? []
            : [
                {
                  id: 'branch',
                  label: entities.branch.label,
                  value: branchName,
                  onRemove: clearBranch,
                },
              ]
        }
        onClear={clearBranch}
      >
        <SelectField
          label={entities.branch.label}
          items={branches}
          value={branch}
          onChange={setBranch}
        />
      </FilterBar>
      <DataTable
        label={entities.application.label}
        columns={columns}
        hiddenIds={hiddenIds}
        rows={rows.filter(({ name }) => name.includes(text))}
        rowKey={codeOf}
        sort={sort}
        onSort={setSort}
        state="ready"
        rowActions={actionsOf}
      />
    </>
  )
}

const totals = [
  { value: 'none', name: headings.none, total: 0 },
  { value: 'unknown', name: 'กำลังนับ', total: undefined },
  { value: 'many', name: 'มาก', total: 1_000_000 },
  { value: 'capped', name: 'นับไม่หมด', total: 10_000 },
]

function Pages() {
  const [page, setPage] = useState(50)
  const [perPage, setPerPage] = useState(10)
  const [chosen, choose] = useState('many')
  return (
    <div className="flex flex-col gap-3">
      <SegmentedField
        label="จำนวนรายการ"
        items={totals}
        value={chosen}
        onChange={(next) => {
          choose(next)
          setPage(next === 'none' || next === 'unknown' ? 1 : 50)
        }}
        className="max-w-120"
      />
      <Pagination
        page={page}
        perPage={perPage}
        total={totals.find(({ value }) => value === chosen)?.total}
        isCapped={chosen === 'capped'}
        onPage={setPage}
        onPerPage={setPerPage}
      />
    </div>
  )
}
