/** The addresses of all screens, used by the route table, the menu, links and redirects. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'

/** A list and the screens below it. */
export const recordPaths = <List extends `/${string}`>(list: List) => ({
  list,
  new: `${list}/new` as const,
  import: `${list}/import` as const,
  /** A stored record. */
  record: (id: number): string => `${list}/${id}`,
})

/** An entity with a list in the browser. */
export type ListedEntity = {
  [Name in keyof typeof entities]: (typeof entities)[Name] extends { path: string } ? Name : never
}[keyof typeof entities]

/** The screens of an entity, below the address that its descriptor gives. */
export const pathsOf = <Name extends ListedEntity>(name: Name) => {
  const { path }: { path: (typeof entities)[Name]['path'] } = entities[name]
  return recordPaths(path)
}

const branches = pathsOf('branch')
const customers = pathsOf('customer')

/** All addresses that `pathsOf` does not derive from an entity. */
export const paths = {
  home: '/',
  login: '/login',
  setup: '/setup',
  profile: '/profile',
  applications: {
    course: recordPaths('/registrations'),
    exam: recordPaths('/exam-applications'),
    vehicle_check: recordPaths('/vehicle-checks'),
    other_fee: recordPaths('/other-fee-sales'),
    request_fee: recordPaths('/request-fee-sales'),
  } satisfies Record<ApplicationKind, object>,
  customers: {
    ...customers,
    edit: (id: number): string => `${customers.record(id)}/edit`,
    duplicates: `${customers.list}/duplicates`,
    merge: `${customers.list}/merge`,
  },
  overdue: '/overdue',
  payBalance: '/pay-balance',
  payments: '/payments',
  approvals: '/approvals',
  closings: pathsOf('closing'),
  branches: {
    ...branches,
    settings: (id: number): string => `${branches.record(id)}/settings`,
  },
} as const

interface ApplicationKey {
  type: ApplicationKind
  application_id: number
}

/** A stored application. */
export const applicationPath = ({ type, application_id }: ApplicationKey): string =>
  paths.applications[type].record(application_id)

/** The hash that opens the payment dialog of an application. */
export const payHash = 'pay'

/** A stored application with its payment dialog open. */
export const payPath = (key: ApplicationKey): string => `${applicationPath(key)}#${payHash}`

/**
 * The query of an address as plain text, `?branch=2&text=0812`: the router's own JSON would put
 * quotation marks around a phone number. The schema of each route converts text to numbers.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `?${params}` : ''
}
