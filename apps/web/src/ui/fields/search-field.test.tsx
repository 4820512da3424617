import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(value = '') {
  const onChange = vi.fn<(text: string) => void>()
  const field = (next: string) => <SearchField label="คำค้นหา" value={next} onChange={onChange} />
  const { rerender } = render(field(value))
  const input = screen.getByRole<HTMLInputElement>('textbox')
  return {
    input,
    onChange,
    type: (text: string) => fireEvent.change(input, { target: { value: text } }),
    wait: (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds)),
    setValue: (next: string) => rerender(field(next)),
  }
}

describe('SearchField', () => {
  it('shows typed text at once and reports it once, 250 ms after the last key', () => {
    const { input, onChange, type, wait } = setUp()
    type('ส')
    wait(200)
    type('สม')
    wait(249)
    expect(input.value).toBe('สม')
    expect(onChange).not.toHaveBeenCalled()
    wait(1)
    expect(onChange).toHaveBeenCalledExactlyOnceWith('สม')
  })

  it('measures the delay from the key press, not from the render', () => {
    const { onChange, type, wait } = setUp()
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
    type('ส')
    clock.mockRestore()
    wait(240)
    expect(onChange).toHaveBeenCalledExactlyOnceWith('ส')
  })

  it('reports at once on Enter, and not again later', () => {
    const { input, onChange, type, wait } = setUp()
    type('สมศรี')
    fireEvent.keyDown(input, { key: 'Enter' })
    wait(1000)
    expect(onChange).toHaveBeenCalledExactlyOnceWith('สมศรี')
  })

  it('shows a value that the parent changes', () => {
    const { input, setValue, onChange, wait } = setUp('เก่า')
    setValue('ใหม่')
    wait(1000)
    expect(input.value).toBe('ใหม่')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('keeps newer typed text when the parent passes back the reported value', () => {
    const { input, type, wait, setValue } = setUp()
    type('ส')
    wait(250)
    type('สม')
    setValue('ส')
    expect(input.value).toBe('สม')
  })

  it('reports clearing at once', () => {
    const { input, onChange } = setUp('สมศรี')
    fireEvent.click(screen.getByRole('button', { name: 'ล้างคำค้นหา' }))
    expect(input.value).toBe('')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('')
  })
})
