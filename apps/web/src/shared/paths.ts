/** The address of every screen. The route table, the menu, links and redirects read it here. */
import type { ApplicationKind } from '@khapdee/domain/application/status'

/** A list and the screens below it. */
export const recordPaths = <List extends `/${string}`>(list: List) => ({
  list,
  new: `${list}/new` as const,
  import: `${list}/import` as const,
  /** A stored record. */
  record: (id: number): string => `${list}/${id}`,
})

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
    ...recordPaths('/customers'),
    edit: (id: number): string => `/customers/${id}/edit`,
    duplicates: '/customers/duplicates',
    merge: '/customers/merge',
  },
  overdue: '/overdue',
  payBalance: '/pay-balance',
  payments: '/payments',
  approvals: '/approvals',
  closings: recordPaths('/closings'),
  branches: {
    ...recordPaths('/branches'),
    settings: (id: number): string => `/branches/${id}/settings`,
  },
  courses: recordPaths('/courses'),
  promotions: recordPaths('/promotions'),
  otherFees: recordPaths('/other-fees'),
  requestFees: recordPaths('/request-fees'),
  expenseItems: recordPaths('/expense-items'),
  evaluations: recordPaths('/evaluations'),
  vehicles: recordPaths('/vehicles'),
  employees: recordPaths('/employees'),
  roles: recordPaths('/roles'),
  audit: '/audit',
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
