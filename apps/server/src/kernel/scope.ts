/**
 * Conditions for the rows visible to a user; the only place, so that no query omits the branch or the
 * deletion mark.
 */
import { isSet } from '@khapdee/contract/wire'
import { type ScopedEntity, entities } from '@khapdee/domain/entities'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from './access.ts'
import { forbidden, notFound } from './errors.ts'

export type ScopedTable = ScopedEntity['table']

export interface Scope {
  /** The branches whose rows are seen. */
  readonly branchIds: readonly number[]
  /** A condition for `where`: the visible, undeleted rows of a table. */
  visible(table: ScopedTable, alias?: string): RawBuilder<SqlBool>
  /**
   * Refuses a branch the user may not write to: 404 for another branch, 403 for a row of all
   * branches unless they see all.
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
      const { scope } = entities[table]
      if (scope === 'school') return live
      if (scope === 'customer') {
        // A customer is visible to the branch that created the record and to all that have an
        // application of theirs.
        return sql<SqlBool>`${live} and exists (select from customer_branch own
          where own.customer_id = ${column('customer_id')} and ${mine(sql.ref('own.branch_id'))})`
      }
      const branch = column('branch_id')
      if (scope === 'shared')
        return sql<SqlBool>`${live} and (${branch} is null or ${mine(branch)})`
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
