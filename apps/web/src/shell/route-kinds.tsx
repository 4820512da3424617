/** The kinds of route of the web app. Each screen is a chunk of its own, imported on demand. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { ImportKind } from '@khapdee/domain/import'
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { z } from 'zod'
import { listSearch } from '../crud/list-search.ts'
import type { CrudApi, Resource } from '../crud/resource.ts'
import { type ListedEntity, paths, pathsOf } from '../shared/paths.ts'
import { requireUser } from './session-navigation.ts'

type Import<Module> = () => Promise<Module>
/** The names of a module's exports that are components accepting these props. */
type ScreenName<Module, Props> = {
  [Name in keyof Module]: Module[Name] extends (props: infer Taken extends object) => ReactNode
    ? Props extends Taken
      ? Name
      : never
    : never
}[keyof Module]
type ResourceName<Module> = {
  [Name in keyof Module]: Module[Name] extends { api: CrudApi; Fields: unknown } ? Name : never
}[keyof Module]

/** A screen that is downloaded when its route matches, or when the pointer is on a link to it. */
export const lazy = <Module, Props extends object>(
  load: Import<Module>,
  name: ScreenName<Module, Props>,
  useProps: () => Props,
) =>
  lazyRouteComponent(async () => {
    const Screen = (await load())[name] as ComponentType<Props>
    return {
      default: function RouteScreen() {
        return <Screen {...useProps()} />
      },
    }
  })

/** The outermost route, without any frame. */
export const root = createRootRoute({ component: Outlet })

/** The frame around every screen of a signed-in user. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: '_app',
  beforeLoad: ({ location }) => requireUser(location),
  component: lazyRouteComponent(() => import('./app-shell.tsx'), 'AppShell'),
})

/** Options of a route inside that frame. */
export const under = <Path extends string>(path: Path) => ({ getParentRoute: () => signedIn, path })

/** An id in the search; anything else counts as absent. */
export const optionalId = z.coerce.number().int().positive().optional().catch(undefined)

const noProps = () => ({})

/** A screen without parameters. */
export const screenRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenName<Module, object>,
) => createRoute({ ...under(path), component: lazy(load, name, noProps) })

/** A list, with its page, order and filters in the search. */
export const listRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenName<Module, object>,
) =>
  createRoute({ ...under(path), validateSearch: listSearch, component: lazy(load, name, noProps) })

const idParams = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

const useId = () => useParams({ strict: false }) as { id: number }

/** A screen of the record whose id is in the address; an invalid id shows the not-found screen. */
export const recordRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenName<Module, { id: number }>,
) =>
  createRoute({
    ...under(path),
    // Cast: the type of `params` is known only for a literal path.
    params: idParams as never,
    component: lazy(load, name, useId),
  })

/** The import of one kind of record. */
export const importRoute = <Path extends string>(path: Path, kind: ImportKind) =>
  createRoute({
    ...under(path),
    component: lazy(
      () => import('../features/import/import-screen.tsx'),
      'ImportScreen',
      () => ({ kind }),
    ),
  })

/**
 * The list of a plain resource, its forms and its import.
 * @param name the export that defines the resource
 * @param importKind left out where its records cannot be imported
 */
export function resourceRoutes<Entity extends ListedEntity, Module>(
  entity: Entity,
  load: Import<Module>,
  name: ResourceName<Module>,
  importKind?: ImportKind,
) {
  const at = pathsOf(entity)
  // Cast: each resource has its own type; the generic screens accept any.
  const resource = async () => (await load())[name] as unknown as Resource<CrudApi>
  const list = async () => {
    const [{ ResourceList }, it] = await Promise.all([
      import('../crud/resource-list.tsx'),
      resource(),
    ])
    return { List: () => <ResourceList resource={it} /> }
  }
  const form = async () => {
    const [{ ResourceForm }, it] = await Promise.all([
      import('../crud/resource-form.tsx'),
      resource(),
    ])
    return { Form: (props: { id?: number }) => <ResourceForm resource={it} {...props} /> }
  }
  return [
    listRoute(at.list, list, 'List'),
    screenRoute(at.new, form, 'Form'),
    recordRoute(`${at.list}/$id`, form, 'Form'),
    ...(importKind ? [importRoute(at.import, importKind)] : []),
  ] as const
}

/** The list, new form and stored records of one kind of application. */
export const applicationRoutes = (kind: ApplicationKind) => {
  const at = paths.applications[kind]
  const useKind = () => ({ kind })
  return [
    createRoute({
      ...under(at.list),
      validateSearch: listSearch,
      component: lazy(
        () => import('../features/application/lists/application-list.tsx'),
        'ApplicationList',
        useKind,
      ),
    }),
    createRoute({
      ...under(at.new),
      /** Id of the customer that the form is prefilled with. */
      validateSearch: z.object({ customer: optionalId }),
      component: lazy(
        () => import('../features/application/register/registration-screen.tsx'),
        'RegistrationScreen',
        () => {
          const { customer } = useSearch({ strict: false }) as { customer?: number }
          return { kind, customerId: customer }
        },
      ),
    }),
    createRoute({
      ...under(`${at.list}/$id`),
      params: idParams as never,
      component: lazy(
        () => import('../features/application/detail/application-screen.tsx'),
        'ApplicationScreen',
        () => ({ kind, ...useId() }),
      ),
    }),
  ] as const
}
