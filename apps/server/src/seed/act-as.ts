/** Use cases without a request: the context of a person at a moment of the past. */
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { Permission } from '@khapdee/domain/permissions'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Actor } from '../kernel/access.ts'
import type { AuditEntry, Services, UserContext } from '../kernel/context.ts'
import { createScope } from '../kernel/scope.ts'

/**
 * @param at the moment at which it happens
 * @param audit is told what the use case changed
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
    settle: (write) => write,
    address: '',
    agent: '',
    requestId: 'demo',
  }
}
