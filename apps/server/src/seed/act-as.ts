/** Creates the context for use cases without a request: as a given user, at a given time in the past. */
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { Permission } from '@khapdee/domain/permissions'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { writeTogether } from '../db/write-together.ts'
import type { Actor } from '../kernel/access.ts'
import type { AuditEntry, Services, UserContext } from '../kernel/context.ts'
import { createScope } from '../kernel/scope.ts'

/**
 * The context of a use case that the given user runs.
 * @param at the current time for the use case
 * @param audit receives the use case's audit entries
 */
export function actAs(
  services: Services,
  tx: Kysely<DB>,
  actor: Actor,
  at: Date,
  audit: (entry: AuditEntry) => void,
): UserContext {
  return {
    tx,
    actor,
    services,
    clock: { now: () => at, today: () => todayInBangkok(at) },
    scope: createScope(actor),
    may: (permission: Permission) => actor.permissions.has(permission),
    audit,
    deferWrite: (writes) => writeTogether(tx, writes),
    keepOnFailure: () => {},
    address: '',
    agent: '',
    requestId: 'demo',
  }
}
