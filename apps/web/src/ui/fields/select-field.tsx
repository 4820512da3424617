import { Check, ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import {
  Button,
  FieldError,
  Header,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components'
import { classNames } from '../class-names.ts'
import {
  descriptionClass,
  errorClass,
  type FieldProps,
  labelClass,
  LabelText,
} from './field-frame.tsx'

/** An entry of a dropdown, as the server sends it; `value` is null for an entry such as ไม่มี. */
export interface Choice<Value> {
  value: Value
  name: string
  /** Heading in the list; items of one group are next to each other. */
  group?: string
}

export interface SelectFieldProps<Value> extends FieldProps {
  items: readonly Choice<Value>[]
  /** Undefined, or a value that is not among the items, shows the placeholder. */
  value: Value | undefined
  onChange: (value: Value) => void
  inputRef?: Ref<HTMLButtonElement> | undefined
  placeholder?: string | undefined
}

/** A dropdown. Values are primitives; `items` should be the same array between renders. */
export function SelectField<Value extends string | number | boolean | null>({
  items,
  value,
  onChange,
  inputRef,
  placeholder = 'เลือก',
  ...props
}: SelectFieldProps<Value>) {
  const chosen = items.find((item) => item.value === value)
  return (
    <Select
      value={chosen === undefined ? null : keyOf(chosen.value)}
      onChange={(key) => {
        const item = items.find((candidate) => keyOf(candidate.value) === key)
        if (item) onChange(item.value)
      }}
      placeholder={placeholder}
      isInvalid={props.error !== undefined}
      isRequired={props.required ?? false}
      isDisabled={props.isDisabled ?? false}
      {...(props.onBlur && { onBlur: props.onBlur })}
      {...(props.name !== undefined && { name: props.name })}
      validationBehavior="aria"
      className={classNames('min-w-0', props.className)}
    >
      <AriaLabel field={props} />
      <Button
        {...(inputRef && { ref: inputRef })}
        data-invalid={props.error !== undefined || undefined}
        className="control cursor-pointer justify-between gap-2"
      >
        <SelectValue className="min-w-0 truncate data-placeholder:text-placeholder">
          {({ selectedText, isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown size={16} aria-hidden className="shrink-0 text-muted" />
      </Button>
      <AriaMessages field={props} />
      <Popover offset={4} className="popover min-w-(--trigger-width) p-1">
        <ListBox className="max-h-72 overflow-auto outline-none">
          {groupsOf(items).map(({ group, items: ofGroup }) =>
            group === undefined ? (
              ofGroup.map(option)
            ) : (
              <ListBoxSection key={group}>
                <Header className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{group}</Header>
                {ofGroup.map(option)}
              </ListBoxSection>
            ),
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}

const option = <Value extends string | number | boolean | null>(item: Choice<Value>) => (
  <ListBoxItem
    key={keyOf(item.value)}
    id={keyOf(item.value)}
    textValue={item.name}
    className="option group"
  >
    <span className="flex-1">{item.name}</span>
    <Check size={16} aria-hidden className="invisible group-data-selected:visible" />
  </ListBoxItem>
)

/** The items under their headings, in their order. */
function groupsOf<Value>(items: readonly Choice<Value>[]) {
  const groups: { group: string | undefined; items: Choice<Value>[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last !== undefined && last.group === item.group) last.items.push(item)
    else groups.push({ group: item.group, items: [item] })
  }
  return groups
}

/** The key of an item, from the type and the value, so that `1` and `'1'` have different keys. */
const keyOf = (value: string | number | boolean | null) => `${typeof value} ${value}`

function AriaLabel({ field }: { field: FieldProps }) {
  return (
    <Label className={field.hideLabel ? 'sr-only' : labelClass}>
      <LabelText label={field.label} required={field.required} />
    </Label>
  )
}

function AriaMessages({ field }: { field: FieldProps }) {
  return (
    <>
      {field.description !== undefined && (
        <Text slot="description" elementType="div" className={descriptionClass}>
          {field.description}
        </Text>
      )}
      <div aria-live="polite">
        <FieldError className={`${errorClass} block`}>{field.error}</FieldError>
      </div>
    </>
  )
}
