import { satang } from '@khapdee/domain/money'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../../../shared/query-client.ts'
import { UiProvider } from '../../../ui/ui-provider.tsx'
import { LineEditor } from './line-editor.tsx'
import type { Item } from '../line-values.ts'
import { blankRegistration } from './registration-values.ts'

const carExams = [{ kind: 'theory', licence_type: 'car' }] as const
const items: readonly Item[] = [
  { item_id: 1, name: 'รถยนต์ 15 ชั่วโมง', price: satang(550_000), exams: carExams },
  { item_id: 2, name: 'จักรยานยนต์', price: satang(250_000), exams: [] },
]

function setUp() {
  const { result } = renderHook(() => useForm({ defaultValues: blankRegistration(1, 'course') }))
  const form = result.current
  render(
    <UiProvider navigate={() => {}}>
      <QueryClientProvider client={createQueryClient()}>
        <FormProvider {...form}>
          <LineEditor kind="course" items={items} isMain />
          <LineEditor kind="other_fee" items={items} />
        </FormProvider>
      </QueryClientProvider>
    </UiProvider>,
  )
  return { user: userEvent.setup(), values: () => form.getValues() }
}

const line = (name: string) => within(screen.getByRole('group', { name }))
const item = (name: string) =>
  line(name).getByRole<HTMLInputElement>('combobox', { name: /^(หลักสูตร|สินค้าและบริการอื่น)$/ })

describe('LineEditor', () => {
  it('fills item, name and price from the list by keyboard only', async () => {
    const { user, values } = setUp()
    await user.type(item('หลักสูตร 1'), 'จักร')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(values().course[0]).toMatchObject({ item_id: 2, name: 'จักรยานยนต์', cost: 250_000 })
    expect(line('หลักสูตร 1').getAllByText('2,500.00')).toHaveLength(2)
    await user.click(line('หลักสูตร 1').getByRole('button', { name: 'รับเต็มจำนวน 2,500.00 บาท' }))
    expect(values().course[0]?.paid).toBe(250_000)
  })

  it('shows the exam day only while the chosen item grants an exam right', async () => {
    const { user, values } = setUp()
    const examDay = () => line('หลักสูตร 1').queryByLabelText('วันสอบ')
    expect(examDay()).toBeNull()
    await user.type(item('หลักสูตร 1'), 'รถยนต์ 15 ชั่วโมง')
    expect(examDay()).not.toBeNull()
    await user.clear(item('หลักสูตร 1'))
    await user.type(item('หลักสูตร 1'), 'จักรยานยนต์')
    expect(examDay()).toBeNull()
    expect(values().course[0]?.exam_date).toBeNull()
  })

  it('clears the item when the text no longer matches its name', async () => {
    const { user, values } = setUp()
    await user.type(item('หลักสูตร 1'), 'จักรยานยนต์')
    expect(values().course[0]?.item_id).toBe(2)
    await user.type(item('หลักสูตร 1'), ' ใหญ่')
    expect(values().course[0]).toMatchObject({ item_id: null, name: 'จักรยานยนต์ ใหญ่' })
  })

  it('focuses an added line, which has the pay type of the previous line', async () => {
    const { user, values } = setUp()
    await user.click(line('หลักสูตร 1').getByRole('radio', { name: 'โอนเงิน' }))
    await user.click(screen.getByRole('button', { name: 'เพิ่มรายการ สินค้าและบริการอื่น' }))
    expect(document.activeElement).toBe(item('สินค้าและบริการอื่น 1'))
    expect(values().other_fee[0]?.pay_type).toBe('transfer')
  })

  it('removes a line, and clears, not removes, the only remaining line of the main kind', async () => {
    const { user, values } = setUp()
    await user.type(item('หลักสูตร 1'), 'จักรยานยนต์')
    await user.click(screen.getByRole('button', { name: 'เพิ่มรายการ หลักสูตร' }))
    await user.click(screen.getByRole('button', { name: 'ลบรายการ หลักสูตร 1' }))
    expect(values().course).toHaveLength(1)
    await user.type(item('หลักสูตร 1'), 'รถยนต์ 15 ชั่วโมง')
    await user.click(screen.getByRole('button', { name: 'ลบรายการ หลักสูตร 1' }))
    expect(values().course).toMatchObject([{ item_id: null, name: '' }])
    expect(item('หลักสูตร 1').value).toBe('')
  })
})
