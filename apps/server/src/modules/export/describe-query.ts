/** What a list was filtered by, in the words of its screen. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { applicationKinds, payTypes } from '@khapdee/domain/application/status'
import { formatDay, formatInstant } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import type { Labels } from '../../kernel/crud.ts'

/** What a filter is called, and its values. */
export interface FilterWords {
  title: string
  labels: Labels
}

const payType: FilterWords = { title: 'วิธีชำระเงิน', labels: payTypes }

interface Words {
  statuses: Labels
  /** Of applications when left out. */
  types?: Labels | undefined
  /** The way of paying when left out. */
  category?: FilterWords | undefined
}

/** Lines for the head of a file: each filter that is set, who made the file and when. */
export async function describeQuery(
  ctx: UserContext,
  query: ListQuery,
  { statuses, types = applicationKinds, category = payType }: Words,
): Promise<string[]> {
  const { start, end, text } = query
  const colleagues = isSet(query.user) ? await ctx.services.access.colleagues() : []
  const byId = (id: number) => String(id)
  const filters: [label: string, value: string | undefined][] = [
    ['สาขา', named(query.branch, ctx.actor.branches, (one) => byId(one.branch_id)) ?? 'ทั้งหมด'],
    ['ประเภท', labelled(query.type, types)],
    ['สถานะ', labelled(query.status, statuses)],
    [category.title, labelled(query.category, category.labels)],
    ['ตำแหน่ง', isSet(query.position) ? query.position : undefined],
    ['ผู้ใช้งาน', named(query.user, colleagues, (one) => byId(one.user_id))],
    ['ตั้งแต่วันที่', isSet(start) ? formatDay(start) : undefined],
    ['ถึงวันที่', isSet(end) ? formatDay(end) : undefined],
    ['คำค้นหา', isSet(text) ? text : undefined],
  ]
  return [
    ...filters.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])),
    `ส่งออกโดย ${ctx.actor.name} เมื่อ ${formatInstant(ctx.clock.now())}`,
  ]
}

/** A value that nobody knows is shown as it was given: it left no row. */
const labelled = (value: string | undefined, labels: Labels) =>
  isSet(value) ? (labels[value]?.label ?? value) : undefined

const named = <One extends { name: string }>(
  value: string | undefined,
  all: readonly One[],
  idOf: (one: One) => string,
) => (isSet(value) ? (all.find((one) => idOf(one) === value)?.name ?? value) : undefined)
