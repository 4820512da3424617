/** Entry point of a spreadsheet worker: piscina calls the default export with every file. */

import { readSheet } from './read-sheet.ts'
import type { SheetResult, SheetTask } from './sheet.ts'

export default ({ file, maxRows }: SheetTask): Promise<SheetResult> => readSheet(file, maxRows)
