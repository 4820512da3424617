/** Texts and accessible roles of the small components of `ui`. */
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Printer } from 'lucide-react'
import { describe, expect, it, vi } from 'vitest'
import { Alert, EmptyState, FormSkeleton } from './feedback.tsx'
import { Button, IconButton } from './button.tsx'
import { Card, DescriptionList, PageHeader, Stat, Stats } from './page.tsx'
import { FilterChip, Money, ThaiDay, ThaiInstant } from './values.tsx'
import { ActionMenu } from './menu.tsx'

describe('Button', () => {
  it('cannot be pressed again while pending, and announces the wait', async () => {
    const user = userEvent.setup()
    const onPress = vi.fn<() => void>()
    const { rerender } = render(<Button onPress={onPress}>บันทึก</Button>)
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    rerender(
      <Button onPress={onPress} pending>
        บันทึก
      </Button>,
    )
    const button = screen.getByRole('button', { name: /^บันทึก/ })
    await user.click(button)
    button.focus()
    await user.keyboard('{Enter} ')
    expect(onPress).toHaveBeenCalledOnce()
    expect(button.textContent).toContain('กำลังดำเนินการ')
    expect(document.activeElement).toBe(button)
  })

  it('has its label as name and tooltip when it shows only an icon', async () => {
    const user = userEvent.setup()
    render(<IconButton icon={Printer} label="พิมพ์" />)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'พิมพ์' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('พิมพ์')
  })
})

describe('Alert', () => {
  it.each([
    ['error', 'alert', 'เกิดข้อผิดพลาด'],
    ['success', 'status', 'สำเร็จ'],
    ['warning', 'status', 'โปรดตรวจสอบ'],
  ] as const)('of tone %s has the role %s', async (tone, role, title) => {
    const user = userEvent.setup()
    const onDismiss = vi.fn<() => void>()
    render(
      <Alert tone={tone} onDismiss={onDismiss}>
        ข้อความ
      </Alert>,
    )
    expect(screen.getByRole(role).textContent).toBe(`${title} ข้อความ`)
    await user.click(screen.getByRole('button', { name: 'ปิด' }))
    expect(onDismiss).toHaveBeenCalledOnce()
  })
})

describe('ActionMenu', () => {
  it('skips disabled entries with the arrow keys', async () => {
    const user = userEvent.setup()
    const onAction = vi.fn<(id: string) => void>()
    const action = (id: string, isDisabled = false) => ({
      id,
      label: id,
      isDisabled,
      onAction: () => onAction(id),
    })
    render(
      <ActionMenu
        label="จัดการ"
        actions={[action('แก้ไข'), action('พิมพ์', true), action('ลบ')]}
        autoFocus
      />,
    )
    expect(screen.getByRole('menu', { name: 'จัดการ' })).toBeTruthy()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onAction).toHaveBeenCalledExactlyOnceWith('ลบ')
  })
})

it('an active filter is removed by its own button', async () => {
  const user = userEvent.setup()
  const onRemove = vi.fn<() => void>()
  render(<FilterChip label="สถานะ" value="ค้างชำระ" onRemove={onRemove} />)
  await user.click(screen.getByRole('button', { name: 'ล้างตัวกรอง สถานะ' }))
  expect(onRemove).toHaveBeenCalledOnce()
})

it('a card with a title is a landmark of that name', () => {
  render(<Card title="ที่อยู่">ขอนแก่น</Card>)
  expect(screen.getByRole('region', { name: 'ที่อยู่' }).textContent).toContain('ขอนแก่น')
})

it('a page header shows the title, the count and the actions', () => {
  render(<PageHeader title="สาขา" aside="ทั้งหมด 4 รายการ" actions={<Button>เพิ่มสาขา</Button>} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('สาขา')
  expect(screen.getByText('ทั้งหมด 4 รายการ')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'เพิ่มสาขา' })).toBeTruthy()
})

it('an empty list shows a message and a hint', () => {
  render(<EmptyState hint="ลองเปลี่ยนตัวกรอง" />)
  expect(screen.getByText('ไม่พบข้อมูล')).toBeTruthy()
  expect(screen.getByText('ลองเปลี่ยนตัวกรอง')).toBeTruthy()
})

it('a form skeleton is announced once', () => {
  render(<FormSkeleton fields={3} />)
  expect(screen.getByRole('status').textContent).toBe('กำลังโหลดข้อมูล')
})

it.each([
  [<Money key="0" value={satang(0)} />, '0.00'],
  [<Money key="1" value={satang(123_450)} />, '1,234.50'],
  [<Money key="2" value={satang(-5)} />, '-0.05'],
  [<ThaiDay key="3" value={day('2026-11-21')} />, '21/11/2569'],
  [<ThaiDay key="4" value={day('2026-11-21')} format="short" />, '21 พ.ย. 2569'],
  [<ThaiDay key="5" value={null} />, '–'],
  [<ThaiInstant key="6" value="2026-11-21T01:26:00.000Z" />, '21/11/2569 08:26 น.'],
  [<ThaiInstant key="7" value="2026-12-31T17:00:00.000Z" />, '01/01/2570 00:00 น.'],
  [<ThaiInstant key="8" value={null} />, '–'],
])('a value is shown in its Thai format (%#)', (value, text) => {
  const { container } = render(value)
  expect(container.textContent).toBe(text)
})

it('a description list names its values and shows a dash for an empty one', () => {
  render(
    <>
      <DescriptionList
        items={[
          { label: 'ไลน์ไอดี', value: '' },
          { label: 'อีเมล', value: null },
        ]}
      />
      <Stats>
        <Stat label="ค้างชำระ" value="9,000.00" tone="owed" note="2 ราย" />
      </Stats>
    </>,
  )
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'ไลน์ไอดี',
    'อีเมล',
    'ค้างชำระ',
  ])
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    '–',
    '–',
    '9,000.00',
    '2 ราย',
  ])
})
