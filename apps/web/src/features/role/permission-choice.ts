/** Ticking permissions, one or many at once. */
import { type Permission, type Resource, permissionCatalogue } from '@khapdee/domain/permissions'

/** Every permission about these resources. */
export const permissionsOf = (resources: readonly Resource[]): Permission[] =>
  resources.flatMap((resource) =>
    permissionCatalogue[resource].map((action) => `${resource}.${action}` as Permission),
  )

/** The permission of a resource's action; undefined where there is no such action. */
export function permissionOf(resource: Resource, action: string): Permission | undefined {
  const actions: readonly string[] = permissionCatalogue[resource]
  return actions.includes(action) ? (`${resource}.${action}` as Permission) : undefined
}

/** How much of `some permissions` is chosen. */
export function chosenOf(
  chosen: ReadonlySet<Permission>,
  permissions: readonly Permission[],
): boolean | 'some' {
  const count = permissions.filter((permission) => chosen.has(permission)).length
  if (count === 0) return false
  return count === permissions.length ? true : 'some'
}

/** Who may write a record needs to see it. */
const impliesView = /^(\w+)\.(create|update|delete)$/

/**
 * Ticks or unticks, leaving alone what may not be given.
 * @param mayGive a permission that is not there yet; any may be taken away
 */
export function choose(
  chosen: readonly Permission[],
  permissions: readonly Permission[],
  on: boolean,
  mayGive: (permission: Permission) => boolean,
): Permission[] {
  if (!on) return chosen.filter((permission) => !permissions.includes(permission))
  const views = permissions.flatMap((permission) => {
    const resource = impliesView.exec(permission)?.[1] as Resource | undefined
    return (resource && permissionOf(resource, 'view')) ?? []
  })
  const added = [...permissions, ...views].filter(mayGive)
  return [...new Set([...chosen, ...added])].toSorted()
}
