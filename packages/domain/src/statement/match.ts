/** Matches lines of bank statements with documents of the books. Source: product specification, sections 7 and 7b.8. */
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { type Day, daysBetween } from '../thai-date.ts'

interface Amount {
  value: Satang
}

/** The sum of the lines less the sum of the documents. */
export const differenceOf = (lines: readonly Amount[], documents: readonly Amount[]): Satang =>
  satang(
    sumSatang(lines.map(({ value }) => value)) - sumSatang(documents.map(({ value }) => value)),
  )

/** Why lines and documents cannot be matched; null if they can. */
export function matchProblem(
  lines: readonly Amount[],
  documents: readonly Amount[],
): 'empty' | 'many-to-many' | 'difference' | null {
  if (lines.length === 0 || documents.length === 0) return 'empty'
  if (lines.length > 1 && documents.length > 1) return 'many-to-many'
  return differenceOf(lines, documents) === zeroSatang ? null : 'difference'
}

/**
 * Maximum number of days between the day of a transfer on the statement and that of its document.
 */
export const maxDaysApart = 3

export interface MatchableLine extends Amount {
  statement_line_id: number
  date: Day
  reference: string
}
export interface MatchableDocument extends Amount {
  date: Day
  /** The reference of the transfer on its slip; empty without one. */
  bank_reference: string
}

const hasReference = (line: MatchableLine, document: MatchableDocument) =>
  line.reference !== '' && line.reference.toUpperCase() === document.bank_reference.toUpperCase()

/** The candidates of a line: documents of the same amount on about the same day, or only those with the same reference, if any. */
export function candidatesOf<Line extends MatchableLine, Document extends MatchableDocument>(
  line: Line,
  documents: readonly Document[],
): Document[] {
  const alike = documents.filter(
    ({ value, date }) =>
      value === line.value && Math.abs(daysBetween(line.date, date)) <= maxDaysApart,
  )
  const referred = alike.filter((document) => hasReference(line, document))
  return referred.length > 0 ? referred : alike
}

export interface Pair<Line, Document> {
  line: Line
  document: Document
}

/** The pairs of lines and documents that are the only candidates of each other. */
function pairsOf<Line extends MatchableLine, Document extends MatchableDocument>(
  lines: readonly Line[],
  candidates: (line: Line) => readonly Document[],
): Pair<Line, Document>[] {
  const found = lines.map((line) => ({ line, documents: candidates(line) }))
  const uses = new Map<Document, number>()
  for (const { documents } of found)
    for (const document of documents) uses.set(document, (uses.get(document) ?? 0) + 1)
  return found.flatMap(({ line, documents: [document, ...others] }) =>
    document !== undefined && others.length === 0 && uses.get(document) === 1
      ? [{ line, document }]
      : [],
  )
}

/**
 * The unambiguous pairs. Lines with the reference of a transfer come first, so that its document is
 * not a candidate of other lines with the same amount.
 */
export function uniquePairs<Line extends MatchableLine, Document extends MatchableDocument>(
  lines: readonly Line[],
  documents: readonly Document[],
): Pair<Line, Document>[] {
  const byValue = new Map<Satang, Document[]>()
  for (const document of documents) {
    const others = byValue.get(document.value)
    if (others === undefined) byValue.set(document.value, [document])
    else others.push(document)
  }
  const candidates = (line: Line) => candidatesOf(line, byValue.get(line.value) ?? [])
  const referred = pairsOf(lines, (line) =>
    candidates(line).filter((document) => hasReference(line, document)),
  )
  const takenLines = new Set(referred.map(({ line }) => line))
  const takenDocuments = new Set(referred.map(({ document }) => document))
  const rest = pairsOf(
    lines.filter((line) => !takenLines.has(line)),
    (line) => candidates(line).filter((document) => !takenDocuments.has(document)),
  )
  return [...referred, ...rest]
}
