/** Rooms and fields where exams and lessons take place. */
import { place } from '@khapdee/contract/entities/place'
import { entities } from '@khapdee/domain/entities'
import { type PlaceKind, isSharedByDefault, placeKinds } from '@khapdee/domain/place'
import { type SqlBool, sql } from 'kysely'
import type { Command } from '../../kernel/command.ts'
import { crudCommands, labelOptions } from '../../kernel/crud.ts'
import { usageOf } from '../../kernel/usage.ts'

export const placeCommands: Command[] = crudCommands({
  api: place,
  sort: { capacity: 'byValue' },
  filters: { type: (kind) => sql<SqlBool>`t.kind = ${kind}` },
  options: async () => ({ type: labelOptions(placeKinds) }),
  computedColumns: sql`(select b.name from branch b where b.branch_id = t.branch_id) as branch`,
  unique: { place_name: 'name' },
  usedBy: async (ctx, id) => [
    await usageOf(
      ctx,
      entities.exam_session.label,
      sql`select exam_session_id as id, name from exam_session
        where place_id = ${id} and status <> 'cancelled' and ends_at > ${ctx.clock.now().toISOString()}`,
      'รอบ',
    ),
  ],
  complete: (values) => ({
    ...values,
    is_shared: values['is_shared'] ?? isSharedByDefault(values['kind'] as PlaceKind),
  }),
})
