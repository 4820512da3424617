/** Matches lines of bank statements with documents of the books. Source: product specification, sections 7 and 7b.8. */
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { type Day, addDays, daysBetween } from '../thai-date.ts'

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

/**
 * Finds the items of a key on about the same day; at most two, because one more than one is enough
 * to be ambiguous. Unlike a comparison with each item, it stays fast with many equal amounts.
 * @param keyOf null for an item that is not found
 */
function nearby<Item extends { date: Day }>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
) {
  const byDay = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const day = `${key} ${item.date}`
    const others = byDay.get(day)
    if (others === undefined) byDay.set(day, [item])
    else others.push(item)
  }
  return (key: string | null, days: readonly Day[]): Item[] => {
    const found: Item[] = []
    if (key === null) return found
    for (const day of days) {
      found.push(...(byDay.get(`${key} ${day}`) ?? []).slice(0, 2))
      if (found.length >= 2) break
    }
    return found.slice(0, 2)
  }
}

/** The days about a day; each is computed once. */
function daysAbout() {
  const known = new Map<Day, readonly Day[]>()
  return (date: Day): readonly Day[] => {
    const days =
      known.get(date) ??
      Array.from({ length: 2 * maxDaysApart + 1 }, (_, i) => addDays(date, i - maxDaysApart))
    known.set(date, days)
    return days
  }
}

const amountKey = ({ value }: Amount) => String(value)
const referenceKey = (value: Satang, reference: string) =>
  reference === '' ? null : `${value} ${reference.toUpperCase()}`
const lineReference = ({ value, reference }: MatchableLine) => referenceKey(value, reference)
const documentReference = ({ value, bank_reference }: MatchableDocument) =>
  referenceKey(value, bank_reference)

/** The pairs of lines and documents of one key that are the only candidates of each other. */
function pairsOf<Line extends MatchableLine, Document extends MatchableDocument>(
  lines: readonly Line[],
  lineKey: (line: Line) => string | null,
  documents: readonly Document[],
  documentKey: (document: Document) => string | null,
  about: (date: Day) => readonly Day[],
): Pair<Line, Document>[] {
  const documentsNear = nearby(documents, documentKey)
  const linesNear = nearby(lines, lineKey)
  return lines.flatMap((line) => {
    const [document, other] = documentsNear(lineKey(line), about(line.date))
    if (document === undefined || other !== undefined) return []
    return linesNear(documentKey(document), about(document.date)).length === 1
      ? [{ line, document }]
      : []
  })
}

/**
 * The unambiguous pairs. Lines with the reference of a transfer come first, so that its document is
 * not a candidate of other lines with the same amount.
 */
export function uniquePairs<Line extends MatchableLine, Document extends MatchableDocument>(
  lines: readonly Line[],
  documents: readonly Document[],
): Pair<Line, Document>[] {
  const about = daysAbout()
  const referred = pairsOf(lines, lineReference, documents, documentReference, about)
  const taken = new Set(referred.map(({ document }) => document))
  // A line whose reference is that of documents has no other candidates, and they are not
  // candidates of other lines only.
  const documentsNear = nearby(documents, documentReference)
  const linesNear = nearby(lines, lineReference)
  const rest = pairsOf(
    lines.filter((line) => documentsNear(lineReference(line), about(line.date)).length === 0),
    amountKey,
    documents.filter((document) => !taken.has(document)),
    amountKey,
    about,
  ).filter(
    ({ document }) => linesNear(documentReference(document), about(document.date)).length === 0,
  )
  return [...referred, ...rest]
}
