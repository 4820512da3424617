/** Fields for a choice. The keyboard of a select is tested in a real browser by e2e/gallery.spec.ts. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../ui-provider.tsx'
import { SegmentedField, SwitchField } from './choice-fields.tsx'
import { type Choice, SelectField } from './select-field.tsx'

const branches = [
  { value: null, name: 'ไม่มี' },
  { value: 1, name: 'ขอนแก่น' },
  { value: 2, name: 'บ้านไผ่' },
]

describe('SelectField', () => {
  function setUp(initial?: number | null) {
    const onChange = vi.fn<(value: number | null) => void>()
    function Form() {
      const [value, setValue] = useState(initial)
      return (
        <UiProvider navigate={() => {}}>
          <SelectField
            label="สาขา"
            items={branches}
            value={value}
            onChange={(next) => {
              onChange(next)
              setValue(next)
            }}
          />
        </UiProvider>
      )
    }
    render(<Form />)
    return {
      user: userEvent.setup(),
      onChange,
      button: screen.getByRole('button', { name: /สาขา/ }),
    }
  }

  it('shows the chosen item, or a placeholder without one', async () => {
    const { user, onChange, button } = setUp()
    expect(button.textContent).toBe('เลือก')
    await user.click(button)
    await user.click(screen.getByRole('option', { name: 'ขอนแก่น' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(1)
    expect(button.textContent).toBe('ขอนแก่น')
    await vi.waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('keeps its choice when other items change', async () => {
    const field = (items: readonly Choice<number | null>[]) => (
      <UiProvider navigate={() => {}}>
        <SelectField label="สาขา" items={items} value={2} onChange={() => {}} />
      </UiProvider>
    )
    const [none, first, second] = [null, 1, 2].map((value) => ({ value, name: `สาขา ${value}` }))
    const all = [none, first, second].filter((item) => item !== undefined)
    const { rerender } = render(field(all))
    rerender(field(all.slice(1)))
    rerender(field(all.toReversed()))
    const button = screen.getByRole('button', { name: /สาขา/ })
    expect(button.textContent).toBe('สาขา 2')
    await userEvent.setup().click(button)
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(offered).toEqual(['สาขา 2', 'สาขา 1', 'สาขา null'])
  })

  it('keeps the choice on Escape', async () => {
    const { user, onChange, button } = setUp(1)
    await user.click(button)
    await user.keyboard('{ArrowDown}{Escape}')
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})

describe('SegmentedField', () => {
  it('is a group of radio buttons with one tab stop, and chooses by arrow keys', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn<(value: string) => void>()
    const items = [
      { value: 'cash', name: 'เงินสด' },
      { value: 'transfer', name: 'โอนเงิน' },
    ]
    render(<SegmentedField label="วิธีชำระเงิน" items={items} value="cash" onChange={onChange} />)
    expect(screen.getByRole('radiogroup', { name: 'วิธีชำระเงิน' })).toBeTruthy()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'เงินสด' }))
    await user.keyboard('{ArrowRight}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('transfer')
  })
})

describe('SwitchField', () => {
  it('toggles by the space bar and by its label', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn<(value: boolean) => void>()
    render(<SwitchField label="เปิดใช้งาน" value={false} onChange={onChange} />)
    await user.tab()
    await user.keyboard(' ')
    await user.click(screen.getByText('เปิดใช้งาน'))
    expect(onChange.mock.calls).toEqual([[true], [true]])
  })
})
