/** Keyboard navigation of a grid of check boxes: a single tab stop, arrow keys move inside it. */
import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Attributes of a check box: its unique name, and the name of its column. */
interface Place {
  'data-cell': string
  'data-column': string
  tabIndex: number
}

/**
 * @param first name of the check box that is the tab stop at first
 * @returns `grid`, the props of the grid element, and `place`, the props of each input
 */
export function useArrowKeys(first: string) {
  const [current, setCurrent] = useState(first)
  return {
    grid: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const { cell } = target.dataset
        if (cell !== undefined) setCurrent(cell)
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const next = nextInput(event)
        if (next === undefined) return
        event.preventDefault()
        next.focus()
      },
    },
    place: (cell: string, column: string): Place => ({
      'data-cell': cell,
      'data-column': column,
      tabIndex: cell === current ? 0 : -1,
    }),
  }
}

const inputsIn = (element: Element | undefined): HTMLInputElement[] =>
  element ? [...element.querySelectorAll('input')].filter(({ disabled }) => !disabled) : []

/** The check box to focus after a key; undefined for other keys and at the edge. */
function nextInput({
  key,
  ctrlKey,
  target,
  currentTarget,
}: KeyboardEvent<HTMLElement>): HTMLInputElement | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined
  const all = inputsIn(currentTarget)
  const row = target.closest('tr') ?? undefined
  const inRow = inputsIn(row)
  const at = inRow.indexOf(target)
  const isMirrored = getComputedStyle(currentTarget).direction === 'rtl'
  switch (key) {
    case 'ArrowLeft':
      return inRow[at + (isMirrored ? 1 : -1)]
    case 'ArrowRight':
      return inRow[at + (isMirrored ? -1 : 1)]
    case 'Home':
      return (ctrlKey ? all : inRow)[0]
    case 'End':
      return (ctrlKey ? all : inRow).at(-1)
    case 'ArrowUp':
    case 'ArrowDown': {
      const rows = [...currentTarget.querySelectorAll('tr')]
      const from = rows.findIndex((each) => each === row)
      const ahead = key === 'ArrowDown' ? rows.slice(from + 1) : rows.slice(0, from).reverse()
      return sameColumn(ahead, target)
    }
    default:
      return undefined
  }
}

/** The nearest input of the same column; if there is none, the last input of the nearest row. */
function sameColumn(
  rows: readonly Element[],
  { dataset }: HTMLInputElement,
): HTMLInputElement | undefined {
  const reachable = rows.map(inputsIn).filter((inputs) => inputs.length > 0)
  const fits = ({ dataset: other }: HTMLInputElement) => other['column'] === dataset['column']
  const inColumn = reachable.find((inputs) => inputs.some(fits))
  return inColumn?.find(fits) ?? reachable[0]?.at(-1)
}
