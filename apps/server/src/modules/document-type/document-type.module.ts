/** Types of documents that applicants bring. */
import { documentType } from '@khapdee/contract/entities/document-type'
import { sql } from 'kysely'
import type { Command } from '../../kernel/command.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { assertVisibleOrUnchanged } from '../catalogue.ts'

export const documentTypeCommands: Command[] = crudCommands({
  api: documentType,
  computedColumns: sql`(select c.name from course c where c.course_id = t.course_id) as course_name,
    (select f.name from other_fee f where f.other_fee_id = t.other_fee_id) as other_fee_name,
    (select f.name from request_fee f where f.request_fee_id = t.request_fee_id) as request_fee_name`,
  async check(ctx, values, before) {
    for (const table of ['course', 'other_fee', 'request_fee'] as const) {
      const column = `${table}_id`
      await assertVisibleOrUnchanged(ctx, table, values[column], before?.[column])
    }
  },
})
