/**
 * Conditions of text search among customers, applications and payments. Users who may not reveal ID numbers find
 * only by the digits that `maskIdCard` shows, or by the complete number, so that an ID number cannot be found out digit by
 * digit. Source: product specification, section 4c.18.
 */
import { isCompleteIdNumber, normalizeIdCard } from '@khapdee/domain/id-card'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from './context.ts'
import { escapeLike } from './list.ts'

/** SQL of the searched columns. */
export interface SearchColumns {
  /** Search words in lower case: codes, name, `i:` before ID numbers, `p:` before phones. */
  search: RawBuilder<unknown>
  /** The codes contained in `search`, in their original letter case. */
  codes: RawBuilder<unknown>
  name: RawBuilder<unknown>
}

/** The LIKE pattern of texts that contain `text`, in lower case. */
export const patternOf = (text: string): string => `%${escapeLike(text.toLowerCase())}%`

/**
 * The condition for rows that contain a text, in a form for which PostgreSQL uses a trigram index. Digits match
 * the start of an ID number and any part of a phone or code; letters match names.
 */
export function matchesByIndex(
  ctx: UserContext,
  text: string,
  columns: SearchColumns,
): RawBuilder<SqlBool> {
  const { search, codes, name } = columns
  const lowerText = text.toLowerCase()
  // One or two digits have no trigram, so the index would read all of its entries. They are so frequent in phones that
  // a scan soon finds enough.
  if (isShorterThanTrigram(digitsOf(lowerText))) return matchesByScan(ctx, text, columns)
  if (couldExposeHiddenNumber(ctx, lowerText)) return maskedByIndex(lowerText, columns)
  const pattern = patternOf(text)
  const digits = digitsOf(lowerText)
  // ID numbers, phones and codes contain the digits as typed, so one index pattern finds all three.
  if (digits === lowerText)
    return sql<SqlBool>`(${search} like ${pattern} and ${matchesByScan(ctx, text, columns)})`
  if (digits !== null) {
    return sql<SqlBool>`(${search} like ${`%i:${digits}%`} or ${search} like ${`%p:%${digits}%`}
      or ${search} like ${pattern} and ${codes} like ${pattern})`
  }
  return [...lowerText].length > 2
    ? sql<SqlBool>`${search} like ${pattern}`
    : sql<SqlBool>`short_grams(${name}) @> array[${lowerText}::text]`
}

/**
 * The same condition for a query that reads rows in the sort order of the list (by another index) and filters
 * them, in a form for which PostgreSQL uses no index and estimates
 * that a third of the rows match instead of very few.
 */
export function matchesByScan(
  ctx: UserContext,
  text: string,
  columns: SearchColumns,
): RawBuilder<SqlBool> {
  const { search, codes, name } = columns
  const lowerText = text.toLowerCase()
  if (couldExposeHiddenNumber(ctx, lowerText)) return maskedByScan(lowerText, columns)
  const digits = digitsOf(lowerText)
  if (digits !== null) {
    return sql<SqlBool>`(strpos(${search}, ${`i:${digits}`}) > 0 or ${search} || '' like ${`%p:%${digits}%`}
      or strpos(${codes}, ${lowerText}) > 0)`
  }
  const column = [...lowerText].length > 2 ? search : sql`lower(${name})`
  return sql<SqlBool>`strpos(${column}, ${lowerText}) > 0`
}

const isShorterThanTrigram = (digits: string | null): boolean =>
  digits !== null && digits.length < 3

/**
 * Whether a text is frequent among the first rows of a list. Reading such a list in its order finds
 * enough matches within some ten thousand rows, while an index of texts reads all its entries of
 * the text before it returns the first row.
 * @param firstRows a statement that reads the first {@link sampleSize} rows of the list, with the
 * column `found`: whether the row matches
 * @param share the share of matching rows from which on a text is frequent
 */
export const isFrequentAmong = (
  firstRows: RawBuilder<unknown>,
  share = 0.1,
): RawBuilder<boolean> => sql<boolean>`(
  select count(*) filter (where found) >= ${sql.lit(sampleSize * share)} from (${firstRows}) sampled)`

interface FoundMatches {
  /**
   * A statement that reads the first {@link sampleSize} rows of the list, with the column `found`:
   * whether the row matches.
   */
  firstRows: RawBuilder<unknown>
  /** A statement for matches in the order of the list, which ends with its ORDER BY. */
  inOrder: (isFrequent: RawBuilder<SqlBool>) => RawBuilder<unknown>
  /** A statement for matches by the index of texts. */
  byIndex: (isRare: RawBuilder<SqlBool>) => RawBuilder<unknown>
  /** Maximum number of matches. */
  max: number
}

/**
 * The CTEs `sample` and `matched`, the matches of a text up to a maximum: those of a frequent text are read in the order of the
 * list, those of others by the index, see {@link isFrequentAmong}.
 */
export const matchesByFrequency = ({
  firstRows,
  inOrder,
  byIndex,
  max,
}: FoundMatches): RawBuilder<unknown> => sql`
  sample as materialized (select ${isFrequentAmong(firstRows)} as frequent),
  matched as materialized (
    (${inOrder(sql<SqlBool>`(select frequent from sample)`)} limit ${sql.lit(max)})
    union all
    (${byIndex(sql<SqlBool>`not (select frequent from sample)`)} limit ${sql.lit(max)}))`

/** Number of rows in the sample of {@link isFrequentAmong}. */
export const sampleSize = 400

/** The digits of a text of digits, spaces and hyphens; null for other texts. */
export function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}

/**
 * Whether the unrestricted search for a text in lower case could match the ID number in `search` although the
 * caller sees it masked. Thai letters match names only, and two letters are searched in the name.
 */
export const couldExposeHiddenNumber = (ctx: UserContext, lowerText: string): boolean =>
  !ctx.may('customer.reveal') &&
  /[0-9a-z:]/.test(lowerText) &&
  (digitsOf(lowerText) !== null || [...lowerText].length > 2)

/** How many digits `maskIdCard` shows at the start and at the end. */
const shownDigits = { first: 5, last: 3 }

/** The conditions by which the text matches the shown digits of an ID number, or a complete ID number. */
function idNumberMatches(lowerText: string, search: RawBuilder<unknown>): RawBuilder<SqlBool>[] {
  const number = normalizeIdCard(lowerText).toLowerCase()
  const matches = (pattern: string) =>
    // `strpos` avoids the slower regular expression for most rows.
    sql<SqlBool>`(strpos(${search}, ${number}) > 0 and ${search} ~ ${pattern})`
  const hidden = 13 - number.length
  const isNumeric = /^\d+$/.test(number)
  return [
    ...(isNumeric && number.length <= shownDigits.first
      ? [matches(`i:${number}[0-9]{${hidden}}( |$)`)]
      : []),
    ...(isNumeric && number.length === shownDigits.last
      ? [matches(`i:[0-9]{${hidden}}${number}( |$)`)]
      : []),
    ...(isCompleteIdNumber(number) ? [matches(`i:${number}( |$)`)] : []),
  ]
}

function maskedByScan(
  lowerText: string,
  { search, codes, name }: SearchColumns,
): RawBuilder<SqlBool> {
  const digits = digitsOf(lowerText)
  const others =
    digits === null
      ? [sql<SqlBool>`strpos(lower(${name}), ${lowerText}) > 0`]
      : [sql<SqlBool>`${search} || '' like ${`%p:%${digits}%`}`]
  const all = [
    ...others,
    sql<SqlBool>`strpos(lower(${codes}), ${lowerText}) > 0`,
    ...idNumberMatches(lowerText, search),
  ]
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`
}

/** `search` contains the text as typed, or its digits or number without spaces and hyphens. */
function maskedByIndex(lowerText: string, columns: SearchColumns): RawBuilder<SqlBool> {
  const { search } = columns
  const number = normalizeIdCard(lowerText).toLowerCase()
  const contained = [...new Set([lowerText, number])].map(
    (part) => sql<SqlBool>`${search} like ${patternOf(part)}`,
  )
  return sql<SqlBool>`((${sql.join(contained, sql` or `)}) and ${maskedByScan(lowerText, columns)})`
}
