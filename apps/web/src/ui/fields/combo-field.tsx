import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { FieldFrame, type FieldProps, controlAttributes } from './field-frame.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { type PhysicalKeys, typePhysicalKey } from './thai-keys.ts'
import { useSuggestions } from './use-suggestions.ts'

export interface ComboFieldProps<Item> extends FieldProps {
  /** What fits the text typed so far, a screenful at most. Asked only while the list is wanted. */
  search: (text: string) => readonly Item[]
  itemKey: (item: Item) => string | number
  /** Exactly the text that stands in the field once the item is chosen. */
  itemText: (item: Item) => string
  /** The item in the list, when it shows more than its text. */
  renderItem?: (item: Item) => ReactNode
  value: string
  onChange: (text: string) => void
  /** An item was chosen, also when its text stood in the field already. */
  onSelect: (item: Item) => void
  inputRef?: Ref<HTMLInputElement> | undefined
  placeholder?: string | undefined
  /** A button that opens the list without typing: for lists short enough to look through. */
  withButton?: boolean
  /** Keys read by their place, whatever the keyboard layout. */
  keys?: PhysicalKeys
}

/**
 * Text with suggestions below it; any other text may stand too. The combobox of the ARIA practices
 * on native elements: React Aria's rebuilds its collection on every key, which costs several times
 * what a key may cost.
 */
export function ComboField<Item>({
  search,
  itemKey,
  itemText,
  renderItem = itemText,
  value,
  onChange,
  onSelect,
  inputRef,
  placeholder,
  withButton = false,
  keys,
  ...props
}: ComboFieldProps<Item>) {
  const id = useId()
  const listId = `${id}-list`
  const suggestions = useSuggestions(value, search, (item) => {
    const text = itemText(item)
    if (text !== value) onChange(text)
    onSelect(item)
  })
  const { items, isOpen, active } = suggestions
  return (
    <FieldFrame id={id} field={props}>
      <div className="relative">
        <div className="control" data-invalid={props.error !== undefined || undefined}>
          <input
            {...controlAttributes(id, props)}
            ref={inputRef}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
            autoComplete="off"
            {...(keys === 'digits' && { inputMode: 'numeric' })}
            placeholder={placeholder}
            value={value}
            onChange={(event) => {
              suggestions.open()
              onChange(event.currentTarget.value)
            }}
            onKeyDown={(event) => {
              if (keys) typePhysicalKey(event, keys)
              suggestions.handleKey(event)
            }}
            onBlur={() => {
              suggestions.close()
              props.onBlur?.()
            }}
            className="control-input"
          />
          {withButton && (
            <button
              type="button"
              tabIndex={-1}
              disabled={props.isDisabled}
              aria-label={`แสดงรายการ ${props.label}`}
              // The focus stays in the field, or goes there.
              onMouseDown={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
              onClick={isOpen ? suggestions.close : suggestions.open}
              className="-me-2.5 flex h-full w-9 shrink-0 items-center justify-center text-muted hover:text-ink coarse:w-11"
            >
              <ChevronDown size={16} aria-hidden />
            </button>
          )}
        </div>
        {isOpen && (
          <SuggestionList
            id={listId}
            label={props.label}
            items={items}
            itemKey={itemKey}
            renderItem={renderItem}
            active={active}
            onChoose={suggestions.choose}
          />
        )}
      </div>
    </FieldFrame>
  )
}
