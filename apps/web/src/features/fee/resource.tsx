/** Other fees and request fees: the same screens, but for what a request fee says of the state. */
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { ReactNode } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'
import { ActiveChip } from '../../crud/active-chip.tsx'
import { BranchCell, useBranchChoices } from '../../crud/branch-choice.tsx'
import { RecordLink } from '../../crud/record-link.tsx'
import {
  type FieldsProps,
  type RecordOf,
  type ValuesOf,
  defineResource,
} from '../../crud/resource.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import {
  FormMoney,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/money.tsx'

type Fee = Pick<
  RecordOf<typeof otherFee>,
  'name' | 'price' | 'detail' | 'branch_name' | 'is_activate'
>
type FeeValues = ValuesOf<typeof otherFee>

const columnsOf = <Row extends Fee>(href: (row: Row) => string): readonly Column<Row>[] => [
  {
    id: 'name',
    header: 'ชื่อรายการ',
    sortable: true,
    phone: 'title',
    cell: (row) => <RecordLink to={href(row)}>{row.name}</RecordLink>,
  },
  {
    id: 'price',
    header: 'ราคา (บาท)',
    align: 'end',
    sortable: true,
    cell: (row) => <Money value={row.price} />,
  },
  { id: 'branch', header: 'สาขา', cell: (row) => <BranchCell name={row.branch_name} /> },
  {
    id: 'status',
    header: 'สถานะ',
    nowrap: true,
    phone: 'meta',
    cell: (row) => <ActiveChip value={row.is_activate} />,
  },
]

const common = {
  nameOf: (row: Fee) => row.name,
  filters: [
    { name: 'branch', label: 'สาขา' },
    { name: 'status', label: 'สถานะ' },
    { name: 'text', label: 'คำค้นหา' },
  ],
  searchPlaceholder: 'ชื่อรายการ',
  defaults: (branch_id: number | null) => ({ branch_id }),
} as const

export const otherFees = defineResource({
  ...common,
  api: otherFee,
  path: '/other-fees',
  title: 'รายการค่าใช้จ่ายอื่น',
  itemLabel: 'รายการค่าใช้จ่ายอื่น',
  columns: columnsOf<RecordOf<typeof otherFee>>((row) => `/other-fees/${row.other_fee_id}`),
  invalidates: ['otherfee', 'application'],
  Fields: ({ form }: FieldsProps<typeof otherFee>) => <FeeFields control={form.control} />,
})

const requestFeeColumns = columnsOf<RecordOf<typeof requestFee>>(
  (row) => `/request-fees/${row.request_fee_id}`,
)

export const requestFees = defineResource({
  ...common,
  api: requestFee,
  path: '/request-fees',
  title: 'รายการค่าคำขอ',
  itemLabel: 'รายการค่าคำขอ',
  columns: [
    ...requestFeeColumns,
    {
      id: 'is_state_fee',
      header: 'รับแทนราชการ',
      nowrap: true,
      cell: (row) =>
        row.is_state_fee ? <Chip tone="info">ค่าธรรมเนียมของราชการ</Chip> : <span>–</span>,
    },
  ],
  invalidates: ['requestfee', 'application'],
  Fields: RequestFeeFields,
})

function RequestFeeFields({ form }: FieldsProps<typeof requestFee>) {
  return (
    <FeeFields control={feePart(form)}>
      <FormSwitch
        control={form.control}
        name="is_state_fee"
        label="ค่าธรรมเนียมของราชการ"
        description="เก็บแทนราชการ ไม่นับเป็นรายรับของโรงเรียน"
      />
    </FeeFields>
  )
}

/** A request fee has every value of an other fee; form types do not see that one contains the other. */
const feePart = (form: UseFormReturn<ValuesOf<typeof requestFee>>) =>
  form.control as unknown as Control<FeeValues>

function FeeFields({ control, children }: { control: Control<FeeValues>; children?: ReactNode }) {
  const branches = useBranchChoices()
  return (
    <Card title="ข้อมูลรายการ">
      <div className="form-grid">
        <FormText
          control={control}
          name="name"
          label="ชื่อรายการ"
          required
          autoFocus
          className="md:col-span-5"
        />
        <FormMoney
          control={control}
          name="price"
          label="ราคา (บาท)"
          required
          className="col-span-1 md:col-span-3"
        />
        <FormSelect
          control={control}
          name="branch_id"
          label="สาขา"
          items={branches}
          description="สาขาที่ใช้รายการนี้"
          className="md:col-span-4"
        />
        <FormTextArea control={control} name="detail" label="รายละเอียด" />
        {children}
        <FormSwitch control={control} name="is_activate" label="เปิดใช้งาน" />
      </div>
    </Card>
  )
}
