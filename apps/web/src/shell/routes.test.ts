import { entityList } from '@khapdee/domain/entities'
import { type ImportKind, importKinds } from '@khapdee/domain/import'
import { describe, expect, it } from 'vitest'
import { type ListedEntityName, paths, pathsOf } from '../shared/paths.ts'
import { navigation } from './nav.ts'
import { router } from './routes.tsx'

/** The pattern of the route that matches a URL path; `/$` for an unknown path. */
const routeAt = (path: string) => router.getMatchedRoutes(path)[0].at(-1)?.fullPath

/** The entities with the screens of `resourceRoutes`: a list, a form for a new record, and stored records. */
const resourceEntities = entityList
  .filter(([name, { apiPath }]) => apiPath !== undefined || name === 'app_user')
  .map(([name]) => name as ListedEntityName)

/** All URL paths below a value of `paths`, with the record id 12. */
const allPaths = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value(12))]
  return Object.values(value as object).flatMap(allPaths)
}

describe('the route table', () => {
  it.each(navigation.flatMap(({ items }) => items.map(({ path }) => path)))(
    'has a screen at the menu path %s',
    (path) => expect(routeAt(path)).toBe(path),
  )

  it.each([
    ...resourceEntities.map((name) => pathsOf(name)),
    ...Object.values(paths.applications),
    paths.closings,
  ])('has a list, a form for a new record, and a screen of a stored record below $list', (at) => {
    expect(routeAt(at.list)).toBe(at.list)
    expect(routeAt(at.new)).toBe(at.new)
    expect(routeAt(at.record(12))).toBe(`${at.list}/$id`)
  })

  it.each(Object.keys(importKinds) as ImportKind[])('has a screen to import a %s', (kind) => {
    const path = `${importKinds[kind].listPath}/import`
    expect(routeAt(path)).toBe(path)
  })

  // Some lists have no import, and customers are created by registrations.
  const hasNoScreen = (path: string) => path.endsWith('/import') || path === paths.customers.new
  it.each(allPaths(paths).filter((path) => !hasNoScreen(path)))(
    'has a screen at %s, which is one of `paths`',
    (path) => expect(routeAt(path)).toBe(path.replace('12', '$id')),
  )

  it('matches any other path with the not-found route', () => {
    expect(routeAt('/nowhere')).toBe('/$')
    expect(routeAt('/courses/12/more')).toBe('/$')
  })
})
