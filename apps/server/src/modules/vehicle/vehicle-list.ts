/** Which vehicles a list has, for its pages and for its file. */
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { isSet } from '@khapdee/contract/wire'
import type { DueState } from '@khapdee/domain/vehicle'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CrudListSpec } from '../../kernel/crud-list.ts'

const setting: keyof BranchSettings = 'vehicle_remind_days'

/** Days ahead, as the branch `b` wants them. */
const remindDays = sql`coalesce((b.settings ->> ${sql.lit(setting)})::int, ${sql.lit(branchSettings.parse({})[setting])})`

/** Days before which something is due, by what is asked for. */
const dueBefore: Record<DueState, (today: string) => RawBuilder<unknown>> = {
  overdue: (today) => sql`${today}::date`,
  due: (today) => sql`${today}::date + ${remindDays} + 1`,
}

/** Read-only columns of the row `t`. */
export const vehicleShown = sql`
  (select b.name from branch b where b.branch_id = t.branch_id) as branch,
  (select ${remindDays} from branch b where b.branch_id = t.branch_id) as remind_days`

export const vehicleList: CrudListSpec = {
  api: vehicle,
  search: ['no', 'plate', 'brand', 'model', 'province'],
  sort: { no: 'plain', type: 'thai', province: 'thai', next_due: 'plain' },
  // Reminders are read from the most urgent on.
  usualSort: ({ category }) => (isSet(category) ? 'next_due' : undefined),
  filters: {
    category: (value, ctx) => {
      const before = Object.hasOwn(dueBefore, value) ? dueBefore[value as DueState] : null
      return before === null
        ? sql<SqlBool>`false`
        : // The latest of all branches first: it alone can be looked up in the order of the days.
          sql<SqlBool>`t.next_due < (select max(${before(ctx.clock.today())}) from branch b)
            and t.next_due < (select ${before(ctx.clock.today())} from branch b
              where b.branch_id = t.branch_id)`
    },
  },
}
