import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface SuggestionListProps<Item> {
  id: string
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string | number
  renderItem: (item: Item) => ReactNode
  active: number | null
  onChoose: (index: number) => void
}

/** The list under a combobox; stands right behind its frame, in the same positioned element. */
export function SuggestionList<Item>(props: SuggestionListProps<Item>) {
  const { id, items, active } = props
  const list = useRef<HTMLDivElement>(null)

  // Every time, because its size goes by what it holds.
  useLayoutEffect(() => {
    if (list.current) place(list.current)
  })

  useLayoutEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows text alone
      role="listbox"
      tabIndex={-1}
      aria-label={props.label}
      // A click chooses; it takes no focus from the text.
      onMouseDown={(event) => event.preventDefault()}
      className="popover absolute start-0 top-full z-30 my-1 max-h-74 w-max max-w-[min(28rem,100vw-3.5rem)] min-w-full overflow-y-auto p-1 data-above:top-auto data-above:bottom-full data-end:start-auto data-end:end-0"
    >
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- they come through the text
        <div
          key={props.itemKey(item)}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option is text alone
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

/** Above the text where there is more room, and at its other end where it would stick out. */
function place(list: HTMLDivElement): void {
  delete list.dataset['above']
  delete list.dataset['end']
  const frame = list.parentElement?.getBoundingClientRect()
  if (!frame) return
  const { left, right, bottom } = list.getBoundingClientRect()
  // Without the part that the keyboard of a phone covers.
  const visible = visualViewport?.height ?? innerHeight
  if (bottom > visible && frame.top > visible - frame.bottom) list.dataset['above'] = ''
  if (left < 0 || right > document.documentElement.clientWidth) list.dataset['end'] = ''
}
