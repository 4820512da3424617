/** SQL that selects the documents that a new application requires. */
import { sql } from 'kysely'
import { text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { type Registered, requiredTypes } from '../required-documents.ts'

/** The names of the documents that a new application requires. */
export const requiredNames = tunedQuery({
  columns: { name: text() },
  sql: (registered: Registered) => sql`
    select name from (${requiredTypes(registered)}) required order by document_type_id`,
})
