/** Keyboard navigation of a grid of check boxes: one tab stop, arrow keys move the focus. */
import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Attributes of a check box: its unique name, the name of its column, and the tab index. */
interface CellProps {
  'data-cell': string
  'data-column': string
  tabIndex: number
}

/**
 * Keeps track of the check box that is the tab stop.
 * @param first name of the check box that is the initial tab stop
 * @returns `grid`, the props of the grid element, and `cellProps`, which creates those of an input
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
    cellProps: (cell: string, column: string): CellProps => ({
      'data-cell': cell,
      'data-column': column,
      tabIndex: cell === current ? 0 : -1,
    }),
  }
}

const inputsIn = (element: Element | undefined): HTMLInputElement[] =>
  element ? [...element.querySelectorAll('input')].filter(({ disabled }) => !disabled) : []

/** The check box to focus after a key press; undefined for other keys and at the edge. */
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
  const index = inRow.indexOf(target)
  const isMirrored = getComputedStyle(currentTarget).direction === 'rtl'
  switch (key) {
    case 'ArrowLeft':
      return inRow[index + (isMirrored ? 1 : -1)]
    case 'ArrowRight':
      return inRow[index + (isMirrored ? -1 : 1)]
    case 'Home':
      return (ctrlKey ? all : inRow)[0]
    case 'End':
      return (ctrlKey ? all : inRow).at(-1)
    case 'ArrowUp':
    case 'ArrowDown': {
      const rows = [...currentTarget.querySelectorAll('tr')]
      const rowIndex = rows.findIndex((element) => element === row)
      const following =
        key === 'ArrowDown' ? rows.slice(rowIndex + 1) : rows.slice(0, rowIndex).reverse()
      return nearestInColumn(following, target)
    }
    default:
      return undefined
  }
}

/** The nearest input of the same column; if there is none, the last input of the nearest row. */
function nearestInColumn(
  rows: readonly Element[],
  { dataset }: HTMLInputElement,
): HTMLInputElement | undefined {
  const reachable = rows.map(inputsIn).filter((inputs) => inputs.length > 0)
  const isSameColumn = ({ dataset: other }: HTMLInputElement) =>
    other['column'] === dataset['column']
  const inColumn = reachable.find((inputs) => inputs.some(isSameColumn))
  return inColumn?.find(isSameColumn) ?? reachable[0]?.at(-1)
}
