/** Thai descriptions of audit entries. */
import {
  describeCall,
  describeChanges,
  describeEntity,
  referencesIn,
} from '@khapdee/contract/audit/describe'
import type { NameOf } from '@khapdee/contract/audit/show'
import type { AuditRow } from '@khapdee/contract/entities/audit'
import { listNames } from '@khapdee/domain/list-names'
import { truncate } from '@khapdee/domain/thai-text'
import type { UserContext } from '../../kernel/context.ts'
import { type StoredEntry, applicationEntries, customerEntries } from './audit.queries.ts'
import { readNames } from './record-names.ts'

/** Thai names of exported lists: the audit entry of an export has the key of its list as `entity_id`. */
const exportedListNames = new Map<string, string>(Object.entries(listNames))

/** Longer values are truncated. */
const maxCharacters = 2000
const shortened = (value: string | null) =>
  value !== null && value.length > maxCharacters ? `${truncate(value, maxCharacters)}…` : value

/** Describes entries in Thai; ids are replaced by the current names of their records. */
export async function describeEntries(
  ctx: UserContext,
  rows: readonly StoredEntry[],
): Promise<AuditRow[]> {
  const names = await readNames(
    ctx,
    rows.flatMap(({ entity, entity_id, before, after }) => [
      [entity, entity_id] as const,
      ...referencesIn(entity, before),
      ...referencesIn(entity, after),
    ]),
  )
  const nameOf: NameOf = (entity, id) => names.get(`${entity} ${id}`)
  return rows.map(({ call, entity, entity_id, before, after, ...row }) => {
    const { kind, label } = describeCall(call)
    const changes = describeChanges(entity, before, after, nameOf)
    return {
      ...row,
      kind,
      action: label,
      entity: describeEntity(entity),
      record: exportedListNames.get(entity_id) ?? nameOf(entity, entity_id) ?? entity_id,
      changes: changes.map((change) => ({
        label: change.label,
        before: shortened(change.before),
        after: shortened(change.after),
      })),
    }
  })
}

/**
 * The audit entries of one customer, for users who may change customers but not read the audit trail;
 * without network addresses.
 */
export async function customerTrail(ctx: UserContext, customerId: number): Promise<AuditRow[]> {
  const entries = await customerEntries.rows(ctx.tx, customerId)
  return (await describeEntries(ctx, entries)).map((row) => ({ ...row, address: '' }))
}

/** The audit entries of an application, its receipts and its exam rights; for users who may open the application. */
export async function applicationTrail(ctx: UserContext, applicationId: number) {
  const entries = await applicationEntries.rows(ctx.tx, applicationId)
  return (await describeEntries(ctx, entries)).map(({ address: _address, ...entry }) => entry)
}
