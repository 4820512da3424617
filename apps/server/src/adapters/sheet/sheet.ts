/** The content of a spreadsheet as plain data that can be sent between threads. */

/** Value of a cell: a day is a Date at midnight UTC, an empty cell is null. */
export type SheetCell = string | number | boolean | Date | null

export interface SheetRow {
  /** Row number of the spreadsheet, from 1. */
  line: number
  cells: readonly SheetCell[]
}

/** Reasons why a file is refused. */
export type SheetProblem =
  | 'empty'
  | 'unknown'
  | 'old-excel'
  | 'macros'
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'damaged'

/** The non-empty rows of a file, or the reason it is refused. */
export type SheetResult = { rows: readonly SheetRow[] } | { problem: SheetProblem }

/** The input of a worker. */
export interface SheetTask {
  file: Uint8Array
  maxRows: number
}

/** Maximum number of rows below the header, unless the caller asks for another one. */
export const maxSheetRows = 5000
export const maxSheetColumns = 200
