import { allPermissions, type Permission } from '@khapdee/domain/permissions'
import { describe, expect, it } from 'vitest'
import { choose, chosenOf, permissionOf, permissionsOf } from './permission-grid.tsx'

const any = () => true

describe('choose', () => {
  it('adds the view permission to a permission to write', () => {
    expect(choose([], ['course.update'], true, any)).toEqual(['course.update', 'course.view'])
    expect(choose([], ['payment.void'], true, any)).toEqual(['payment.void'])
  })

  it('removes only the given permissions', () => {
    const chosen: Permission[] = ['course.update', 'course.view']
    expect(choose(chosen, ['course.view'], false, any)).toEqual(['course.update'])
  })

  it('adds only permissions that may be granted, and removes any', () => {
    const canGrant = (permission: Permission) => permission.startsWith('course.')
    const all = choose(['role.view'], allPermissions, true, canGrant)
    expect(all).toEqual([...permissionsOf(['course']), 'role.view'].toSorted())
    expect(choose(all, allPermissions, false, () => false)).toEqual([])
  })
})

describe('chosenOf', () => {
  it('returns false, some or true for none, some or all permissions', () => {
    const two: Permission[] = ['course.view', 'course.create']
    expect(chosenOf(new Set(), two)).toBe(false)
    expect(chosenOf(new Set<Permission>(['course.view']), two)).toBe('some')
    expect(chosenOf(new Set(allPermissions), two)).toBe(true)
  })
})

it('permissionOf returns undefined for an action that a resource does not have', () => {
  expect(permissionOf('course', 'delete')).toBe('course.delete')
  expect(permissionOf('closing', 'delete')).toBeUndefined()
})
