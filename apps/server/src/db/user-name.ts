/** What the people of `app_user` are called in SQL; `alias` is the row's name in the statement. */
import { type RawBuilder, sql } from 'kysely'

/** First and last name, by which lists tell who did something; null where nobody is joined. */
export const userName = (alias: string): RawBuilder<string> =>
  sql`(${sql.ref(`${alias}.fname`)} || ' ' || ${sql.ref(`${alias}.sname`)})`

/** The same with the prefix, as the domain's `personName` has it. */
export const fullUserName = (alias: string): RawBuilder<string> => {
  const prefix = sql.ref(`${alias}.prefix`)
  return sql`(${prefix} || case when ${prefix} ~ '[A-Za-z]' then ' ' else '' end || ${userName(alias)})`
}
