import { application } from '@khapdee/contract/entities/application'
import { branch } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { requestFee } from '@khapdee/contract/entities/fees'
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { EntryForm } from '../ui/form/entry-form.tsx'
import { fieldsOf } from '../ui/form/form-fields.tsx'
import { UiProvider } from '../ui/ui-provider.tsx'
import { describeFields } from '../api/describe-fields.ts'

const fields = course.fields.extend(requestFee.fields.pick({ is_state_fee: true }).shape)
const blank = { name: '', price: null, min_age: null, is_state_fee: false, is_activate: true }
const { FormMoney, FormNumber, FormSwitch, FormText } = fieldsOf<typeof blank>()

function CourseForm({ nameLabel }: { nameLabel?: string }) {
  const form = useForm({ defaultValues: blank })
  return (
    <UiProvider navigate={() => {}}>
      <EntryForm
        form={form}
        describe={describeFields(fields)}
        id="course"
        label="หลักสูตร"
        onSubmit={() => {}}
      >
        <FormText name="name" {...(nameLabel !== undefined && { label: nameLabel })} />
        <FormMoney name="price" />
        <FormNumber name="min_age" />
        <FormSwitch name="is_state_fee" />
        <FormSwitch name="is_activate" />
      </EntryForm>
    </UiProvider>
  )
}

const ariaRequired = (label: string | RegExp) =>
  screen.getByLabelText(label).getAttribute('aria-required')
const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked

describe('the label of a form field', () => {
  it('comes from the contract, with the required mark and the unit', () => {
    render(<CourseForm />)
    expect(ariaRequired(/^ชื่อหลักสูตร/)).toBe('true')
    expect(ariaRequired(/^ราคา \(บาท\)/)).toBe('true')
    expect(ariaRequired('อายุขั้นต่ำ')).toBeNull()
    expect(screen.getByText('ปี')).not.toBeNull()
  })

  it("is the field's title if its values are ใช่/ไม่ใช่, otherwise the label of the value true (เปิดใช้งาน)", () => {
    render(<CourseForm />)
    expect(isOn('ค่าธรรมเนียมของราชการ')).toBe(false)
    expect(isOn('เปิดใช้งาน')).toBe(true)
  })

  it('can be replaced by the form', () => {
    render(<CourseForm nameLabel="ชื่อย่อ" />)
    expect(screen.getByLabelText(/^ชื่อย่อ/)).not.toBeNull()
    expect(screen.queryByLabelText(/^ชื่อหลักสูตร/)).toBeNull()
  })

  it('must be given when the form has no schema, or rendering throws', () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const Bare = () => {
      const form = useForm({ defaultValues: blank })
      return (
        <EntryForm form={form} id="bare" label="หลักสูตร" onSubmit={() => {}}>
          <FormText name="name" />
        </EntryForm>
      )
    }
    expect(() => render(<Bare />)).toThrow('no label for name')
    consoleError.mockRestore()
  })
})

describe('describeFields', () => {
  it('finds fields of nested records and lists', () => {
    expect(describeFields(branch.fields)('settings.exam_right_days')).toMatchObject({
      label: 'อายุสิทธิ์สอบ',
      unit: 'วัน',
    })
    const describeApplication = describeFields(application.create.input)
    expect(describeApplication('customer.fname')?.label).toBe('ชื่อ')
    expect(describeApplication('course.3.note')?.label).toBe('หมายเหตุ')
    expect(describeApplication('course.3.nothing')).toBeUndefined()
  })

  it('returns the choices of a field as the same array each time', () => {
    const describeItem = describeFields(expenseItem.fields)
    expect(describeItem('status')?.items).toEqual([
      { value: 'open', name: 'เปิดใช้งาน' },
      { value: 'closed', name: 'ปิดใช้งาน' },
    ])
    expect(describeFields(expenseItem.fields)('status')?.items).toBe(describeItem('status')?.items)
  })
})
