import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useId, useLayoutEffect, useRef } from 'react'
import { controlAttributes, FieldFrame, type FieldProps } from './field-frame.tsx'
import { type LatinKeys, typeLatinKey } from './thai-keys.ts'
import { useSuggestions } from './suggestions.ts'

export interface ComboFieldProps<Item> extends FieldProps {
  /** Returns the matching items, limited to a number that fits the list. Called only while the list is open. */
  search: (text: string) => readonly Item[]
  itemKey: (item: Item) => string | number
  /** The text that a chosen item puts in the field. */
  itemText: (item: Item) => string
  /** Renders an item in the list; by default its text. */
  renderItem?: (item: Item) => ReactNode
  value: string
  onChange: (text: string) => void
  /** Called when an item is chosen, even if the field already contains its text. */
  onSelect: (item: Item) => void
  inputRef?: Ref<HTMLInputElement> | undefined
  placeholder?: string | undefined
  /** Content inside the frame after the text, e.g. the key that focuses the field. */
  after?: ReactNode
  /** Whether the field takes only its items: Enter and Tab choose the first match of a typed text. */
  itemsOnly?: boolean
  /** Shows a button that opens the whole list, for lists that are short. */
  withButton?: boolean
  /** The keys that type their Latin character even when the Thai layout is active, for scanners and digits. */
  ignoreThaiLayout?: LatinKeys
}

/**
 * A text field with suggestions; any other text is allowed. It implements the combobox pattern of the ARIA
 * Authoring Practices with native elements, because React Aria's combobox rebuilds its collection at
 * every key, which takes several times as long as the benchmark allows from a key to the next frame.
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
  after,
  itemsOnly = false,
  withButton = false,
  ignoreThaiLayout,
  ...props
}: ComboFieldProps<Item>) {
  const id = useId()
  const listId = `${id}-list`
  const chooseItem = (item: Item) => {
    const text = itemText(item)
    if (text !== value) onChange(text)
    onSelect(item)
  }
  const suggestions = useSuggestions(value, search, chooseItem, itemsOnly ? itemText : undefined)
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
            {...(ignoreThaiLayout === 'digits' && { inputMode: 'numeric' })}
            placeholder={placeholder}
            value={value}
            onChange={(event) => {
              suggestions.open()
              onChange(event.currentTarget.value)
            }}
            onKeyDown={(event) => {
              if (ignoreThaiLayout) typeLatinKey(event, ignoreThaiLayout)
              suggestions.handleKey(event)
            }}
            onBlur={() => {
              suggestions.close()
              props.onBlur?.()
            }}
            className="control-input"
          />
          {after}
          {withButton && (
            <button
              type="button"
              tabIndex={-1}
              disabled={props.isDisabled}
              aria-label={`แสดงรายการ ${props.label}`}
              // Keeps the focus in the field, or moves it there.
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

interface SuggestionListProps<Item> {
  id: string
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string | number
  renderItem: (item: Item) => ReactNode
  active: number | null
  onChoose: (index: number) => void
}

/** The list of a combobox. It is placed below or above its parent, the `relative` element around the input. */
function SuggestionList<Item>(props: SuggestionListProps<Item>) {
  const { id, items, active } = props
  const list = useRef<HTMLDivElement>(null)

  // Positioned at every render, because its size depends on its content.
  useLayoutEffect(() => {
    if (list.current) positionList(list.current)
  })

  useLayoutEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows only text
      role="listbox"
      tabIndex={-1}
      aria-label={props.label}
      // Keeps the focus in the input when an item is clicked.
      onMouseDown={(event) => event.preventDefault()}
      className="popover absolute start-0 top-full z-30 my-1 max-h-74 w-max max-w-[min(28rem,100vw-3.5rem)] min-w-full overflow-y-auto p-1 data-above:top-auto data-above:bottom-full data-end:start-auto data-end:end-0"
    >
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
        <div
          key={props.itemKey(item)}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> shows only text
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-focused={index === active || undefined}
          onClick={() => props.onChoose(index)}
          className="option hover:bg-primary-soft"
        >
          {props.renderItem(item)}
        </div>
      ))}
    </div>
  )
}

/**
 * Puts the list above the input if it does not fit below and there is more room above. Aligns it to the end
 * of the input if it would leave the screen at a side.
 */
function positionList(list: HTMLDivElement): void {
  delete list.dataset['above']
  delete list.dataset['end']
  const frame = list.parentElement?.getBoundingClientRect()
  if (!frame) return
  const { left, right, bottom } = list.getBoundingClientRect()
  // The height without the part that a phone's keyboard covers.
  const visible = visualViewport?.height ?? innerHeight
  if (bottom > visible && frame.top > visible - frame.bottom) list.dataset['above'] = ''
  if (left < 0 || right > document.documentElement.clientWidth) list.dataset['end'] = ''
}
