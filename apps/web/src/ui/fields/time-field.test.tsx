import type { TimeOfDay } from '@khapdee/domain/time-of-day'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { TimeField } from './time-field.tsx'

function Example({ changes }: { changes: (TimeOfDay | null)[] }) {
  const [value, setValue] = useState<TimeOfDay | null>(null)
  const change = (next: TimeOfDay | null) => {
    changes.push(next)
    setValue(next)
  }
  return <TimeField label="เปิด" value={value} onChange={change} />
}

it('reads short times when the focus leaves, and keeps a text that is not a time, with an error', async () => {
  const changes: (TimeOfDay | null)[] = []
  render(<Example changes={changes} />)
  const user = userEvent.setup()
  const input: HTMLInputElement = screen.getByRole('textbox', { name: 'เปิด' })
  await user.type(input, '9.30')
  expect(changes).toEqual([])
  await user.tab()
  expect([input.value, changes]).toEqual(['09:30', ['09:30']])
  await user.clear(input)
  await user.type(input, '25:00')
  await user.tab()
  expect(input.value).toBe('25:00')
  expect(screen.getByText('กรุณากรอกเวลา เช่น 09:30')).toBeTruthy()
})
