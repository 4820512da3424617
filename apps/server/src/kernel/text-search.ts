/** Conditions of text search among customers, applications and payments. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike } from './list.ts'

/** SQL of the searched columns. */
export interface SearchColumns {
  /** Search words in lower case: codes, name, `i:` before ID numbers, `p:` before the phone. */
  search: RawBuilder<unknown>
  /** The codes contained in `search`, in any case. */
  codes: RawBuilder<unknown>
  name: RawBuilder<unknown>
}

/** The LIKE pattern of texts that contain `text`, in lower case. */
export const patternOf = (text: string): string => `%${escapeLike(text.toLowerCase())}%`

/**
 * The condition for rows that contain a text, in a form for which PostgreSQL uses a trigram index. Digits match
 * the start of an ID number and any part of a phone or code; letters match names.
 */
export function matchesByIndex(text: string, columns: SearchColumns): RawBuilder<SqlBool> {
  const { search, codes, name } = columns
  const words = text.toLowerCase()
  const pattern = patternOf(text)
  const digits = digitsOf(words)
  // ID numbers, phones and codes contain the digits as typed, so one index pattern finds all three.
  if (digits === words)
    return sql<SqlBool>`(${search} like ${pattern} and ${matchesByScan(text, columns)})`
  if (digits !== null) {
    return sql<SqlBool>`(${search} like ${`%i:${digits}%`} or ${search} like ${`%p:%${digits}%`}
      or ${search} like ${pattern} and ${codes} like ${pattern})`
  }
  return [...words].length > 2
    ? sql<SqlBool>`${search} like ${pattern}`
    : sql<SqlBool>`short_grams(${name}) @> array[${words}::text]`
}

/**
 * The same condition for a scan in another order, in a form for which PostgreSQL uses no index and estimates
 * that a third of the rows match instead of very few.
 */
export function matchesByScan(
  text: string,
  { search, codes, name }: SearchColumns,
): RawBuilder<SqlBool> {
  const words = text.toLowerCase()
  const digits = digitsOf(words)
  if (digits !== null) {
    return sql<SqlBool>`(strpos(${search}, ${`i:${digits}`}) > 0 or ${search} || '' like ${`%p:%${digits}%`}
      or strpos(${codes}, ${words}) > 0)`
  }
  const column = [...words].length > 2 ? search : sql`lower(${name})`
  return sql<SqlBool>`strpos(${column}, ${words}) > 0`
}

/** The digits of a text of digits, spaces and hyphens; null for other texts. */
export function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}
