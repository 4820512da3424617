/** Text search of exam rights: by their application, or by their customer if no application granted them. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { type SearchColumns, matchesByIndex, matchesByScan } from '../../kernel/text-search.ts'
import { applicationText } from '../application/application-filter.ts'

/** The searched columns of the customer `c` of a right without an application. */
const customerText: SearchColumns = { search: sql`c.search`, codes: sql`''`, name: sql`c.name` }

/** Whether a text matches the right `r` with its customer `c` and, joined outer, its application `a`. */
export const rightMatchesByScan = (ctx: UserContext, text: string): RawBuilder<SqlBool> =>
  sql`(r.application_id is not null and ${matchesByScan(ctx, text, applicationText)}
    or r.application_id is null and ${matchesByScan(ctx, text, customerText)})`

/**
 * A statement that reads all rights that a text matches, by the indexes of applications and customers.
 * @param columns of the right `r`
 */
export const matchingRights = (
  ctx: UserContext,
  text: string,
  columns: RawBuilder<unknown> = sql`r.right_id`,
): RawBuilder<unknown> => sql`
  -- OFFSET keeps the lookup of the rights of each match apart; joined otherwise, all rights are read.
  select ${columns} from application a, lateral (
    select * from exam_right own where own.application_id = a.application_id offset 0) r
  where ${matchesByIndex(ctx, text, applicationText)}
  union all
  select ${columns} from customer c join exam_right r using (customer_id)
  where r.application_id is null and ${matchesByIndex(ctx, text, customerText)}`
