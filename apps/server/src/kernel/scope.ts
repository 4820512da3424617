/**
 * Conditions for the rows that are visible to a user. All queries use them, so that none omits the branch or
 * the deletion mark.
 */
import { isSet } from '@khapdee/contract/wire'
import { type ScopedEntity, entities } from '@khapdee/domain/entities'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from './access.ts'
import { forbidden, notFound } from './errors.ts'

export type ScopedTable = ScopedEntity['table']

export interface Scope {
  /** The branches whose rows the user sees. */
  readonly branchIds: readonly number[]
  /** A condition for `where`: the visible, undeleted rows of a table. */
  visible(table: ScopedTable, alias?: string): RawBuilder<SqlBool>
  /**
   * Refuses a branch to which the user may not write.
   * @throws 404 for another branch; 403 for null (all branches) unless the user has access to all
   */
  assertWritable(branchId: number | null): void
  /** The branch ids to which a `branch` filter narrows a list; none for an unknown branch. */
  narrow(filter: string | undefined): readonly number[]
}

export function createScope(actor: Actor): Scope {
  const branchIds = actor.branches.map((branch) => branch.branch_id)
  const isOwn = (column: RawBuilder<unknown>) => sql<SqlBool>`${column} = any(${branchIds}::int[])`
  return {
    branchIds,
    visible(table, alias = table) {
      const column = (name: string) => sql.ref(`${alias}.${name}`)
      const notDeleted = sql<SqlBool>`not ${column('is_delete')}`
      const { scope } = entities[table]
      if (scope === 'school') return notDeleted
      if (scope === 'customer') {
        // A customer is visible to the branch that created the record and to every branch with one of
        // the customer's applications.
        return sql<SqlBool>`${notDeleted} and exists (select from customer_branch own
          where own.customer_id = ${column('customer_id')} and ${isOwn(sql.ref('own.branch_id'))})`
      }
      const branch = column('branch_id')
      if (scope === 'shared')
        return sql<SqlBool>`${notDeleted} and (${branch} is null or ${isOwn(branch)})`
      return sql<SqlBool>`${notDeleted} and ${isOwn(branch)}`
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
