import { type Satang, satang } from '@khapdee/domain/money'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { MoneyField } from './number-fields.tsx'

function setUp(initial: Satang | null = null) {
  const onChange = vi.fn<(value: Satang | null) => void>()
  const onInvalid = vi.fn<(text: string) => void>()
  function Form() {
    const [value, setValue] = useState<Satang | null | undefined>(initial)
    return (
      <MoneyField
        label="ราคา"
        value={value}
        onChange={(next) => {
          onChange(next)
          setValue(next)
        }}
        onInvalid={(text) => {
          onInvalid(text)
          setValue(undefined)
        }}
      />
    )
  }
  render(<Form />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'ราคา' })
  return { user: userEvent.setup(), input, onChange, onInvalid }
}

describe('MoneyField', () => {
  it.each([
    ['1,234.5', 123450, '1,234.50'],
    ['๑๒๓.๒๕', 12325, '123.25'],
    ['0', 0, '0.00'],
    ['.5', 50, '0.50'],
  ])('reads %s and shows two decimals when the focus leaves', async (typed, value, shown) => {
    const { user, input, onChange } = setUp()
    await user.type(input, typed)
    expect(onChange).toHaveBeenLastCalledWith(value)
    expect(input.value).toBe(typed)
    await user.tab()
    expect(input.value).toBe(shown)
  })

  it('shows an error as soon as a third decimal is typed, and does not round', async () => {
    const { user, input, onChange, onInvalid } = setUp()
    await user.type(input, '10.005')
    expect(screen.getByText('กรุณากรอกจำนวนเงินไม่เกินทศนิยม 2 ตำแหน่ง')).toBeTruthy()
    expect(onInvalid).toHaveBeenLastCalledWith('10.005')
    expect(onChange).toHaveBeenLastCalledWith(1000)
    await user.tab()
    expect(input.value).toBe('10.005')
  })

  it('reports letters as an error only on blur', async () => {
    const { user, input } = setUp()
    await user.type(input, 'สิบ')
    expect(screen.queryByText('กรุณากรอกเป็นตัวเลข')).toBeNull()
    await user.tab()
    expect(screen.getByText('กรุณากรอกเป็นตัวเลข')).toBeTruthy()
  })

  it('selects its text on focus, so that typing replaces it', async () => {
    const { user, input, onChange } = setUp(satang(0))
    expect(input.value).toBe('0.00')
    // Focused without Tab, which selects the text itself.
    act(() => input.focus())
    await user.keyboard('500')
    expect(input.value).toBe('500')
    expect(onChange).toHaveBeenLastCalledWith(50000)
  })

  it('becomes null when emptied', async () => {
    const { user, input, onChange } = setUp(satang(100))
    await user.clear(input)
    expect(onChange).toHaveBeenLastCalledWith(null)
  })
})
