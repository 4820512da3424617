/** Every screen at its address, each in a chunk of its own. A plain resource is one line of the table. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { ImportKind } from '@khapdee/domain/import'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { z } from 'zod'
import { listSearch } from '../crud/list-search.ts'
import type { CrudApi, Resource } from '../crud/resource.ts'
import { session } from '../session/session.ts'
import { NotFoundScreen, Permitted } from '../shared/screen.tsx'
import { type ListedEntity, parseSearch, paths, pathsOf, stringifySearch } from '../shared/paths.ts'
import { ErrorScreen } from './error-screen.tsx'
import { firstScreen, requireUser } from './session-navigation.ts'

type Import<Module> = () => Promise<Module>
/** The names of a module's exports that can be drawn with these props. */
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

/** A screen that is fetched when its route is matched, or when a link to it is pointed at. */
const lazy = <Module, Props extends object>(
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

const root = createRootRoute({ component: Outlet })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: '_app',
  beforeLoad: ({ location }) => requireUser(location),
  component: lazyRouteComponent(() => import('./app-shell.tsx'), 'AppShell'),
})

const under = <Path extends string>(path: Path) => ({ getParentRoute: () => signedIn, path })

const optionalId = z.coerce.number().int().positive().optional().catch(undefined)

const noProps = () => ({})

const screenRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenName<Module, object>,
) => createRoute({ ...under(path), component: lazy(load, name, noProps) })

const listRoute = <Path extends string, Module>(
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

/** A screen of the record whose id stands in the address; any other text in its place is not found. */
const recordRoute = <Path extends string, Module>(
  path: Path,
  load: Import<Module>,
  name: ScreenName<Module, { id: number }>,
) =>
  createRoute({
    ...under(path),
    // Its type would need the path as a literal.
    params: idParams as never,
    component: lazy(load, name, useId),
  })

const importRoute = <Path extends string>(path: Path, kind: ImportKind) =>
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
function resourceRoutes<Entity extends ListedEntity, Module>(
  entity: Entity,
  load: Import<Module>,
  name: ResourceName<Module>,
  importKind?: ImportKind,
) {
  const at = pathsOf(entity)
  // Each resource has a type of its own, and the screens take all.
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

const applicationRoutes = (kind: ApplicationKind) => {
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
      /** The customer that the form begins with. */
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

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  // Only an address of this app: `//host` and `/\\host` lead away.
  validateSearch: z.object({
    redirect: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
  }),
  beforeLoad: ({ search }) => {
    if (session.user() !== null) throw redirect({ href: search.redirect ?? firstScreen() })
  },
  component: lazy(
    () => import('./sign-in-screen.tsx'),
    'SignInScreen',
    () => useSearch({ strict: false }) as { redirect?: string },
  ),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: paths.setup,
  validateSearch: z.object({ token: z.string().catch('') }),
  component: lazy(
    () => import('./setup-screen.tsx'),
    'SetupScreen',
    () => useSearch({ strict: false }) as { token: string },
  ),
})

const home = createRoute({
  ...under(paths.home),
  beforeLoad: () => {
    throw redirect({ to: firstScreen() })
  },
})

const mergeCustomers = createRoute({
  ...under(paths.customers.merge),
  validateSearch: z.object({ customer: optionalId, other: optionalId }),
  beforeLoad: ({ search }) => {
    if (search.customer === undefined) {
      throw redirect({ to: paths.customers.duplicates, replace: true })
    }
  },
  component: lazy(
    () => import('../features/customer/merge-screen.tsx'),
    'MergeScreen',
    () => useSearch({ strict: false }) as { customer: number; other?: number },
  ),
})

const branchSettings = async () => {
  const [{ ResourceForm }, resources] = await Promise.all([
    import('../crud/resource-form.tsx'),
    import('../features/branch/resource.tsx'),
  ])
  return {
    Settings: ({ id }: { id: number }) => (
      <Permitted to="branch.update">
        <ResourceForm resource={resources.branchSettings} id={id} />
      </Permitted>
    ),
  }
}

const routeTree = root.addChildren([
  login,
  setup,
  signedIn.addChildren([
    home,
    ...applicationRoutes('course'),
    ...applicationRoutes('exam'),
    ...applicationRoutes('vehicle_check'),
    ...applicationRoutes('other_fee'),
    ...applicationRoutes('request_fee'),
    listRoute(
      paths.customers.list,
      () => import('../features/customer/customer-list.tsx'),
      'CustomerList',
    ),
    importRoute(paths.customers.import, 'customer'),
    screenRoute(
      paths.customers.duplicates,
      () => import('../features/customer/duplicate-list.tsx'),
      'DuplicateList',
    ),
    mergeCustomers,
    recordRoute(
      `${paths.customers.list}/$id`,
      () => import('../features/customer/customer-screen.tsx'),
      'CustomerScreen',
    ),
    recordRoute(
      `${paths.customers.list}/$id/edit`,
      () => import('../features/customer/customer-edit.tsx'),
      'CustomerEdit',
    ),
    listRoute(paths.overdue, () => import('../features/payment/owed-list.tsx'), 'OverdueList'),
    listRoute(
      paths.payBalance,
      () => import('../features/payment/owed-list.tsx'),
      'PayBalanceList',
    ),
    listRoute(
      paths.payments,
      () => import('../features/payment/payment-history.tsx'),
      'PaymentHistory',
    ),
    listRoute(
      paths.approvals,
      () => import('../features/approval/approval-list.tsx'),
      'ApprovalList',
    ),
    listRoute(
      paths.closings.list,
      () => import('../features/closing/closing-list.tsx'),
      'ClosingList',
    ),
    screenRoute(
      paths.closings.new,
      () => import('../features/closing/close-day-screen.tsx'),
      'CloseDayScreen',
    ),
    recordRoute(
      `${paths.closings.list}/$id`,
      () => import('../features/closing/closing-screen.tsx'),
      'ClosingScreen',
    ),
    ...resourceRoutes('branch', () => import('../features/branch/resource.tsx'), 'branches'),
    recordRoute(`${paths.branches.list}/$id/settings`, branchSettings, 'Settings'),
    ...resourceRoutes(
      'course',
      () => import('../features/course/resource.tsx'),
      'courses',
      'course',
    ),
    ...resourceRoutes(
      'promotion',
      () => import('../features/promotion/resource.tsx'),
      'promotions',
    ),
    ...resourceRoutes(
      'other_fee',
      () => import('../features/fee/resource.tsx'),
      'otherFees',
      'other-fee',
    ),
    ...resourceRoutes(
      'request_fee',
      () => import('../features/fee/resource.tsx'),
      'requestFees',
      'request-fee',
    ),
    ...resourceRoutes(
      'list_expenses',
      () => import('../features/expense-item/resource.tsx'),
      'expenseItems',
    ),
    ...resourceRoutes(
      'evaluate',
      () => import('../features/evaluation/resource.tsx'),
      'evaluations',
    ),
    ...resourceRoutes('vehicle', () => import('../features/vehicle/resource.tsx'), 'vehicles'),
    ...resourceRoutes(
      'app_user',
      () => import('../features/employee/resource.tsx'),
      'employees',
      'employee',
    ),
    ...resourceRoutes('role', () => import('../features/role/resource.tsx'), 'roles'),
    listRoute(
      pathsOf('audit_log').list,
      () => import('../features/audit/audit-list.tsx'),
      'AuditList',
    ),
    screenRoute(
      paths.profile,
      () => import('../features/profile/profile-screen.tsx'),
      'ProfileScreen',
    ),
    createRoute({ ...under('$'), component: NotFoundScreen }),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
