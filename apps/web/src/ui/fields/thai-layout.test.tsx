/** Fields for digits, dates and codes in the Thai layout, in which the digit row types letters. */
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { EntryForm } from '../form/entry-form.tsx'
import { ComboField } from './combo-field.tsx'
import { DateField } from './date-field.tsx'
import { IdCardField } from './id-card-field.tsx'
import { MoneyField, NumberField } from './number-fields.tsx'
import { PhoneField, TextField } from './text-fields.tsx'

/** The characters of the keys 0 to 9. */
const digitRow = ['จ', 'ๅ', '/', '-', 'ภ', 'ถ', 'ุ', 'ึ', 'ค', 'ต']
const otherKeys: Record<string, [code: string, key: string]> = {
  '/': ['Slash', 'ฝ'],
  '.': ['Period', 'ใ'],
  '-': ['Minus', 'ข'],
  K: ['KeyK', 'า'],
}

/** Presses the keys that would type `text` in the Latin layout, without a pause, as scanners do. */
function scan(input: HTMLElement, text: string) {
  input.focus()
  for (const character of text) {
    const [code, key] = /\d/.test(character)
      ? [`Digit${character}`, digitRow[Number(character)]!]
      : otherKeys[character]!
    fireEvent.keyDown(input, { code, key, shiftKey: /[A-Z]/.test(character) })
  }
}

type Props<Value> = { label: string; value: Value; onChange: (value: Value) => void }

function field<Value>(blank: Value, render: (props: Props<Value>) => ReactNode) {
  return function Field() {
    const [value, onChange] = useState(blank)
    return render({ label: 'ช่อง', value, onChange })
  }
}

const identity = (text: string) => text

describe.each([
  [
    'NumberField',
    field<number | null>(null, (props) => <NumberField {...props} />),
    '1025',
    '1025',
  ],
  [
    'NumberField with decimals',
    field<number | null>(null, (props) => <NumberField {...props} decimals={2} />),
    '12.5',
    '12.5',
  ],
  [
    'MoneyField',
    field<Satang | null>(null, (props) => <MoneyField {...props} />),
    '1234.50',
    '1234.50',
  ],
  ['PhoneField', field('', (props) => <PhoneField {...props} />), '0812345678', '0812345678'],
  [
    'IdCardField',
    field('', (props) => <IdCardField {...props} />),
    '1100000000016',
    '1-1000-00000-01-6',
  ],
  [
    'DateField',
    field<Day | null>(null, (props) => <DateField {...props} />),
    '21/11/2540',
    '21/11/2540',
  ],
  [
    'TextField of codes',
    field('', (props) => <TextField {...props} ignoreThaiLayout="code" />),
    'K-6911/01',
    'K-6911/01',
  ],
  [
    'ComboField of digits',
    field('', ({ value, onChange, label }) => (
      <ComboField
        label={label}
        value={value}
        onChange={onChange}
        onSelect={onChange}
        search={() => []}
        itemKey={identity}
        itemText={identity}
        ignoreThaiLayout="digits"
      />
    )),
    '40000',
    '40000',
  ],
])('%s', (_, Field, typed, shown) => {
  it('reads keys by their physical position', () => {
    render(<Field />)
    const input = screen.getByLabelText<HTMLInputElement>('ช่อง')
    scan(input, typed)
    expect(input.value).toBe(shown)
  })

  it('moves to the next field on the Enter of a scanner instead of submitting', () => {
    const onSubmit = vi.fn<() => void>()
    const Form = () => (
      <EntryForm form={useForm()} id="form" label="แบบฟอร์ม" onSubmit={onSubmit}>
        <Field />
        <TextField label="ช่องถัดไป" value="" onChange={() => undefined} />
        <button type="submit">บันทึก</button>
      </EntryForm>
    )
    render(<Form />)
    const input = screen.getByLabelText('ช่อง')
    scan(input, typed)
    expect(fireEvent.keyDown(input, { code: 'Enter', key: 'Enter' })).toBe(false)
    expect(onSubmit).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(screen.getByLabelText('ช่องถัดไป'))
  })
})
