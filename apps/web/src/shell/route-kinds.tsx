/** Functions that create the routes of the web app. Each screen is a chunk, loaded on demand. */
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
import { listSearch, worklistSearch } from '../crud/list-search.ts'
import type { CrudApi, Resource } from '../crud/resource.ts'
import { type ListedEntityName, paths, pathsOf } from '../shared/paths.ts'
import { requireUser } from './session-navigation.ts'

type Import<Module> = () => Promise<Module>
/** The names of a module's exports that are components accepting these props. */
type ScreenExport<Module, Props> = {
  [Name in keyof Module]: Module[Name] extends (
    props: infer ScreenProps extends object,
  ) => ReactNode
    ? Props extends ScreenProps
      ? Name
      : never
    : never
}[keyof Module]
/** The names of a module's exports that are resources. */
type ResourceExport<Module> = {
  [Name in keyof Module]: Module[Name] extends { api: CrudApi; Fields: unknown } ? Name : never
}[keyof Module]

/** A screen that is downloaded when its route matches or the pointer is on a link to it. */
export const lazyScreen = <Module, Props extends object>(
  load: Import<Module>,
  name: ScreenExport<Module, Props>,
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

/** The root route, which renders its child without a layout. */
export const root = createRootRoute({ component: Outlet })

/** The parent route of every screen of a signed-in user; renders the app shell. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: '_app',
  beforeLoad: ({ location }) => requireUser(location),
  component: lazyRouteComponent(() => import('./app-shell.tsx'), 'AppShell'),
})

/** Options of a child route of `signedIn`. */
export const childOptions = <Path extends string>(path: Path) => ({
  getParentRoute: () => signedIn,
  path,
})

/** An optional id in the search parameters; an invalid value counts as absent. */
export const optionalId = z.coerce.number().int().positive().optional().catch(undefined)

const noProps = () => ({})

/** A screen without parameters. */
export const screenRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenExport<Module, object>,
) => createRoute({ ...childOptions(path), component: lazyScreen(load, name, noProps) })

/** A list, with its page, sort order and filters in the search parameters. */
export const listRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenExport<Module, object>,
) =>
  createRoute({
    ...childOptions(path),
    validateSearch: listSearch,
    component: lazyScreen(load, name, noProps),
  })

/** The id of a record in the path; anything else shows the not-found screen. */
export const idParams = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

const useIdParam = () => useParams({ strict: false }) as { id: number }

/** A screen of the record whose id is in the URL; an invalid id shows the not-found screen. */
export const recordRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenExport<Module, { id: number }>,
) =>
  createRoute({
    ...childOptions(path),
    // Cast: the type of `params` is known only for a literal path.
    params: idParams as never,
    component: lazyScreen(load, name, useIdParam),
  })

/** The import screen of one kind of record. */
export const importRoute = <Path extends string>(path: Path, kind: ImportKind) =>
  createRoute({
    ...childOptions(path),
    component: lazyScreen(
      () => import('../features/import/import-screen.tsx'),
      'ImportScreen',
      () => ({ kind }),
    ),
  })

/**
 * The routes of a CRUD entity: list, new form, stored record and import.
 * @param name the name of the export that defines the resource
 * @param importKind omitted when the records cannot be imported
 */
export function resourceRoutes<Entity extends ListedEntityName, Module>(
  entity: Entity,
  load: Import<Module>,
  name: ResourceExport<Module>,
  importKind?: ImportKind,
) {
  const screenPaths = pathsOf(entity)
  // Cast: each resource has its own type; the generic screens accept any.
  const resource = async () => (await load())[name] as unknown as Resource<CrudApi>
  const list = async () => {
    const [{ ResourceList }, loaded] = await Promise.all([
      import('../crud/resource-list.tsx'),
      resource(),
    ])
    return { List: () => <ResourceList resource={loaded} /> }
  }
  const form = async () => {
    const [{ ResourceForm }, loaded] = await Promise.all([
      import('../crud/resource-form.tsx'),
      resource(),
    ])
    return { Form: (props: { id?: number }) => <ResourceForm resource={loaded} {...props} /> }
  }
  return [
    listRoute(screenPaths.list, list, 'List'),
    screenRoute(screenPaths.new, form, 'Form'),
    recordRoute(`${screenPaths.list}/$id`, form, 'Form'),
    ...(importKind ? [importRoute(screenPaths.import, importKind)] : []),
  ] as const
}

/** The routes of one kind of application: list, registration form and stored record. */
export const applicationRoutes = (kind: ApplicationKind) => {
  const screenPaths = paths.applications[kind]
  const useKind = () => ({ kind })
  return [
    createRoute({
      ...childOptions(screenPaths.list),
      validateSearch: listSearch,
      component: lazyScreen(
        () => import('../features/application/lists/application-list.tsx'),
        'ApplicationList',
        useKind,
      ),
    }),
    createRoute({
      ...childOptions(screenPaths.new),
      /** Id of the customer that the form is prefilled with. */
      validateSearch: z.object({ customer: optionalId }),
      component: lazyScreen(
        () => import('../features/application/register/registration-screen.tsx'),
        'RegistrationScreen',
        () => {
          const { customer } = useSearch({ strict: false }) as { customer?: number }
          return { kind, customerId: customer }
        },
      ),
    }),
    createRoute({
      ...childOptions(`${screenPaths.list}/$id`),
      validateSearch: worklistSearch,
      params: idParams as never,
      component: lazyScreen(
        () => import('../features/application/detail/application-screen.tsx'),
        'ApplicationScreen',
        () => ({ kind, ...useIdParam() }),
      ),
    }),
  ] as const
}
