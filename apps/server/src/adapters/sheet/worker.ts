/** Entry point of a spreadsheet worker: piscina calls the default export with every file. */

import { readSheet } from './read-sheet.ts'

export default readSheet
