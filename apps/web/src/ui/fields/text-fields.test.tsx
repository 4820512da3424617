/** Typing in NumberField, PhoneField and PasswordField. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { NumberField } from './number-fields.tsx'
import { PasswordField, PhoneField } from './text-fields.tsx'

describe('NumberField', () => {
  function setUp(decimals = 0) {
    const onChange = vi.fn<(value: number | null) => void>()
    const onInvalid = vi.fn<(text: string) => void>()
    function Form() {
      const [value, setValue] = useState<number | null | undefined>(null)
      return (
        <NumberField
          label="จำนวนชั่วโมง"
          unit="ชั่วโมง"
          decimals={decimals}
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
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'จำนวนชั่วโมง' })
    return { user: userEvent.setup(), input, onChange, onInvalid }
  }

  it.each([
    ['15', 15, '15'],
    ['๑๕', 15, '15'],
    ['1,500', 1500, '1500'],
    ['-3', -3, '-3'],
    ['007', 7, '7'],
  ])('reads %s', async (typed, value, shown) => {
    const { user, input, onChange } = setUp()
    await user.type(input, typed)
    await user.tab()
    expect(onChange).toHaveBeenLastCalledWith(value)
    expect(input.value).toBe(shown)
  })

  it.each([
    [0, '1.5', 'กรุณากรอกเป็นจำนวนเต็ม'],
    [1, '1.25', 'กรุณากรอกไม่เกินทศนิยม 1 ตำแหน่ง'],
    [0, 'สิบห้า', 'กรุณากรอกเป็นตัวเลข'],
  ])(
    'with %i decimals keeps the invalid text %s and shows an error',
    async (decimals, typed, problem) => {
      const { user, input, onInvalid } = setUp(decimals)
      await user.type(input, typed)
      await user.tab()
      expect(input.value).toBe(typed)
      expect(onInvalid).toHaveBeenLastCalledWith(typed)
      const error = screen.getByText(problem)
      expect(input.getAttribute('aria-describedby')).toContain(error.parentElement?.id)
    },
  )

  it('shows the unit', () => {
    setUp()
    expect(screen.getByText('ชั่วโมง')).toBeTruthy()
  })
})

describe('PhoneField', () => {
  function setUp(initial = '') {
    const onChange = vi.fn<(digits: string) => void>()
    function Form() {
      const [value, setValue] = useState(initial)
      return (
        <PhoneField
          label="โทรศัพท์"
          value={value}
          onChange={(digits) => {
            onChange(digits)
            setValue(digits)
          }}
        />
      )
    }
    render(<Form />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'โทรศัพท์' })
    return { user: userEvent.setup(), input, onChange }
  }

  it.each([
    ['0812345678', '0812345678', '081-234-5678'],
    ['081-234-5678', '0812345678', '081-234-5678'],
    ['๐๘๑ ๒๓๔ ๕๖๗๘', '0812345678', '081-234-5678'],
    ['+66812345678', '0812345678', '081-234-5678'],
    ['043234567', '043234567', '043-234-567'],
  ])('reads %s, typed and pasted', async (written, digits, shown) => {
    const typed = setUp()
    await typed.user.type(typed.input, written)
    expect(typed.input.value).toBe(written)
    await typed.user.tab()
    expect(typed.onChange).toHaveBeenLastCalledWith(digits)
    expect(typed.input.value).toBe(shown)

    await typed.user.clear(typed.input)
    await typed.user.click(typed.input)
    await typed.user.paste(written)
    await typed.user.tab()
    expect(typed.onChange).toHaveBeenLastCalledWith(digits)
    expect(typed.input.value).toBe(shown)
  })

  it('opens the digit keyboard on a phone and groups a stored number', () => {
    const { input } = setUp('0812345678')
    expect(input.value).toBe('081-234-5678')
    expect([input.type, input.inputMode]).toEqual(['tel', 'tel'])
  })
})

describe('PasswordField', () => {
  it('shows the password on request and warns of the Thai layout', async () => {
    const user = userEvent.setup()
    render(
      <PasswordField
        label="รหัสผ่าน"
        value="khapdee"
        onChange={() => undefined}
        autoComplete="current-password"
      />,
    )
    const input = screen.getByLabelText<HTMLInputElement>('รหัสผ่าน')
    expect(input.type).toBe('password')
    await user.type(input, 'ก')
    const hint = screen.getByText('แป้นพิมพ์เป็นภาษาไทยอยู่')
    expect(input.getAttribute('aria-describedby')).toBe(hint.id)
    await user.click(screen.getByRole('button', { name: 'แสดงรหัสผ่าน' }))
    expect(input.type).toBe('text')
    await user.click(screen.getByRole('button', { name: 'ซ่อนรหัสผ่าน' }))
    expect(input.type).toBe('password')
  })
})
