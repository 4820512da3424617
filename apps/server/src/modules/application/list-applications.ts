/** The list of applications of one type, with the totals of the whole filter. */
import { application } from '@khapdee/contract/entities/application'
import { allOption, isSet } from '@khapdee/contract/wire'
import { applicationKinds, applicationStatuses } from '@khapdee/domain/application/status'
import { maskIdCard } from '@khapdee/domain/id-card'
import { zeroSatang } from '@khapdee/domain/money'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import { listRows, listedTypes, mostCounted, searchRows } from './application.queries.ts'

const statusOptions = [
  allOption,
  ...Object.entries(applicationStatuses).map(([value, { label }]) => ({ value, name: label })),
]
const typeOptions = listedTypes.map((value) => ({ value, name: applicationKinds[value].label }))

export const gettable = command(application.gettable, async (ctx, query) => {
  const rows = await (isSet(query.text) ? searchRows(ctx, query, query.text) : listRows(ctx, query))
  const { count, sum_net, sum_paid, sum_balance } = rows[0] ?? { count: 0 }
  const capped = isSet(query.text) && count > mostCounted
  return {
    data: rows.flatMap(({ application_id, ...row }) =>
      application_id === null ? [] : [{ ...row, application_id, idcard: maskIdCard(row.idcard) }],
    ),
    meta: { ...metaOf(query, capped ? mostCounted : count), ...(capped ? { capped } : {}) },
    total: capped
      ? null
      : {
          net: sum_net ?? zeroSatang,
          paid: sum_paid ?? zeroSatang,
          balance: sum_balance ?? zeroSatang,
        },
    filter: {
      branch: branchOptions(ctx),
      status: statusOptions,
      type: typeOptions,
      user: await userOptions(ctx),
    },
  }
})

/** The people of the visible branches. */
export async function userOptions(ctx: UserContext) {
  const colleagues = await ctx.services.access.colleagues()
  return [
    allOption,
    ...colleagues
      .filter((person) => ctx.scope.branchIds.includes(person.branch_id))
      .map((person) => ({ value: person.user_id, name: person.name })),
  ]
}
