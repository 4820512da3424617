/** Describes audit entries in Thai: the call, the record and the changed values. */
import { describePermissions } from '@khapdee/domain/permission-labels'
import { type AuditedCall, auditedCalls, operatorCalls } from './calls.ts'
import { auditedEntities, commonFields } from './entities.ts'
import {
  type AuditField,
  type AuditedEntity,
  type NameOf,
  hiddenIfSecret,
  plain,
  readable,
} from './show.ts'

type Values = Readonly<Record<string, unknown>>

/** The change of one field; `before` or `after` is null when that side lacks the field. */
export interface AuditChange {
  label: string
  before: string | null
  after: string | null
}

/** Kind and label of a call; an unknown call is labelled with its method and path. */
export const describeCall = (call: string): AuditedCall =>
  [auditedCalls, operatorCalls].find((calls) => Object.hasOwn(calls, call))?.[call] ?? {
    kind: 'update',
    label: call,
  }

const entityOf = (entity: string): AuditedEntity | undefined =>
  Object.hasOwn(auditedEntities, entity)
    ? auditedEntities[entity as keyof typeof auditedEntities]
    : undefined

export const describeEntity = (entity: string): string =>
  entityOf(entity)?.label ?? readable(entity)

/**
 * Label and format of a field. An unknown field is labelled with its name, and hidden if the name
 * suggests a secret.
 */
export function fieldOf(entity: string, name: string): AuditField {
  const entityFields = entityOf(entity)?.fields ?? {}
  const known = [entityFields, commonFields].find((fields) => Object.hasOwn(fields, name))?.[name]
  return known ?? hiddenIfSecret(name) ?? plain(readable(name))
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Lists only the removed and the added permissions, not both complete lists of a role. */
function permissionChanges(before: readonly string[], after: readonly string[]): AuditChange[] {
  const added = after.filter((permission) => !before.includes(permission))
  const removed = before.filter((permission) => !after.includes(permission))
  return [
    ...(removed.length > 0
      ? [{ label: 'ถอนสิทธิ์', before: describePermissions(removed), after: null }]
      : []),
    ...(added.length > 0
      ? [{ label: 'เพิ่มสิทธิ์', before: null, after: describePermissions(added) }]
      : []),
  ]
}

/**
 * Lists the changed fields in stored order. Fields that are empty before and after are omitted;
 * otherwise an empty value is shown as a dash.
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
      const partField = field.parts?.[part] ?? hiddenIfSecret(part) ?? plain(readable(part))
      const withPath = { ...partField, label: `${field.label}: ${partField.label}` }
      return describeField(withPath, part, old[part], now[part], nameOf)
    })
  }
  const show = (value: unknown) => (value === undefined ? null : field.show(value, nameOf))
  return [{ label: field.label, before: show(before), after: show(after) }]
}

/** The records to which the ids among the values refer. */
export function referencesIn(
  entity: string,
  values: Values | null,
): [entity: string, id: string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]): [string, string][] => {
    const { refersTo } = fieldOf(entity, name)
    if (refersTo === undefined || isEmpty(value)) return []
    return [value].flat().map((id) => [refersTo, String(id)])
  })
}
