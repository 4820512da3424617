/** Thai description of the filters of an exported list. */
import { titleOf } from '@khapdee/contract/field-meta'
import { type ListQuery, allOption, exportQuery, isSet } from '@khapdee/contract/wire'
import { applicationKinds, payTypes } from '@khapdee/domain/application/status'
import { periodText } from '@khapdee/domain/payroll/file-kinds'
import { formatDay, formatInstant } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import type { Labels } from '../../kernel/crud.ts'

/** Thai title of a filter, and the labels of its values. */
export interface FilterWords {
  title: string
  labels: Labels
}

interface FilterLabels {
  statuses: Labels
  /** Labels of the type filter; by default the application kinds. */
  types?: Labels | undefined
  /**
   * The meaning of the parameter `category`, which differs from list to list: pay type, decision,
   * documents … Several filters if the list accepts the values of each. Absent for a list that
   * ignores the parameter.
   */
  category?: FilterWords | readonly FilterWords[] | undefined
  /** The label of the parameter `user`, if it is not the recording user, and its values other than ids of users. */
  user?: FilterWords | undefined
}

/** Returns the lines above an exported table: the filters that are set, the exporting user, the time. */
export async function describeQuery(
  ctx: UserContext,
  query: ListQuery,
  { statuses, types = applicationKinds, category = [], user }: FilterLabels,
): Promise<string[]> {
  const { start, end, text } = query
  const users = isSet(query.user) ? await ctx.services.access.users() : []
  const categoryFilter = findCategoryFilter(query.category, category)
  const branch = named(query.branch, ctx.actor.branches, ({ branch_id }) => String(branch_id))
  const filters = {
    branch: branch ?? allOption.name,
    type: labelled(query.type, types),
    status: labelled(query.status, statuses),
    pay_type: labelled(query.pay_type, payTypes),
    category: categoryFilter && labelled(query.category, categoryFilter.labels),
    position: isSet(query.position) ? query.position : undefined,
    user:
      labelOf(query.user, user?.labels) ??
      named(query.user, users, ({ user_id }) => String(user_id)),
    month: isSet(query.month) ? periodText(query.month) : undefined,
    start: isSet(start) ? formatDay(start) : undefined,
    end: isSet(end) ? formatDay(end) : undefined,
    text: isSet(text) ? text : undefined,
  }
  const titles = Object.entries(filters).map(([name, value]) => {
    const words = { category: categoryFilter, user }[name]
    return [
      words?.title ?? titleOf(exportQuery.shape, name as keyof typeof filters),
      value,
    ] as const
  })
  return [
    ...titles.flatMap(([title, value]) => (value === undefined ? [] : [`${title}: ${value}`])),
    exportNote(ctx),
  ]
}

/** The user and the time of an export. */
export const exportNote = (ctx: UserContext): string =>
  `ส่งออกโดย ${ctx.actor.name} เมื่อ ${formatInstant(ctx.clock.now())}`

/** The filter whose values include this value of `category`; undefined for a list that ignores `category`. */
function findCategoryFilter(
  value: string | undefined,
  category: NonNullable<FilterLabels['category']>,
): FilterWords | undefined {
  const all: readonly FilterWords[] = 'title' in category ? [category] : category
  return all.find(({ labels }) => value !== undefined && Object.hasOwn(labels, value)) ?? all[0]
}

/** The label of a filter value; an unknown value, which matches no rows, is shown unchanged. */
const labelled = (value: string | undefined, labels: Labels) =>
  isSet(value) ? (labelOf(value, labels) ?? value) : undefined

const labelOf = (value: string | undefined, labels: Labels = {}): string | undefined =>
  value !== undefined && Object.hasOwn(labels, value) ? labels[value]?.label : undefined

const named = <Item extends { name: string }>(
  value: string | undefined,
  all: readonly Item[],
  idOf: (item: Item) => string,
) => (isSet(value) ? (all.find((item) => idOf(item) === value)?.name ?? value) : undefined)
