import { entityList } from '@khapdee/domain/entities'
import { type ImportKind, importKinds } from '@khapdee/domain/import'
import { describe, expect, it } from 'vitest'
import { type ListedEntity, paths, pathsOf } from '../shared/paths.ts'
import { navigation } from './nav.ts'
import { router } from './routes.tsx'

/** The pattern of the route that matches an address; `/$` for an unknown address. */
const routeAt = (address: string) => router.getMatchedRoutes(address)[0].at(-1)?.fullPath

/** The entities with plain screens: a list, a new form and stored records. */
const plain = entityList
  .filter(([name, { apiPath }]) => apiPath !== undefined || name === 'app_user')
  .map(([name]) => name as ListedEntity)

describe('the route table', () => {
  it.each(navigation.flatMap(({ items }) => items.map(({ path }) => path)))(
    'has a screen at the menu address %s',
    (path) => expect(routeAt(path)).toBe(path),
  )

  it.each([
    ...plain.map((name) => pathsOf(name)),
    ...Object.values(paths.applications),
    paths.closings,
  ])('has a list, a new form and a record screen below $list', (at) => {
    expect(routeAt(at.list)).toBe(at.list)
    expect(routeAt(at.new)).toBe(at.new)
    expect(routeAt(at.record(12))).toBe(`${at.list}/$id`)
  })

  it.each(Object.keys(importKinds) as ImportKind[])('has a screen to import a %s', (kind) => {
    const path = `${importKinds[kind].list}/import`
    expect(routeAt(path)).toBe(path)
  })

  it('has a screen at every remaining address of `paths`', () => {
    const { customers, branches } = paths
    expect(routeAt(customers.record(12))).toBe('/customers/$id')
    expect(routeAt(customers.edit(12))).toBe('/customers/$id/edit')
    expect(routeAt(branches.settings(12))).toBe('/branches/$id/settings')
    const others = [customers.duplicates, customers.merge, paths.login, paths.setup, paths.profile]
    expect(others.map(routeAt)).toEqual(others)
  })

  it('matches any other address with the not-found route', () => {
    expect(routeAt('/nowhere')).toBe('/$')
    expect(routeAt('/courses/12/more')).toBe('/$')
  })
})
