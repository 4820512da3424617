/** Every screen at its address, each in a chunk of its own. A plain resource is one line of the table. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { ImportKind } from '@khapdee/domain/import'
import {
  Navigate,
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { z } from 'zod'
import { listSearch } from '../crud/list-search.ts'
import type { CrudApi, Resource } from '../crud/resource.ts'
import { session } from '../session/session.ts'
import { NotFoundScreen } from '../shared/not-found-screen.tsx'
import { paths, type recordPaths } from '../shared/paths.ts'
import { Permitted } from '../shared/permitted.tsx'
import { parseSearch, stringifySearch } from '../shared/search-params.ts'
import { ErrorScreen } from './error-screen.tsx'
import { firstScreen, requireUser } from './session-navigation.ts'

type RecordPaths<List extends `/${string}`> = ReturnType<typeof recordPaths<List>>
type Load<Props> = () => Promise<ComponentType<Props>>

/** A component that is fetched when its route is first matched, or about to be. */
const lazy = <Props extends object>(load: Load<Props>, useProps: () => Props) =>
  lazyRouteComponent(async () => {
    const Screen = await load()
    return { default: () => <Screen {...useProps()} /> }
  })

const root = createRootRoute({ component: Outlet })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: '_app',
  beforeLoad: ({ location }) => requireUser(location),
  component: lazyRouteComponent(() => import('./app-shell.tsx'), 'AppShell'),
})

const under = <Path extends string>(path: Path) => ({ getParentRoute: () => signedIn, path })

const screenRoute = <Path extends string>(path: Path, load: Load<object>) =>
  createRoute({ ...under(path), component: lazy(load, () => ({})) })

/** A screen whose props are the search of its address. */
const searchRoute = <Path extends string, Search extends z.ZodObject>(
  path: Path,
  validateSearch: Search,
  load: Load<z.output<Search>>,
) =>
  createRoute({
    ...under(path),
    validateSearch,
    component: lazy(load, () => useSearch({ strict: false }) as z.output<Search>),
  })

const listRoute = <Path extends string>(path: Path, load: Load<object>) =>
  createRoute({ ...under(path), validateSearch: listSearch, component: lazy(load, () => ({})) })

const idParams = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

/** A screen of the record whose id stands in the address; any other text in its place is not found. */
const recordRoute = <Path extends string>(path: Path, load: Load<{ id: number }>) =>
  createRoute({
    ...under(path),
    // Its type would need the path as a literal.
    params: idParams as never,
    component: lazy(load, () => useParams({ strict: false }) as { id: number }),
  })

const importRoute = <List extends `/${string}`>(
  { import: path }: RecordPaths<List>,
  kind: ImportKind,
) =>
  screenRoute(path, async () => {
    const { ImportScreen } = await import('../features/import/import-screen.tsx')
    return () => <ImportScreen kind={kind} />
  })

interface ResourceOptions<Search extends z.ZodObject> {
  /** Adds the import screen. */
  importKind?: ImportKind
  /** The search that the form of a new record reads. */
  newSearch?: Search
}

/** The list of a plain resource, its forms and, where it has one, its import. */
function resourceRoutes<
  List extends `/${string}`,
  Api extends CrudApi,
  Search extends z.ZodObject = z.ZodObject,
>(
  at: RecordPaths<List>,
  load: () => Promise<Resource<Api>>,
  { importKind, newSearch }: ResourceOptions<Search> = {},
) {
  const form = async () => {
    const [{ ResourceForm }, resource] = await Promise.all([
      import('../crud/resource-form.tsx'),
      load(),
    ])
    return ({ id }: { id?: number }) => (
      <ResourceForm resource={resource} {...(id !== undefined && { id })} />
    )
  }
  return [
    listRoute(at.list, async () => {
      const [{ ResourceList }, resource] = await Promise.all([
        import('../crud/resource-list.tsx'),
        load(),
      ])
      return () => <ResourceList resource={resource} />
    }),
    searchRoute(at.new, newSearch ?? z.object({}), form),
    recordRoute(`${at.list}/$id`, form),
    ...(importKind ? [importRoute(at, importKind)] : []),
  ] as const
}

const optionalId = z.coerce.number().int().positive().optional().catch(undefined)

const applicationRoutes = (kind: ApplicationKind) => {
  const at = paths.applications[kind]
  return [
    listRoute(at.list, async () => {
      const { ApplicationList } = await import('../features/application/application-list.tsx')
      return () => <ApplicationList kind={kind} />
    }),
    searchRoute(at.new, z.object({ customer: optionalId }), async () => {
      const { RegistrationScreen } = await import('../features/application/registration-screen.tsx')
      return ({ customer }) => <RegistrationScreen kind={kind} customerId={customer} />
    }),
    recordRoute(`${at.list}/$id`, async () => {
      const { ApplicationScreen } = await import('../features/application/application-screen.tsx')
      return ({ id }) => <ApplicationScreen id={id} kind={kind} />
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
    async () => (await import('./sign-in-screen.tsx')).SignInScreen,
    () => useSearch({ strict: false }) as { redirect?: string },
  ),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: paths.setup,
  validateSearch: z.object({ token: z.string().catch('') }),
  component: lazy(
    async () => (await import('./setup-screen.tsx')).SetupScreen,
    () => useSearch({ strict: false }) as { token: string },
  ),
})

const home = createRoute({
  ...under(paths.home),
  beforeLoad: () => {
    throw redirect({ to: firstScreen() })
  },
})

const branchSettings = recordRoute(`${paths.branches.list}/$id/settings`, async () => {
  const [{ ResourceForm }, { branchSettings }] = await Promise.all([
    import('../crud/resource-form.tsx'),
    import('../features/branch/resource.tsx'),
  ])
  return ({ id }) => (
    <Permitted to="branch.update">
      <ResourceForm resource={branchSettings} id={id} />
    </Permitted>
  )
})

const merge = searchRoute(
  paths.customers.merge,
  z.object({ customer: optionalId, other: optionalId }),
  async () => {
    const { MergeScreen } = await import('../features/customer/merge-screen.tsx')
    return ({ customer, other }) =>
      customer === undefined ? (
        <Navigate to={paths.customers.duplicates} replace />
      ) : (
        <MergeScreen customer={customer} other={other} />
      )
  },
)

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
      async () => (await import('../features/customer/customer-list.tsx')).CustomerList,
    ),
    importRoute(paths.customers, 'customer'),
    screenRoute(
      paths.customers.duplicates,
      async () => (await import('../features/customer/duplicate-list.tsx')).DuplicateList,
    ),
    merge,
    recordRoute(
      `${paths.customers.list}/$id`,
      async () => (await import('../features/customer/customer-screen.tsx')).CustomerScreen,
    ),
    recordRoute(
      `${paths.customers.list}/$id/edit`,
      async () => (await import('../features/customer/customer-edit.tsx')).CustomerEdit,
    ),
    listRoute(
      paths.overdue,
      async () => (await import('../features/payment/owed-list.tsx')).OverdueList,
    ),
    listRoute(
      paths.payBalance,
      async () => (await import('../features/payment/owed-list.tsx')).PayBalanceList,
    ),
    listRoute(
      paths.payments,
      async () => (await import('../features/payment/payment-history.tsx')).PaymentHistory,
    ),
    listRoute(
      paths.approvals,
      async () => (await import('../features/approval/approval-list.tsx')).ApprovalList,
    ),
    listRoute(
      paths.closings.list,
      async () => (await import('../features/closing/closing-list.tsx')).ClosingList,
    ),
    screenRoute(
      paths.closings.new,
      async () => (await import('../features/closing/close-day-screen.tsx')).CloseDayScreen,
    ),
    recordRoute(
      `${paths.closings.list}/$id`,
      async () => (await import('../features/closing/closing-screen.tsx')).ClosingScreen,
    ),
    ...resourceRoutes(
      paths.branches,
      async () => (await import('../features/branch/resource.tsx')).branches,
    ),
    branchSettings,
    ...resourceRoutes(
      paths.courses,
      async () => (await import('../features/course/resource.tsx')).courses,
      { importKind: 'course' },
    ),
    ...resourceRoutes(
      paths.promotions,
      async () => (await import('../features/promotion/resource.tsx')).promotions,
    ),
    ...resourceRoutes(
      paths.otherFees,
      async () => (await import('../features/fee/resource.tsx')).otherFees,
      { importKind: 'other-fee' },
    ),
    ...resourceRoutes(
      paths.requestFees,
      async () => (await import('../features/fee/resource.tsx')).requestFees,
      { importKind: 'request-fee' },
    ),
    ...resourceRoutes(
      paths.expenseItems,
      async () => (await import('../features/expense-item/resource.tsx')).expenseItems,
    ),
    ...resourceRoutes(
      paths.evaluations,
      async () => (await import('../features/evaluation/resource.tsx')).evaluations,
    ),
    ...resourceRoutes(
      paths.vehicles,
      async () => (await import('../features/vehicle/resource.tsx')).vehicles,
    ),
    ...resourceRoutes(
      paths.employees,
      async () => (await import('../features/employee/resource.tsx')).employees,
      { importKind: 'employee' },
    ),
    // A new role may begin with the permissions of another.
    ...resourceRoutes(
      paths.roles,
      async () => (await import('../features/role/resource.tsx')).roles,
      { newSearch: z.object({ copy: z.coerce.number().int().optional().catch(undefined) }) },
    ),
    listRoute(
      paths.audit,
      async () => (await import('../features/audit/audit-list.tsx')).AuditList,
    ),
    screenRoute(
      paths.profile,
      async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
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
