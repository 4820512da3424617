import { type Day, day } from '@khapdee/domain/thai-date'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../ui-provider.tsx'
import { DateField } from './date-field.tsx'

const problem = 'รูปแบบวันที่ไม่ถูกต้อง (วว/ดด/ปปปป)'

/** Renders the field as a form does: `onInvalid` removes the value. */
function setUp(initial: Day | null = null) {
  const onChange = vi.fn<(value: Day | null) => void>()
  const onInvalid = vi.fn<(text: string) => void>()
  function Form() {
    const [value, setValue] = useState<Day | null | undefined>(initial)
    return (
      <UiProvider navigate={() => {}}>
        <DateField
          label="วันเกิด"
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
        <button type="button" onClick={() => setValue(null)}>
          เริ่มใหม่
        </button>
      </UiProvider>
    )
  }
  render(<Form />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'วันเกิด' })
  return { user: userEvent.setup(), input, onChange, onInvalid }
}

it('DateField marks days before the first one, which cannot be picked', async () => {
  const onChange = vi.fn<(value: Day | null) => void>()
  const user = userEvent.setup()
  render(
    <UiProvider navigate={() => {}}>
      <DateField
        label="วันที่"
        value={day('2026-11-21')}
        minDay={day('2026-11-16')}
        onChange={onChange}
        onInvalid={() => {}}
      />
    </UiProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'เปิดปฏิทิน วันที่' }))
  await screen.findByRole('grid', {}, { timeout: 4000 })
  const cell = (date: number) =>
    screen.getByRole('button', { name: new RegExp(`${date} พฤศจิกายน`) })
  const locked = cell(15)
  expect(locked.getAttribute('aria-disabled')).toBe('true')
  await user.click(locked)
  expect(onChange).not.toHaveBeenCalled()
  await user.click(cell(16))
  expect(onChange).toHaveBeenCalledWith('2026-11-16')
})

describe('DateField with typed text', () => {
  it.each([
    ['21112540', '21/11/2540', '1997-11-21'],
    ['๒๑/๑๑/๒๕๔๐', '21/11/2540', '1997-11-21'],
    ['21/11/40', '21/11/2540', '1997-11-21'],
    ['21 พ.ย. 2540', '21/11/2540', '1997-11-21'],
    ['29/02/2567', '29/02/2567', '2024-02-29'],
  ])('reads %s when the focus leaves', async (typed, shown, value) => {
    const { user, input, onChange } = setUp()
    await user.type(input, typed)
    await user.tab()
    expect(input.value).toBe(shown)
    expect(onChange).toHaveBeenLastCalledWith(value)
    expect(screen.queryByText(problem)).toBeNull()
  })

  it('is one text input, without segments', () => {
    setUp()
    expect(screen.queryByRole('spinbutton')).toBeNull()
  })

  const spellings = [
    '21112540',
    '๒๑๑๑๒๕๔๐',
    '๒๑/๑๑/๒๕๔๐',
    '21/11/40',
    '21-11-2540',
    '21.11.2540',
    '21 พ.ย. 2540',
    '21 พฤศจิกายน 2540',
    '21/11/1997',
  ]

  it.each(spellings)('reads %s on Enter', async (typed) => {
    const { user, input, onChange } = setUp()
    await user.type(input, `${typed}{Enter}`)
    expect(input.value).toBe('21/11/2540')
    expect(onChange).toHaveBeenLastCalledWith('1997-11-21')
    expect(input.hasAttribute('aria-invalid')).toBe(false)
  })

  it.each(spellings)('reads %s at once when it is pasted', async (pasted) => {
    const { user, input, onChange } = setUp()
    await user.click(input)
    await user.paste(pasted)
    expect(input.value).toBe('21/11/2540')
    expect(onChange).toHaveBeenLastCalledWith('1997-11-21')
  })

  it.each(['31/04/2540', '29/02/2566', '00/01/2540', '21/13/2540', 'พรุ่งนี้', '21/11'])(
    'keeps the pasted text %s and announces an error',
    async (pasted) => {
      const { user, input, onChange } = setUp()
      await user.click(input)
      await user.paste(pasted)
      expect(input.value).toBe(pasted)
      const error = screen.getByText(problem)
      expect(input.getAttribute('aria-describedby')).toContain(error.parentElement?.id)
      expect(onChange).not.toHaveBeenCalled()
    },
  )

  it('reports a date when it is complete, not before', async () => {
    const { user, input, onChange, onInvalid } = setUp()
    await user.type(input, '21/11/254')
    expect(onChange).not.toHaveBeenCalled()
    expect(onInvalid).toHaveBeenLastCalledWith('21/11/254')
    await user.type(input, '0')
    expect(onChange).toHaveBeenLastCalledWith('1997-11-21')
  })

  it('keeps the text of a day that does not exist, with an error', async () => {
    const { user, input, onChange, onInvalid } = setUp()
    await user.type(input, '31/04/2540')
    expect(screen.queryByText(problem)).toBeNull()
    await user.tab()
    expect(input.value).toBe('31/04/2540')
    expect(screen.getByText(problem)).toBeTruthy()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(onChange).not.toHaveBeenCalled()
    expect(onInvalid).toHaveBeenLastCalledWith('31/04/2540')
  })

  it('removes the old value while the text is invalid, and clears the text on reset', async () => {
    const { user, input, onInvalid } = setUp(day('1997-11-21'))
    await user.type(input, 'ก')
    expect(onInvalid).toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'เริ่มใหม่' }))
    expect(input.value).toBe('')
    expect(screen.queryByText(problem)).toBeNull()
  })

  it('converts a CE year and shows a hint', async () => {
    const { user, input, onChange } = setUp()
    await user.type(input, '21/11/1997')
    await user.tab()
    expect(input.value).toBe('21/11/2540')
    expect(onChange).toHaveBeenLastCalledWith('1997-11-21')
    expect(screen.getByText('ค.ศ. 1997 คือ พ.ศ. 2540')).toBeTruthy()
  })

  it('reads pasted text at once', async () => {
    const { user, input, onChange } = setUp()
    await user.click(input)
    await user.paste('๒๑๑๑๒๕๔๐')
    expect(input.value).toBe('21/11/2540')
    expect(onChange).toHaveBeenLastCalledWith('1997-11-21')
  })

  it('commits on Enter and becomes null when emptied', async () => {
    const { user, input, onChange } = setUp()
    await user.type(input, '21112540{Enter}')
    expect(onChange).toHaveBeenLastCalledWith('1997-11-21')
    await user.clear(input)
    expect(onChange).toHaveBeenLastCalledWith(null)
  })

  it('reads physical keys under the Thai layout', () => {
    const { input, onChange } = setUp()
    const keys: [string, string][] = [
      ['Digit2', '/'],
      ['Digit1', 'ๅ'],
      ['Slash', 'ฝ'],
      ['Digit1', 'ๅ'],
      ['Digit1', 'ๅ'],
      ['Slash', 'ฝ'],
      ['Digit2', '/'],
      ['Digit5', 'ถ'],
      ['Digit4', 'ภ'],
      ['Digit0', 'จ'],
    ]
    for (const [code, key] of keys) fireEvent.keyDown(input, { code, key })
    expect(input.value).toBe('21/11/2540')
    expect(onChange).toHaveBeenLastCalledWith('1997-11-21')
  })
})

describe('DateField with its calendar', () => {
  it.each(['{F4}', '{Alt>}{ArrowDown}{/Alt}'])(
    'opens the calendar on %s, closes it on Escape and returns the focus',
    async (keys) => {
      const { user, input } = setUp(day('1997-11-21'))
      await user.click(input)
      await user.keyboard(keys)
      await screen.findByRole('grid', {}, { timeout: 4000 })
      await user.keyboard('{Escape}')
      expect(screen.queryByRole('dialog')).toBeNull()
      await vi.waitFor(() => expect(document.activeElement).toBe(input))
      expect(input.value).toBe('21/11/2540')
    },
  )

  it('opens with Alt+↓ on the month of the value, in the Buddhist Era, and reports the chosen day', async () => {
    const { user, input, onChange } = setUp(day('1997-11-21'))
    await user.click(input)
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    // The calendar is downloaded first.
    const year = await screen.findByRole<HTMLSelectElement>(
      'combobox',
      { name: 'ปี พ.ศ.' },
      { timeout: 4000 },
    )
    expect(year.selectedOptions[0]?.textContent).toBe('2540')
    await user.click(screen.getByRole('button', { name: /14 พฤศจิกายน/ }))
    expect(onChange).toHaveBeenLastCalledWith('1997-11-14')
    expect(input.value).toBe('14/11/2540')
  })
})
