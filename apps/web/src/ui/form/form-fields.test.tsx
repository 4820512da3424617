import { zodResolver } from '@hookform/resolvers/zod'
import type { Satang } from '@khapdee/domain/money'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { UiProvider } from '../ui-provider.tsx'
import { AddressFields } from './address-fields.tsx'
import { EntryForm } from './entry-form.tsx'
import { fieldsOf } from './form-fields.tsx'

const {
  FormDate,
  FormMoney,
  FormNumber,
  FormSegmented,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} = fieldsOf<Course>()

const schema = z.object({
  name: z.string().min(1, 'กรุณากรอกชื่อหลักสูตร'),
  branch_id: z.number('กรุณาเลือกสาขา').nullable(),
  price: z.custom<Satang>((value) => Number.isSafeInteger(value), 'กรุณากรอกราคา').nullable(),
  hours: z.number('กรุณากรอกจำนวนชั่วโมง').nullable(),
  start: z
    .custom<Day>((value) => typeof value === 'string' && isDay(value), 'กรุณากรอกวันที่')
    .nullable(),
  pay_type: z.enum(['cash', 'transfer']),
  is_activate: z.boolean(),
  note: z.string(),
})
type Course = z.infer<typeof schema>

const branches = [
  { value: null, name: 'ไม่มี' },
  { value: 1, name: 'รังสิต' },
]
const payTypes = [
  { value: 'cash' as const, name: 'เงินสด' },
  { value: 'transfer' as const, name: 'โอนเงิน' },
]

function setUp() {
  const onSave = vi.fn<(course: Course) => void>()
  function CourseForm() {
    const form = useForm<Course>({
      resolver: zodResolver(schema),
      defaultValues: {
        name: '',
        branch_id: null,
        price: null,
        hours: null,
        start: null,
        pay_type: 'cash',
        is_activate: true,
        note: '',
      },
    })
    return (
      <UiProvider navigate={() => {}}>
        <EntryForm
          form={form}
          id="course"
          label="หลักสูตร"
          onSubmit={form.handleSubmit((course) => onSave(course))}
        >
          <FormText name="name" label="ชื่อหลักสูตร" required />
          <FormSelect name="branch_id" label="สาขา" items={branches} />
          <FormMoney name="price" label="ราคา" />
          <FormNumber name="hours" label="จำนวนชั่วโมง" />
          <FormDate name="start" label="วันที่" />
          <FormSegmented name="pay_type" label="วิธีชำระเงิน" items={payTypes} />
          <FormTextArea name="note" label="หมายเหตุ" />
          <FormSwitch name="is_activate" label="เปิดใช้งาน" />
          <button type="submit">บันทึก</button>
        </EntryForm>
      </UiProvider>
    )
  }
  render(<CourseForm />)
  return {
    user: userEvent.setup(),
    onSave,
    box: (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }),
    save: () => userEvent.click(screen.getByRole('button', { name: 'บันทึก' })),
  }
}

describe('fields of a form', () => {
  it('bind every kind of value', async () => {
    const { user, onSave, box, save } = setUp()
    await user.type(box('ชื่อหลักสูตร'), 'รถยนต์')
    await user.click(screen.getByRole('button', { name: /สาขา/ }))
    await user.click(screen.getByRole('option', { name: 'รังสิต' }))
    await user.type(box('ราคา'), '4,500')
    await user.type(box('จำนวนชั่วโมง'), '๑๕')
    await user.type(box('วันที่'), '21112569')
    await user.click(screen.getByRole('radio', { name: 'โอนเงิน' }))
    await user.type(box('หมายเหตุ'), 'สอนใหม่')
    await user.click(screen.getByRole('switch', { name: 'เปิดใช้งาน' }))
    await save()
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      name: 'รถยนต์',
      branch_id: 1,
      price: 450000,
      hours: 15,
      start: '2026-11-21',
      pay_type: 'transfer',
      is_activate: false,
      note: 'สอนใหม่',
    })
  })

  it('allow choosing the empty choice again', async () => {
    const { user, onSave, box, save } = setUp()
    await user.type(box('ชื่อหลักสูตร'), 'รถยนต์')
    const branch = screen.getByRole('button', { name: /สาขา/ })
    await user.click(branch)
    await user.click(screen.getByRole('option', { name: 'รังสิต' }))
    await user.click(branch)
    await user.click(screen.getByRole('option', { name: 'ไม่มี' }))
    await save()
    expect(onSave.mock.lastCall?.[0].branch_id).toBeNull()
  })

  it('show the error, link it to the field and focus the field', async () => {
    const { onSave, box, save } = setUp()
    await save()
    const name = box('ชื่อหลักสูตร')
    const error = screen.getByText('กรุณากรอกชื่อหลักสูตร')
    expect(document.activeElement).toBe(name)
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(error.closest(`#${CSS.escape(name.getAttribute('aria-describedby')!)}`)).toBeTruthy()
    expect(onSave).not.toHaveBeenCalled()
  })

  it.each([
    ['ราคา', '10.005'],
    ['จำนวนชั่วโมง', '1.5'],
    ['วันที่', '31/04/2569'],
  ])(
    'block saving while the optional field %s contains the invalid text "%s"',
    async (label, typed) => {
      const { user, onSave, box, save } = setUp()
      await user.type(box('ชื่อหลักสูตร'), 'รถยนต์')
      await user.type(box(label), typed)
      await save()
      expect(onSave).not.toHaveBeenCalled()
      expect(document.activeElement).toBe(box(label))
      await user.clear(box(label))
      await save()
      expect(onSave).toHaveBeenCalledOnce()
    },
  )
})

describe('fieldsOf', () => {
  it('has fields whose types reject names of other forms and values of another type', () => {
    const { FormText, FormSelect } = fieldsOf<Course>()
    const wrong = [
      // @ts-expect-error -- the form has no such value
      <FormText key="1" name="nickname" label="" />,
      // @ts-expect-error -- the value is not a text
      <FormText key="2" name="hours" label="" />,
      // @ts-expect-error -- the choices have another type than the value
      <FormSelect key="3" name="branch_id" label="" items={payTypes} />,
      // @ts-expect-error -- the type argument for the values is missing
      <AddressFields key="4" pathOf={() => 'note'} />,
    ]
    expect(wrong).toHaveLength(4)
  })
})

describe('typing in a field', () => {
  it('renders only that field', async () => {
    const rendered = vi.fn<(id: string) => void>()
    function Form() {
      const form = useForm<Course>({ defaultValues: { name: '', note: '', price: null } })
      return (
        <EntryForm form={form} id="course" label="หลักสูตร" onSubmit={form.handleSubmit(() => {})}>
          <Profiler id="name" onRender={rendered}>
            <FormText name="name" label="ชื่อหลักสูตร" />
          </Profiler>
          <Profiler id="others" onRender={rendered}>
            <FormTextArea name="note" label="หมายเหตุ" />
            <FormMoney name="price" label="ราคา" />
          </Profiler>
        </EntryForm>
      )
    }
    render(<Form />)
    rendered.mockClear()
    await userEvent.type(screen.getByRole('textbox', { name: 'ชื่อหลักสูตร' }), 'รถ')
    expect(new Set(rendered.mock.calls.map(([id]) => id))).toEqual(new Set(['name']))
  })
})

describe('the Enter key', () => {
  it('moves from field to field and to the button without submitting the form', async () => {
    const { user, onSave, box } = setUp()
    await user.click(screen.getByRole('radio', { name: 'โอนเงิน' }))
    await user.click(box('ราคา'))
    const visited: (string | null | undefined)[] = []
    for (let step = 0; step < 3; step += 1) {
      await user.keyboard('{Enter}')
      visited.push(document.activeElement?.getAttribute('name'))
    }
    expect(visited.slice(0, 2)).toEqual(['hours', 'start'])
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'โอนเงิน' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(box('หมายเหตุ'))

    await user.click(screen.getByRole('switch', { name: 'เปิดใช้งาน' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'บันทึก' }))
    expect(onSave).not.toHaveBeenCalled()
  })

  it('inserts a new line in a text area', async () => {
    const { user, box } = setUp()
    await user.type(box('หมายเหตุ'), 'ก{Enter}ข')
    expect(box('หมายเหตุ').value).toBe('ก\nข')
  })

  it('leaves a text area that is empty, and one whose last line is empty', async () => {
    const { user, box } = setUp()
    const next = screen.getByRole('switch', { name: 'เปิดใช้งาน' })
    await user.type(box('หมายเหตุ'), '{Enter}')
    expect(document.activeElement).toBe(next)
    await user.type(box('หมายเหตุ'), 'ก{Enter}{Enter}')
    expect(document.activeElement).toBe(next)
    expect(box('หมายเหตุ').value).toBe('ก\n')
  })

  it('leaves a list with a chosen value, which the space bar opens', async () => {
    const { user, box } = setUp()
    const branch = screen.getByRole('button', { name: /สาขา/ })
    branch.focus()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(box('ราคา'))
    branch.focus()
    await user.keyboard(' ')
    expect(await screen.findByRole('option', { name: 'รังสิต' })).toBeTruthy()
  })
})
