/** Behaviour that every field has in common. */
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../src/ui/ui-provider.tsx'
import type { FieldProps } from '../src/ui/fields/field-frame.tsx'
import { type FieldKind, fieldKinds } from './field-kinds.tsx'
import { tallText } from './example.tsx'

const label = `ช่องทดสอบ ${tallText}`

function show(
  { Field, role }: FieldKind,
  props: Partial<FieldProps> & { inputRef?: (element: HTMLElement | null) => void } = {},
) {
  const { container } = render(
    <UiProvider navigate={() => {}}>
      <Field label={label} sample="blank" {...props} />
    </UiProvider>,
  )
  // A select's button is named by its label and value; a password is not a textbox.
  const control =
    screen.queryByRole(role, { name: new RegExp(`${label}$`) }) ??
    screen.getByLabelText(new RegExp(`^${label}`))
  const described = () =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  return { container, control, described }
}

/** The element that takes the focus: the control itself, or the first option of a group. */
const focusableOf = (control: HTMLElement) => {
  if (control instanceof HTMLFieldSetElement) return within(control).getAllByRole('checkbox')[0]!
  const isGroup = control.getAttribute('role') === 'radiogroup'
  return isGroup ? within(control).getAllByRole('radio')[0]! : control
}

/**
 * The value of `aria-required` and `aria-invalid` when they are set; null for buttons (of a select) and
 * groups, for which ARIA defines neither. Their visible texts state the same.
 */
const ariaStateOf = ({ role }: FieldKind) => (role === 'button' || role === 'group' ? null : 'true')

const contentOf = (container: HTMLElement) => [
  container.textContent,
  ...[...container.querySelectorAll('input')].map(({ value, checked }) => `${value} ${checked}`),
]

describe.each(fieldKinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  it('is found by its Thai label, visible or hidden', () => {
    const { control } = show(kind)
    expect(control).toBeTruthy()
    expect(control.hasAttribute('aria-invalid')).toBe(false)
  })

  it('marks and announces that it is required', () => {
    const { container, control } = show(kind, { required: true })
    expect(within(container).getByText('*').getAttribute('aria-hidden')).toBe('true')
    expect(control.getAttribute('aria-required')).toBe(ariaStateOf(kind))
  })

  it('is described by its help and by its error, which is announced', () => {
    const { described, control } = show(kind, { description: 'คำอธิบาย', error: 'ไม่ถูกต้อง' })
    expect(described()).toContain('คำอธิบาย')
    expect(described()).toContain('ไม่ถูกต้อง')
    expect(screen.getByText('ไม่ถูกต้อง').closest('[aria-live=polite]')).toBeTruthy()
    expect(control.getAttribute('aria-invalid')).toBe(ariaStateOf(kind))
  })

  it('ignores keys and clicks while disabled', async () => {
    const user = userEvent.setup()
    const { container } = show(kind, { isDisabled: true })
    const before = contentOf(container)
    await user.tab()
    await user.keyboard('1')
    for (const button of within(container).queryAllByRole('button')) {
      // Showing a password changes no value.
      if (button.title === '') await user.click(button)
    }
    expect(contentOf(container)).toEqual(before)
    expect(screen.queryByRole('listbox') ?? screen.queryByRole('dialog')).toBeNull()
  })

  it('passes its focusable element to `inputRef` and reports blur', async () => {
    const onBlur = vi.fn<() => void>()
    const inputRef = vi.fn<(element: HTMLElement | null) => void>()
    const { control } = show(kind, { inputRef, onBlur })
    const focusable = focusableOf(control)
    expect(inputRef.mock.calls.map(([element]) => element)).toContain(focusable)
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement).toBe(focusable)
    for (let i = 0; i < 3 && document.activeElement !== document.body; i += 1) await user.tab()
    expect(onBlur).toHaveBeenCalled()
  })
})

/** The path below `folder` and the text of every source file there, without tests. */
function sourcesIn(folder: string): [path: string, text: string][] {
  const root = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])
}

it('every component file of src/ui is used by the gallery or by another component', () => {
  const kit = sourcesIn('../src/ui')
  const texts = [...kit, ...sourcesIn('.')].map(([, text]) => text)
  const missing = kit
    .map(([path]) => path)
    .filter((path) => path.endsWith('.tsx'))
    .filter((path) => !texts.some((text) => text.includes(`/${basename(path)}'`)))
  expect(missing).toEqual([])
})
