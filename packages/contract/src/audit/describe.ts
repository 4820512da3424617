/** One entry of the audit trail in Thai: which call, of what, from what to what. */
import { describePermissions } from '@khapdee/domain/permission-labels'
import { type AuditedCall, auditedCalls } from './calls.ts'
import { auditedEntities, commonFields } from './entities.ts'
import { type AuditField, type AuditedEntity, type NameOf, guess, plain, readable } from './show.ts'

type Values = Readonly<Record<string, unknown>>

/** One field's change; null on the side that says nothing of it. */
export interface AuditChange {
  label: string
  before: string | null
  after: string | null
}

/** A call that the table does not have is told by its own name. */
export const describeCall = (call: string): AuditedCall =>
  (Object.hasOwn(auditedCalls, call) ? auditedCalls[call] : undefined) ?? {
    kind: 'update',
    label: call,
  }

const entityOf = (entity: string): AuditedEntity | undefined =>
  Object.hasOwn(auditedEntities, entity)
    ? auditedEntities[entity as keyof typeof auditedEntities]
    : undefined

export const describeEntity = (entity: string): string =>
  entityOf(entity)?.label ?? readable(entity)

/** How a field of an entity is told; an unknown one by its name, unless that sounds like a secret. */
export function fieldOf(entity: string, name: string): AuditField {
  const own = entityOf(entity)?.fields ?? {}
  const known = [own, commonFields].find((fields) => Object.hasOwn(fields, name))?.[name]
  return known ?? guess(name) ?? plain(readable(name))
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** What was taken from a list of permissions and what was added, rather than both whole. */
function permissionChanges(before: readonly string[], after: readonly string[]): AuditChange[] {
  const added = after.filter((permission) => !before.includes(permission))
  const taken = before.filter((permission) => !after.includes(permission))
  return [
    ...(taken.length > 0
      ? [{ label: 'ถอนสิทธิ์', before: describePermissions(taken), after: null }]
      : []),
    ...(added.length > 0
      ? [{ label: 'เพิ่มสิทธิ์', before: null, after: describePermissions(added) }]
      : []),
  ]
}

/**
 * The changed fields in the order they were stored. What a new or deleted record leaves empty is
 * left out; in a change an empty value is a dash.
 */
export function describeChanges(
  entity: string,
  before: Values | null,
  after: Values | null,
  nameOf: NameOf,
): AuditChange[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  return [...names].flatMap((name) =>
    describeField(fieldOf(entity, name), name, before?.[name], after?.[name], nameOf),
  )
}

function describeField(
  field: AuditField,
  name: string,
  before: unknown,
  after: unknown,
  nameOf: NameOf,
): AuditChange[] {
  if (isEmpty(before) && isEmpty(after)) return []
  if (name === 'permissions' && Array.isArray(before) && Array.isArray(after)) {
    return permissionChanges(before, after)
  }
  if (isRecord(before ?? after) && field.parts) {
    const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
    return [...new Set([...Object.keys(now), ...Object.keys(old)])].flatMap((part) => {
      if (JSON.stringify(old[part]) === JSON.stringify(now[part])) return []
      const own = field.parts?.[part] ?? guess(part) ?? plain(readable(part))
      const inner = { ...own, label: `${field.label}: ${own.label}` }
      return describeField(inner, part, old[part], now[part], nameOf)
    })
  }
  const show = (value: unknown) => (value === undefined ? null : field.show(value, nameOf))
  return [{ label: field.label, before: show(before), after: show(after) }]
}

/** Whom and what the ids in these values stand for: entity and id. */
export function namesIn(entity: string, values: Values | null): [entity: string, id: string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]): [string, string][] => {
    const { names } = fieldOf(entity, name)
    if (names === undefined || isEmpty(value)) return []
    return [value].flat().map((id) => [names, String(id)])
  })
}
