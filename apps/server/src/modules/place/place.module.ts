/** Rooms and fields where exams and lessons take place. */
import { place } from '@khapdee/contract/entities/place'
import { entities } from '@khapdee/domain/entities'
import { type PlaceKind, isSharedByDefault, placeKinds } from '@khapdee/domain/place'
import { type SqlBool, sql } from 'kysely'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands, labelOptions } from '../../kernel/crud.ts'
import { AppError } from '../../kernel/errors.ts'
import { usageOf } from '../../kernel/usage.ts'

/** Sessions that use the place `id` and have not ended. */
const openSessions = (ctx: UserContext, id: number) => sql`
  select exam_session_id as id, name from exam_session
  where place_id = ${id} and status <> 'cancelled' and ends_at > ${ctx.clock.now().toISOString()}`

/**
 * Refuses to move a place to another branch, to share it or to reserve it while sessions use it.
 * Otherwise sessions would be in another branch than their place, or occupy it in another way.
 * @throws STATE
 */
async function assertUseUnchanged(
  ctx: UserContext,
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
): Promise<void> {
  if (before === null) return
  const path = ['branch_id', 'is_shared'].find((name) => before[name] !== values[name])
  if (path === undefined) return
  const { label } = entities.exam_session
  const { count } = await usageOf(ctx, label, openSessions(ctx, Number(before['place_id'])))
  if (count === 0) return
  const message = `มี${label}ใช้สถานที่นี้อยู่ ${count} รอบ เปลี่ยนไม่ได้`
  throw new AppError('STATE', message, 409, { errors: [{ path, message }] })
}

export const placeCommands: Command[] = crudCommands({
  api: place,
  sort: { capacity: 'byValue' },
  filters: { type: (kind) => sql<SqlBool>`t.kind = ${kind}` },
  options: async () => ({ type: labelOptions(placeKinds) }),
  computedColumns: sql`(select b.name from branch b where b.branch_id = t.branch_id) as branch`,
  check: assertUseUnchanged,
  unique: { place_name: 'name' },
  usedBy: async (ctx, id) => [
    await usageOf(ctx, entities.exam_session.label, openSessions(ctx, id), 'รอบ'),
  ],
  complete: (values) => ({
    ...values,
    is_shared: values['is_shared'] ?? isSharedByDefault(values['kind'] as PlaceKind),
  }),
})
