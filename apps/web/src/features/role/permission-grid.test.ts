import { allPermissions, type Permission } from '@khapdee/domain/permissions'
import { describe, expect, it } from 'vitest'
import { choose, chosenOf, permissionOf, permissionsOf } from './permission-grid.tsx'

const any = () => true

describe('choose', () => {
  it('lets who writes a record see it too', () => {
    expect(choose([], ['course.update'], true, any)).toEqual(['course.update', 'course.view'])
    expect(choose([], ['payment.void'], true, any)).toEqual(['payment.void'])
  })

  it('takes away no more than was asked', () => {
    const chosen: Permission[] = ['course.update', 'course.view']
    expect(choose(chosen, ['course.view'], false, any)).toEqual(['course.update'])
  })

  it('gives only what may be given, and takes away anything', () => {
    const mayGive = (permission: Permission) => permission.startsWith('course.')
    const all = choose(['role.view'], allPermissions, true, mayGive)
    expect(all).toEqual([...permissionsOf(['course']), 'role.view'].toSorted())
    expect(choose(all, allPermissions, false, () => false)).toEqual([])
  })
})

describe('chosenOf', () => {
  it('knows none, some and all', () => {
    const two: Permission[] = ['course.view', 'course.create']
    expect(chosenOf(new Set(), two)).toBe(false)
    expect(chosenOf(new Set<Permission>(['course.view']), two)).toBe('some')
    expect(chosenOf(new Set(allPermissions), two)).toBe(true)
  })
})

it('knows which actions a resource has', () => {
  expect(permissionOf('course', 'delete')).toBe('course.delete')
  expect(permissionOf('closing', 'delete')).toBeUndefined()
})
