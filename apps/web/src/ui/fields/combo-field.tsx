import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { Button, ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { classNames } from '../class-names.ts'
import { AriaLabel, AriaMessages } from './aria-field.tsx'
import type { FieldProps } from './field-frame.tsx'

export interface ComboFieldProps<Item> extends FieldProps {
  /** What fits the text typed so far; the caller searches. */
  items: readonly Item[]
  itemKey: (item: Item) => string | number
  /** Exactly the text that stands in the field once the item is chosen. */
  itemText: (item: Item) => string
  /** The item in the list, when it shows more than its text. */
  renderItem?: (item: Item) => ReactNode
  value: string
  onChange: (text: string) => void
  onSelect: (item: Item) => void
  inputRef?: Ref<HTMLInputElement> | undefined
  placeholder?: string | undefined
  /** A button that opens the list without typing: for lists short enough to look through. */
  withButton?: boolean
}

/** The caller has searched already, and not only by the text that will stand in the field. */
const everyItem = () => true

/** Text with suggestions below it; any other text may stand too. */
export function ComboField<Item>({
  items,
  itemKey,
  itemText,
  renderItem = itemText,
  value,
  onChange,
  onSelect,
  inputRef,
  placeholder,
  withButton = false,
  ...props
}: ComboFieldProps<Item>) {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <ComboBox
      inputValue={value}
      onInputChange={onChange}
      // Unlike onChange, this also tells of an item that is chosen a second time.
      onSelectionChange={(key) => {
        const item = items.find((candidate) => itemKey(candidate) === key)
        if (item !== undefined) onSelect(item)
      }}
      allowsCustomValue
      defaultFilter={everyItem}
      menuTrigger="input"
      isInvalid={props.error !== undefined}
      isRequired={props.required ?? false}
      isDisabled={props.isDisabled ?? false}
      {...(props.onBlur && { onBlur: props.onBlur })}
      {...(props.name !== undefined && { name: props.name })}
      validationBehavior="aria"
      className={classNames('min-w-0', props.className)}
    >
      <AriaLabel field={props} />
      <div ref={frame} className="control" data-invalid={props.error !== undefined || undefined}>
        <Input
          {...(inputRef && { ref: inputRef })}
          {...(placeholder !== undefined && { placeholder })}
          autoComplete="off"
          className="control-input"
        />
        {withButton && (
          <Button className="-me-2.5 flex h-full w-9 shrink-0 items-center justify-center text-muted hover:text-ink coarse:w-11">
            <ChevronDown size={16} aria-hidden />
          </Button>
        )}
      </div>
      <AriaMessages field={props} />
      <Popover triggerRef={frame} offset={4} className="popover min-w-(--trigger-width) p-1">
        <ListBox className="max-h-72 overflow-auto outline-none">
          {items.map((item) => (
            <ListBoxItem
              key={itemKey(item)}
              id={itemKey(item)}
              textValue={itemText(item)}
              className="option"
            >
              {renderItem(item)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
