import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../ui-provider.tsx'
import { ComboField } from './combo-field.tsx'

interface Place {
  id: number
  subdistrict: string
  province: string
}

const places: Place[] = [
  { id: 1, subdistrict: 'ในเมือง', province: 'ขอนแก่น' },
  { id: 2, subdistrict: 'ในเมือง', province: 'นครราชสีมา' },
]

const aliases: Record<string, number> = { โคราช: 2 }

const search = (text: string) =>
  places.filter((place) => place.subdistrict.startsWith(text) || place.id === aliases[text])

function setUp({ withButton = false, itemsOnly = false } = {}) {
  const onSelect = vi.fn<(place: Place) => void>()
  function Form() {
    const [text, setText] = useState('')
    return (
      <UiProvider navigate={() => {}}>
        <ComboField
          label="ตำบล"
          search={search}
          itemKey={(place) => place.id}
          itemText={(place) => place.subdistrict}
          renderItem={(place) => `${place.subdistrict} ${place.province}`}
          value={text}
          onChange={setText}
          onSelect={onSelect}
          withButton={withButton}
          itemsOnly={itemsOnly}
        />
      </UiProvider>
    )
  }
  render(<Form />)
  return {
    user: userEvent.setup(),
    input: screen.getByRole<HTMLInputElement>('combobox'),
    onSelect,
  }
}

describe('ComboField', () => {
  it("puts the item's text in the field and passes the item to onSelect", async () => {
    const { user, input, onSelect } = setUp()
    await user.type(input, 'ใน')
    await user.click((await screen.findAllByRole('option'))[1]!)
    expect(input.value).toBe('ในเมือง')
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(places[1])
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('allows choosing the same item again', async () => {
    const { user, input, onSelect } = setUp()
    await user.type(input, 'ใน')
    await user.keyboard('{ArrowDown}{Enter}')
    await user.keyboard('{Backspace}')
    await user.click((await screen.findAllByRole('option'))[0]!)
    expect(input.value).toBe('ในเมือง')
    expect(onSelect.mock.calls).toEqual([[places[0]], [places[0]]])
  })

  it('shows all items that the search returns, even when their text differs', async () => {
    const { user, input } = setUp()
    await user.type(input, 'โคราช')
    expect(await screen.findAllByRole('option')).toHaveLength(1)
  })

  it('chooses the first match of a typed text on Enter when it takes only its items', async () => {
    const { user, input, onSelect } = setUp({ itemsOnly: true })
    await user.type(input, 'ใน')
    const [first] = await screen.findAllByRole('option')
    expect(first?.getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{Enter}')
    expect(input.value).toBe('ในเมือง')
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(places[0])
    // Enter goes on in the form while the list is closed.
    await user.keyboard('{Enter}')
    expect(onSelect).toHaveBeenCalledOnce()
  })

  it('takes any text when it does not take only its items', async () => {
    const { user, input, onSelect } = setUp()
    await user.type(input, 'ใน')
    await screen.findAllByRole('option')
    await user.keyboard('{Enter}')
    expect(input.value).toBe('ใน')
    expect(onSelect).not.toHaveBeenCalled()
  })

  it('opens the whole list with its button', async () => {
    const { user } = setUp({ withButton: true })
    await user.click(screen.getByRole('button'))
    expect(await screen.findAllByRole('option')).toHaveLength(2)
  })

  it('moves through its list with the arrow keys, wraps around and announces the active item', async () => {
    const { user, input } = setUp()
    await user.type(input, 'ใน')
    const options = await screen.findAllByRole('option')
    const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(input.getAttribute('aria-expanded')).toBe('true')
    expect(active()).toBeNull()
    for (const expected of [0, 1, 0]) {
      await user.keyboard('{ArrowDown}')
      expect(active()).toBe(options[expected])
      expect(options.map((option) => option.getAttribute('aria-selected'))).toEqual(
        options.map((_, index) => String(index === expected)),
      )
    }
    await user.keyboard('{ArrowUp}')
    expect(active()).toBe(options[1])
    expect(document.activeElement).toBe(input)
  })

  it('opens with an arrow key, closes with Escape and keeps the text', async () => {
    const { user, input, onSelect } = setUp()
    const outside = vi.fn<(key: string) => void>()
    document.addEventListener('keydown', ({ key }) => outside(key), { once: false })
    await user.click(input)
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.keyboard('{ArrowDown}{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    // A dialog around the field must not receive the key, which would close it.
    expect(outside).not.toHaveBeenCalledWith('Escape')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(screen.getByRole('listbox', { name: 'ตำบล' })).toBeTruthy()
    expect(input.hasAttribute('aria-activedescendant')).toBe(false)
    expect(input.value).toBe('')
    expect(onSelect).not.toHaveBeenCalled()
  })

  it('chooses the active item on Tab, and nothing without an active item', async () => {
    const { user, input, onSelect } = setUp()
    await user.type(input, 'ใน')
    await user.keyboard('{ArrowDown}{Tab}')
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(places[0])
    expect(document.activeElement).not.toBe(input)
    await user.clear(input)
    await user.type(input, 'ใน')
    await user.tab()
    expect(onSelect).toHaveBeenCalledOnce()
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('searches after the text is painted, and at once for an arrow key', async () => {
    const { user, input } = setUp()
    await user.click(input)
    fireEvent.change(input, { target: { value: 'โคราช' } })
    expect(screen.queryByRole('listbox')).toBeNull()
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('นครราชสีมา')
  })

  it('keeps text that matches no item', async () => {
    const { user, input, onSelect } = setUp()
    await user.type(input, 'บ้านใหม่')
    await user.tab()
    expect(input.value).toBe('บ้านใหม่')
    expect(onSelect).not.toHaveBeenCalled()
  })
})
