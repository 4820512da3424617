/** Columns, filters and order of the vehicle list; shared by the list and its export. */
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { isSet } from '@khapdee/contract/wire'
import type { DueState } from '@khapdee/domain/vehicle'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CrudListSpec } from '../../kernel/crud-list.ts'
import { choiceOf } from '../../kernel/list.ts'

const setting: keyof BranchSettings = 'vehicle_remind_days'

/** The number of days before a due day at which the branch `b` is reminded. */
const remindDays = sql`coalesce((b.settings ->> ${sql.lit(setting)})::int, ${sql.lit(branchSettings.parse({})[setting])})`

/** The exclusive upper bound of the due day for each due state. */
const dueBefore: Record<DueState, (today: string) => RawBuilder<unknown>> = {
  overdue: (today) => sql`${today}::date`,
  due: (today) => sql`${today}::date + ${remindDays} + 1`,
}

/** Read-only columns of the row `t`. */
export const vehicleComputedColumns = sql`
  (select b.name from branch b where b.branch_id = t.branch_id) as branch,
  (select ${remindDays} from branch b where b.branch_id = t.branch_id) as remind_days`

export const vehicleList: CrudListSpec = {
  api: vehicle,
  search: ['no', 'plate', 'brand', 'model', 'province'],
  sort: { no: 'byValue', type: 'thai', province: 'thai', next_due: 'byValue' },
  // Reminders are listed with the most urgent first.
  defaultSort: ({ category }) => (isSet(category) ? 'next_due' : undefined),
  filters: {
    category: (value, ctx) => {
      const before = choiceOf(dueBefore, 'category', value)
      // The first bound is the latest of all branches. It is a constant, so the index on `next_due` can
      // be used.
      return sql<SqlBool>`t.next_due < (select max(${before(ctx.clock.today())}) from branch b)
        and t.next_due < (select ${before(ctx.clock.today())} from branch b
          where b.branch_id = t.branch_id)`
    },
  },
}
