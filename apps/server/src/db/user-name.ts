/** SQL of user names; `alias` is the alias of `app_user` in the statement. */
import { type RawBuilder, sql } from 'kysely'

/** First and last name, as in lists; null for an outer join without a user. */
export const userName = (alias: string): RawBuilder<string> =>
  sql`(${sql.ref(`${alias}.fname`)} || ' ' || ${sql.ref(`${alias}.sname`)})`

/** Prefix, first and last name, formatted like the domain's `personName`. */
export const fullUserName = (alias: string): RawBuilder<string> => {
  const prefix = sql.ref(`${alias}.prefix`)
  return sql`(${prefix} || case when ${prefix} ~ '[A-Za-z]' then ' ' else '' end || ${userName(alias)})`
}
