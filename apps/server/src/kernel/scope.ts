/**
 * Which rows a user sees: said here once, so that no query can forget the branch or the deleted
 * ones.
 */
import { isSet } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from './access.ts'
import { forbidden, notFound } from './errors.ts'

/** Rows of one branch. */
type OwnTable = 'application' | 'app_user' | 'branch' | 'vehicle'
/** Rows of one branch or, with a null branch, of all. */
type SharedTable =
  | 'course'
  | 'promotion'
  | 'other_fee'
  | 'request_fee'
  | 'list_expenses'
  | 'evaluate'
/** Rows of the whole school. */
type SchoolTable = 'role'
export type ScopedTable = OwnTable | SharedTable | SchoolTable | 'customer'

const shared: ReadonlySet<ScopedTable> = new Set<SharedTable>([
  'course',
  'promotion',
  'other_fee',
  'request_fee',
  'list_expenses',
  'evaluate',
])

export interface Scope {
  /** The branches whose rows are seen. */
  readonly branchIds: readonly number[]
  /** A condition for `where`: the visible, undeleted rows of a table. */
  visible(table: ScopedTable, alias?: string): RawBuilder<SqlBool>
  /**
   * Refuses a branch the user may not write to: 404 for another branch, 403 for a row of all
   * branches unless he sees all.
   */
  assertWritable(branchId: number | null): void
  /** The branch ids a list is narrowed to by its `branch` filter; unknown ones give none. */
  narrow(filter: string | undefined): readonly number[]
}

export function createScope(actor: Actor): Scope {
  const branchIds = actor.branches.map((branch) => branch.branch_id)
  const mine = (column: RawBuilder<unknown>) => sql<SqlBool>`${column} = any(${branchIds}::int[])`
  return {
    branchIds,
    visible(table, alias = table) {
      const column = (name: string) => sql.ref(`${alias}.${name}`)
      const live = sql<SqlBool>`not ${column('is_delete')}`
      if (table === 'role') return live
      if (table === 'customer') {
        // A customer belongs to the branch that met him and to all that have an application of his.
        return sql<SqlBool>`${live} and exists (select from customer_branch own
          where own.customer_id = ${column('customer_id')} and ${mine(sql.ref('own.branch_id'))})`
      }
      const branch = column('branch_id')
      if (shared.has(table)) return sql<SqlBool>`${live} and (${branch} is null or ${mine(branch)})`
      return sql<SqlBool>`${live} and ${mine(branch)}`
    },
    assertWritable(branchId) {
      if (branchId === null) {
        if (!actor.all_branches) throw forbidden()
      } else if (!branchIds.includes(branchId)) throw notFound()
    },
    narrow(filter) {
      if (!isSet(filter)) return branchIds
      return branchIds.filter((branchId) => String(branchId) === filter)
    },
  }
}
