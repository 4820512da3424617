import { describe, expect, it } from 'vitest'
import { describePermissions, permissionGroups } from './permission-labels.ts'
import { administrativePermissions, defaultRoles, permissionCatalogue } from './permissions.ts'

describe('the groups of permissions', () => {
  it('hold every resource once', () => {
    const grouped = permissionGroups.flatMap(({ resources }) => resources)
    expect(grouped.toSorted()).toEqual(Object.keys(permissionCatalogue).toSorted())
  })
})

describe('describePermissions', () => {
  it('speaks Thai, in the order of the catalogue', () => {
    expect(describePermissions(['course.update', 'branch.view', 'course.view'])).toBe(
      'สาขา: ดู · หลักสูตร: ดู, แก้ไข',
    )
  })

  it('keeps what is not in the catalogue, and says nothing of nothing', () => {
    expect(describePermissions(['ship.sail', 'toString.view'])).toBe('ship: sail · toString: ดู')
    expect(describePermissions([])).toBe('')
  })
})

describe('the default roles', () => {
  const holding = (permission: string) =>
    defaultRoles
      .filter(({ permissions }) => (permissions as readonly string[]).includes(permission))
      .map(({ key }) => key)

  it('leave roles to the administrator, and the trail to him and the owner', () => {
    expect(holding('role.update')).toEqual(['admin'])
    expect(holding('role.view')).toEqual(['admin', 'owner'])
    expect(holding('audit.view')).toEqual(['admin', 'owner'])
  })

  it('begin with exactly one that can give every right back', () => {
    const administers = defaultRoles.filter(({ permissions }) =>
      administrativePermissions.every((permission) => permissions.includes(permission)),
    )
    expect(administers.map(({ key }) => key)).toEqual(['admin'])
  })
})
