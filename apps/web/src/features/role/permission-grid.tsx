import {
  actionLabels,
  commonActions,
  permissionGroups,
  resourceLabels,
} from '@khapdee/domain/permission-labels'
import {
  allPermissions,
  type Permission,
  permissionCatalogue,
  type Resource,
} from '@khapdee/domain/permissions'
import { headings } from '@khapdee/domain/words'
import { Fragment } from 'react'
import { CheckBox, type CheckBoxProps } from '../../ui/fields/choice-fields.tsx'
import { phoneScreen, useMedia } from '../../ui/hooks.ts'
import { useArrowKeys } from './use-arrow-keys.ts'

interface PermissionGridProps {
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
  /** Whether the user may grant the permission; any permission may be removed. */
  canGrant: (permission: Permission) => boolean
  isDisabled: boolean
}

/** Check boxes for the permissions by resource and action: a table, or cards on a phone. */
export function PermissionGrid(props: PermissionGridProps) {
  const View = useMedia(phoneScreen) ? Cards : Table
  return <View {...props} />
}

/** Returns a function that creates the props of the check box for one or several permissions. */
function useCheckBoxProps({ value, onChange, canGrant, isDisabled }: PermissionGridProps) {
  const chosen = new Set(value)
  return (permissions: readonly Permission[]): Omit<CheckBoxProps, 'label'> => ({
    checked: checkedState(chosen, permissions),
    onChange: (on) => onChange(updatePermissions(value, permissions, on, canGrant)),
    isDisabled:
      isDisabled ||
      !permissions.some((permission) => chosen.has(permission) || canGrant(permission)),
  })
}

/**
 * The actions of a resource that are in the last column, because no column is reserved for them.
 */
const specialActions = (resource: Resource) =>
  permissionCatalogue[resource].filter(
    (action) => !(commonActions as readonly string[]).includes(action),
  )

/** The accessible name, e.g. `สาขา: ดู`, because screen readers do not read the column header. */
const nameOf = (resource: Resource, action: keyof typeof actionLabels) =>
  `${resourceLabels[resource]}: ${actionLabels[action]}`

const headClass = 'px-3 py-2 text-start text-sm font-medium whitespace-nowrap text-muted'
const cellClass = 'border-t border-line px-3 py-2'

function Table(props: PermissionGridProps) {
  const propsOf = useCheckBoxProps(props)
  const { grid, cellProps } = useArrowKeys('all')
  const withAction = (action: string) =>
    permissionsOf(permissionGroups.flatMap(({ resources }) => resources)).filter((permission) =>
      permission.endsWith(`.${action}`),
    )
  return (
    <div className="overflow-x-auto" data-scroll>
      <table
        {...grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys move the focus
        role="grid"
        aria-label={headings.permissions}
        className="w-full border-separate [border-spacing:0]"
      >
        <thead className="bg-surface-2">
          <tr>
            <th scope="col" className={headClass}>
              <CheckBox
                {...propsOf(allPermissions)}
                label="รายการทั้งหมด"
                input={cellProps('all', 'row')}
              />
            </th>
            {commonActions.map((action) => (
              <th key={action} scope="col" className={headClass}>
                <CheckBox
                  {...propsOf(withAction(action))}
                  label={actionLabels[action]}
                  input={cellProps(`all.${action}`, action)}
                />
              </th>
            ))}
            <th scope="col" className={headClass}>
              สิทธิ์เฉพาะ
            </th>
          </tr>
        </thead>
        <tbody>
          {permissionGroups.map(({ label, resources }) => (
            <Fragment key={label}>
              <tr className="bg-surface-2">
                <th
                  scope="rowgroup"
                  colSpan={commonActions.length + 2}
                  className={`${cellClass} text-start font-semibold`}
                >
                  <CheckBox
                    {...propsOf(permissionsOf(resources))}
                    label={label}
                    input={cellProps(`group.${label}`, 'row')}
                  />
                </th>
              </tr>
              {resources.map((resource) => (
                <tr key={resource} className="hover:bg-surface-2">
                  <th
                    scope="row"
                    className={`${cellClass} ps-6 text-start font-normal whitespace-nowrap`}
                  >
                    <CheckBox
                      {...propsOf(permissionsOf([resource]))}
                      label={resourceLabels[resource]}
                      input={cellProps(`row.${resource}`, 'row')}
                    />
                  </th>
                  {commonActions.map((action) => {
                    const permission = permissionOf(resource, action)
                    return (
                      <td key={action} className={cellClass}>
                        {permission && (
                          <CheckBox
                            {...propsOf([permission])}
                            label={nameOf(resource, action)}
                            hideLabel
                            input={cellProps(permission, action)}
                          />
                        )}
                      </td>
                    )
                  })}
                  <td className={cellClass}>
                    <div className="flex flex-wrap gap-x-4 gap-y-1">
                      {specialActions(resource).map((action) => (
                        <CheckBox
                          key={action}
                          {...propsOf([`${resource}.${action}` as Permission])}
                          label={
                            <>
                              <span className="sr-only">{resourceLabels[resource]}: </span>
                              {actionLabels[action]}
                            </>
                          }
                          input={cellProps(`${resource}.${action}`, action)}
                        />
                      ))}
                    </div>
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards(props: PermissionGridProps) {
  const propsOf = useCheckBoxProps(props)
  return (
    <div className="flex flex-col">
      <div className="px-4 py-2">
        <CheckBox {...propsOf(allPermissions)} label="รายการทั้งหมด" className="font-medium" />
      </div>
      {permissionGroups.map(({ label, resources }) => (
        <section key={label} aria-label={label}>
          <div className="border-t border-line bg-surface-2 px-4 py-1.5">
            <CheckBox
              {...propsOf(permissionsOf(resources))}
              label={label}
              className="font-semibold"
            />
          </div>
          {resources.map((resource) => (
            <fieldset key={resource} className="min-w-0 border-t border-line px-4 py-2">
              <legend className="sr-only">{resourceLabels[resource]}</legend>
              <CheckBox
                {...propsOf(permissionsOf([resource]))}
                label={resourceLabels[resource]}
                className="font-medium"
              />
              <div className="grid grid-cols-2 gap-x-3 ps-6.5">
                {permissionCatalogue[resource].map((action) => (
                  <CheckBox
                    key={action}
                    {...propsOf([`${resource}.${action}` as Permission])}
                    label={actionLabels[action]}
                    className={
                      (commonActions as readonly string[]).includes(action) ? '' : 'col-span-2'
                    }
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </section>
      ))}
    </div>
  )
}

/** All permissions of these resources. */
export const permissionsOf = (resources: readonly Resource[]): Permission[] =>
  resources.flatMap((resource) =>
    permissionCatalogue[resource].map((action) => `${resource}.${action}` as Permission),
  )

/** The permission for an action on a resource; undefined if the resource has no such action. */
export function permissionOf(resource: Resource, action: string): Permission | undefined {
  const actions: readonly string[] = permissionCatalogue[resource]
  return actions.includes(action) ? (`${resource}.${action}` as Permission) : undefined
}

/** Whether all (true), some or none (false) of the permissions are chosen. */
export function checkedState(
  chosen: ReadonlySet<Permission>,
  permissions: readonly Permission[],
): boolean | 'some' {
  const count = permissions.filter((permission) => chosen.has(permission)).length
  if (count === 0) return false
  return count === permissions.length ? true : 'some'
}

/** Matches the permissions that require the view permission of the same resource. */
const impliesView = /^(\w+)\.(create|update|delete)$/

/**
 * Adds (`on`) permissions to the chosen ones or removes them. Adding skips those that the user may
 * not grant, and includes the view permission of a create, update or delete permission.
 * @param canGrant whether the user may add the permission; any permission may be removed
 * @returns the chosen permissions, sorted after an addition
 */
export function updatePermissions(
  chosen: readonly Permission[],
  permissions: readonly Permission[],
  on: boolean,
  canGrant: (permission: Permission) => boolean,
): Permission[] {
  if (!on) return chosen.filter((permission) => !permissions.includes(permission))
  const views = permissions.flatMap((permission) => {
    const resource = impliesView.exec(permission)?.[1] as Resource | undefined
    return (resource && permissionOf(resource, 'view')) ?? []
  })
  const added = [...permissions, ...views].filter(canGrant)
  return [...new Set([...chosen, ...added])].toSorted()
}
