import { allPermissions, type Permission } from '@khapdee/domain/permissions'
import { describe, expect, it } from 'vitest'
import { updatePermissions, checkedState, permissionOf, permissionsOf } from './permission-grid.tsx'

const anyPermission = () => true

describe('updatePermissions', () => {
  it('adds the view permission of the resource to a create, update or delete permission only', () => {
    expect(updatePermissions([], ['course.update'], true, anyPermission)).toEqual([
      'course.update',
      'course.view',
    ])
    expect(updatePermissions([], ['payment.void'], true, anyPermission)).toEqual(['payment.void'])
  })

  it('removes only the given permissions', () => {
    const chosen: Permission[] = ['course.update', 'course.view']
    expect(updatePermissions(chosen, ['course.view'], false, anyPermission)).toEqual([
      'course.update',
    ])
  })

  it('adds only permissions that the user may grant, and removes any permission', () => {
    const canGrant = (permission: Permission) => permission.startsWith('course.')
    const all = updatePermissions(['role.view'], allPermissions, true, canGrant)
    expect(all).toEqual([...permissionsOf(['course']), 'role.view'].toSorted())
    expect(updatePermissions(all, allPermissions, false, () => false)).toEqual([])
  })
})

describe('checkedState', () => {
  it('returns false, "some" or true if none, some or all permissions are chosen', () => {
    const two: Permission[] = ['course.view', 'course.create']
    expect(checkedState(new Set(), two)).toBe(false)
    expect(checkedState(new Set<Permission>(['course.view']), two)).toBe('some')
    expect(checkedState(new Set(allPermissions), two)).toBe(true)
  })
})

it('permissionOf returns undefined for an action that the resource does not have', () => {
  expect(permissionOf('course', 'delete')).toBe('course.delete')
  expect(permissionOf('closing', 'delete')).toBeUndefined()
})
