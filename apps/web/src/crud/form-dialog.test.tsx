import { render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { fieldsOf } from '../ui/form/form-fields.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Values {
  note: string
}
const { FormText } = fieldsOf<Values>()
const items = [
  { value: 'pass', name: 'ผ่าน' },
  { value: 'fail', name: 'ไม่ผ่าน' },
]

function Dialog({
  value,
  problem = null,
  hasList = false,
}: {
  value?: string | undefined
  problem?: string | null
  hasList?: boolean
}) {
  const form = useForm<Values>({ defaultValues: { note: '' } })
  return (
    <FormDialog
      form={form}
      title="บันทึก"
      onClose={() => undefined}
      onSubmit={(event) => event.preventDefault()}
      submitLabel="บันทึก"
      pending={false}
      problem={problem}
    >
      {hasList && (
        <SelectField label="สาขา" items={items} value="pass" onChange={() => undefined} />
      )}
      <SegmentedField label="ผลสอบ" items={items} value={value} onChange={() => undefined} />
      <FormText name="note" label="หมายเหตุ" />
    </FormDialog>
  )
}

it.each([
  ['the first of a group without a choice', undefined, 'ผ่าน'],
  ['the chosen one of a group', 'fail', 'ไม่ผ่าน'],
])('focuses %s at first', (_, value, name) => {
  // The document of the tests gives the focus to the dialog afterwards.
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  render(<Dialog value={value} />)
  expect(focus.mock.contexts[0]).toBe(screen.getByRole('radio', { name }))
  focus.mockRestore()
})

it('focuses a choice from a list at first when it is the first field', () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  render(<Dialog hasList />)
  expect(focus.mock.contexts[0]).toBe(screen.getByRole('button', { name: /สาขา/ }))
  focus.mockRestore()
})

it('scrolls to the error of an attempt, unless a field with an error has the focus', () => {
  const shown: Element[] = []
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown.push(this)
  }
  const { rerender } = render(<Dialog />)
  rerender(<Dialog problem="บันทึกไม่สำเร็จ" />)
  expect(shown).toEqual([screen.getByRole('alert').parentElement])
  rerender(<Dialog />)
  const field = screen.getByRole('textbox', { name: 'หมายเหตุ' })
  field.setAttribute('aria-invalid', 'true')
  field.focus()
  rerender(<Dialog problem="บันทึกไม่สำเร็จ" />)
  expect(shown).toHaveLength(1)
})
