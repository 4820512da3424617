/** What a text finds among applications and, by the copy of their words, among payments. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike } from '../../kernel/list.ts'

/** Where a text is looked for: in the columns of an application or, as they are copied, of a payment. */
export interface SearchColumns {
  /** The words in their fixed order: codes, name, `i:` before ID numbers, `p:` before the phone. */
  search: RawBuilder<unknown>
  /** The codes among them, in small letters or capital ones. */
  codes: RawBuilder<unknown>
  name: RawBuilder<unknown>
}

const ofApplication: SearchColumns = {
  search: sql`a.search`,
  codes: sql`a.application_code`,
  name: sql`a.customer_name`,
}

/** A LIKE pattern for what holds a text in small letters. */
export const patternOf = (text: string): string => `%${escapeLike(text.toLowerCase())}%`

/** Digits look for the start of an ID number, any part of a phone or of a code; letters for names. */
export function matching(text: string, columns = ofApplication): RawBuilder<SqlBool> {
  const { search, codes, name } = columns
  const words = text.toLowerCase()
  const pattern = patternOf(text)
  const digits = digitsOf(words)
  // The words hold each of the three as it is typed: the index is read for one text instead of three.
  if (digits === words)
    return sql<SqlBool>`(${search} like ${pattern} and ${matchingOnTheWay(text, columns)})`
  if (digits !== null) {
    return sql<SqlBool>`(${search} like ${`%i:${digits}%`} or ${search} like ${`%p:%${digits}%`}
      or ${search} like ${pattern} and ${codes} like ${pattern})`
  }
  return [...words].length > 2
    ? sql<SqlBool>`${search} like ${pattern}`
    : sql<SqlBool>`short_grams(${name}) @> array[${words}::text]`
}

/**
 * The same for a walk that keeps another order: so worded that no index serves it, and that
 * PostgreSQL takes every third row to match, not hardly any.
 */
export function matchingOnTheWay(
  text: string,
  { search, codes, name } = ofApplication,
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

/** The digits of a text that has nothing else but spaces and hyphens; null for other texts. */
export function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}
