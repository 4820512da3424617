import { describe, expect, it } from 'vitest'
import { describePermissions, permissionGroups } from './permission-labels.ts'
import { administrativePermissions, defaultRoles, permissionCatalogue } from './permissions.ts'

describe('the groups of permissions', () => {
  it('contain every resource exactly once', () => {
    const grouped = permissionGroups.flatMap(({ resources }) => resources)
    expect(grouped.toSorted()).toEqual(Object.keys(permissionCatalogue).toSorted())
  })
})

describe('describePermissions', () => {
  it('returns Thai labels in the order of the catalogue', () => {
    expect(describePermissions(['course.update', 'branch.view', 'course.view'])).toBe(
      'สาขา: ดู · หลักสูตร: ดู, แก้ไข',
    )
  })

  it('keeps unknown names, and returns an empty text without permissions', () => {
    expect(describePermissions(['ship.sail', 'toString.view'])).toBe('ship: sail · toString: ดู')
    expect(describePermissions([])).toBe('')
  })
})

describe('the default roles', () => {
  const rolesWith = (permission: string) =>
    defaultRoles
      .filter(({ permissions }) => (permissions as readonly string[]).includes(permission))
      .map(({ key }) => key)

  it('let only the administrator change roles, and only administrator, owner and manager read the audit log', () => {
    expect(rolesWith('role.update')).toEqual(['admin'])
    expect(rolesWith('role.view')).toEqual(['admin', 'owner'])
    expect(rolesWith('audit.view')).toEqual(['admin', 'owner', 'manager'])
  })

  it('include exactly one role with all administrative permissions', () => {
    const administrative = defaultRoles.filter(({ permissions }) =>
      administrativePermissions.every((permission) => permissions.includes(permission)),
    )
    expect(administrative.map(({ key }) => key)).toEqual(['admin'])
  })
})
