/** A spreadsheet as it is read: plain data that goes between threads. */

/** A text, a number, a truth, an instant whose UTC day is the day of the cell; null is empty. */
export type SheetCell = string | number | boolean | Date | null

export interface SheetRow {
  /** As the spreadsheet counts: the first is 1. */
  line: number
  cells: readonly SheetCell[]
}

/** Why a file cannot be read. */
export type SheetProblem =
  | 'empty'
  | 'unknown'
  | 'old-excel'
  | 'macros'
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'damaged'

/** The rows of a file that have anything in them. */
export type ReadSheet = { rows: readonly SheetRow[] } | { problem: SheetProblem }

/** Beside the header and what stands above it. */
export const maxSheetRows = 5000
export const maxSheetColumns = 200
