/** Rooms and fields where exams and lessons take place. */
import { place } from '@khapdee/contract/entities/place'
import { type PlaceKind, isSharedByDefault, placeKinds } from '@khapdee/domain/place'
import { type SqlBool, sql } from 'kysely'
import type { Command } from '../../kernel/command.ts'
import { crudCommands, labelOptions } from '../../kernel/crud.ts'

export const placeCommands: Command[] = crudCommands({
  api: place,
  sort: { capacity: 'byValue' },
  filters: { type: (kind) => sql<SqlBool>`t.kind = ${kind}` },
  options: async () => ({ type: labelOptions(placeKinds) }),
  computedColumns: sql`(select b.name from branch b where b.branch_id = t.branch_id) as branch`,
  unique: { place_name: 'name' },
  complete: (values) => ({
    ...values,
    is_shared: values['is_shared'] ?? isSharedByDefault(values['kind'] as PlaceKind),
  }),
})
