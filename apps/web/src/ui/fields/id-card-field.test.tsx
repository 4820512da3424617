import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { IdCardField, groupDigits } from './id-card-field.tsx'

function setUp() {
  const onComplete = vi.fn<(digits: string) => void>()
  const onSubmit = vi.fn<() => void>()
  function Form() {
    const [value, setValue] = useState('')
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <IdCardField
          label="เลขประจำตัวประชาชน"
          value={value}
          onChange={setValue}
          onComplete={onComplete}
        />
        <output>{value}</output>
        <button type="submit">บันทึก</button>
      </form>
    )
  }
  render(<Form />)
  return {
    user: userEvent.setup(),
    input: screen.getByRole<HTMLInputElement>('textbox'),
    value: () => screen.getByRole('status').textContent,
    onComplete,
    onSubmit,
  }
}

/** The characters of the keys 0 to 9 in the Thai layout. */
const kedmanee = ['จ', 'ๅ', '/', '-', 'ภ', 'ถ', 'ุ', 'ึ', 'ค', 'ต']

describe('IdCardField', () => {
  it("reads a scanner's key presses under the Thai keyboard layout, and does not submit on the Enter that ends them", () => {
    const { input, value, onComplete, onSubmit } = setUp()
    input.focus()
    for (const digit of '1100000000016') {
      fireEvent.keyDown(input, { code: `Digit${digit}`, key: kedmanee[Number(digit)] })
    }
    const isAllowed = fireEvent.keyDown(input, { code: 'Enter', key: 'Enter' })
    expect(value()).toBe('1100000000016')
    expect(input.value).toBe('1-1000-00000-01-6')
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('1100000000016')
    expect(isAllowed).toBe(false)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('groups digits while typing and while deleting', async () => {
    const { user, input, value } = setUp()
    await user.type(input, '110000')
    expect(input.value).toBe('1-1000-0')
    await user.keyboard('{Backspace}{Backspace}')
    expect(input.value).toBe('1-100')
    expect(value()).toBe('1100')
  })

  it('keeps the cursor while a digit in the middle is corrected', async () => {
    const { user, input, value } = setUp()
    await user.type(input, '1100000000016')
    await user.type(input, '9', { initialSelectionStart: 2, initialSelectionEnd: 3 })
    expect(value()).toBe('1900000000016')
    expect(input.selectionStart).toBe(3)
    await user.tab()
    expect(input.value).toBe('1-9000-00000-01-6')
  })

  it('reads Thai digits and separators in pasted text', async () => {
    const { user, input, value, onComplete } = setUp()
    await user.click(input)
    await user.paste('๑ ๑๐๐๐ ๐๐๐๐๐ ๐๑ ๖')
    expect(value()).toBe('1100000000016')
    expect(onComplete).toHaveBeenCalledOnce()
  })

  it('does not truncate a number that is too long', () => {
    expect(groupDigits('11000000000160')).toBe('11000000000160')
  })
})
