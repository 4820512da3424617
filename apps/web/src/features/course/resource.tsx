/** Courses: list and form. */
import { course } from '@khapdee/contract/entities/course'
import { ActiveChip } from '../../crud/active-chip.tsx'
import { BranchCell, useBranchChoices } from '../../crud/branch-choice.tsx'
import { RecordLink } from '../../crud/record-link.tsx'
import { type FieldsProps, defineResource } from '../../crud/resource.ts'
import { Card } from '../../ui/card.tsx'
import {
  FormMoney,
  FormNumber,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/money.tsx'
import { CourseType } from './course-type.tsx'

const path = '/courses'

export const courses = defineResource({
  api: course,
  path,
  title: 'หลักสูตร',
  itemLabel: 'หลักสูตร',
  nameOf: (row) => row.name,
  columns: [
    {
      id: 'name',
      header: 'ชื่อหลักสูตร',
      sortable: true,
      phone: 'title',
      cell: (row) => <RecordLink to={`${path}/${row.course_id}`}>{row.name}</RecordLink>,
    },
    { id: 'type', header: 'ประเภท', sortable: true, cell: (row) => row.type },
    {
      id: 'hours',
      header: 'ทฤษฎี / ปฏิบัติ (ชั่วโมง)',
      nowrap: true,
      cell: (row) => `${row.theory_hours} / ${row.practice_hours}`,
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
  ],
  filters: [
    { name: 'branch', label: 'สาขา' },
    { name: 'type', label: 'ประเภท' },
    { name: 'status', label: 'สถานะ' },
    { name: 'text', label: 'คำค้นหา' },
  ],
  searchPlaceholder: 'ชื่อหลักสูตร หรือประเภท',
  defaults: (branch_id) => ({ branch_id }),
  invalidates: ['course', 'application'],
  Fields,
})

function Fields({ form: { control } }: FieldsProps<typeof course>) {
  const branches = useBranchChoices()
  return (
    <>
      <Card title="ข้อมูลหลักสูตร">
        <div className="form-grid">
          <FormText
            control={control}
            name="name"
            label="ชื่อหลักสูตร"
            required
            autoFocus
            className="md:col-span-6"
          />
          <CourseType control={control} className="md:col-span-3" />
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
            description="สาขาที่เปิดสอนหลักสูตรนี้"
            className="md:col-span-6"
          />
          <FormNumber
            control={control}
            name="min_age"
            label="อายุขั้นต่ำ"
            unit="ปี"
            description="เว้นว่างไว้เมื่อไม่กำหนด"
            className="col-span-1 md:col-span-3"
          />
          <FormTextArea control={control} name="detail" label="รายละเอียด" />
          <FormSwitch control={control} name="is_activate" label="เปิดใช้งาน" />
        </div>
      </Card>
      <Card title="การเรียนและการสอบ">
        <div className="form-grid">
          <FormNumber
            control={control}
            name="theory_hours"
            label="ภาคทฤษฎี"
            unit="ชั่วโมง"
            className="col-span-1 md:col-span-3"
          />
          <FormNumber
            control={control}
            name="practice_hours"
            label="ภาคปฏิบัติ"
            unit="ชั่วโมง"
            className="col-span-1 md:col-span-3"
          />
          <FormSwitch
            control={control}
            name="has_theory_exam"
            label="มีสอบภาคทฤษฎี"
            description="ผู้สมัครได้สิทธิ์สอบเมื่อลงทะเบียน"
            className="md:col-span-3 md:pt-6"
          />
          <FormSwitch
            control={control}
            name="has_practice_exam"
            label="มีสอบภาคปฏิบัติ"
            description="ผู้สมัครได้สิทธิ์สอบเมื่อลงทะเบียน"
            className="md:col-span-3 md:pt-6"
          />
        </div>
      </Card>
    </>
  )
}
