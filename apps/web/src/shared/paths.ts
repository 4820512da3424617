/** The URL paths of all screens, used by the route table, the menu, links and redirects. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'

/** The URL paths of a list and of the screens below it. */
export const recordPaths = <List extends `/${string}`>(list: List) => ({
  list,
  new: `${list}/new` as const,
  import: `${list}/import` as const,
  /** The path of a stored record. */
  record: (id: number): string => `${list}/${id}`,
})

/** The table name of an entity that has a list screen. */
export type ListedEntityName = {
  [Name in keyof typeof entities]: (typeof entities)[Name] extends { path: string } ? Name : never
}[keyof typeof entities]

/** The URL paths of an entity's screens, below the path of its descriptor. */
export const pathsOf = <Name extends ListedEntityName>(name: Name) => {
  const { path }: { path: (typeof entities)[Name]['path'] } = entities[name]
  return recordPaths(path)
}

const branches = pathsOf('branch')
const customers = pathsOf('customer')

/** URL paths by screen. A master data screen that is missing here has the paths of `pathsOf`. */
export const paths = {
  home: '/',
  dashboard: '/dashboard',
  login: '/login',
  setup: '/setup',
  profile: '/profile',
  cardReader: '/card-reader',
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
  drawer: '/drawer',
  pettyCash: {
    list: entities.petty_cash.path,
    record: (id: number): string => `${entities.petty_cash.path}/${id}`,
  },
  income: recordPaths('/income'),
  expenses: recordPaths('/expenses'),
  accounts: pathsOf('account_entry'),
  vehicleExpenses: '/vehicle-expenses',
  withheldTax: '/withheld-tax',
  accountLocks: entities.account_lock.path,
  payrollUsers: entities.payroll_standing.path,
  payroll: '/payroll',
  payrollReport: '/payroll-report',
  payslips: '/payslips',
  ownPayslips: '/my-payslips',
  payrollFiles: entities.payroll_file.path,
  taxCertificates: entities.tax_certificate.path,
  reports: '/reports',
  statements: pathsOf('statement_line').list,
  exams: '/exams',
  examDay: '/exam-day',
  examHistory: '/exam-history',
  examCalendar: '/exam-calendar',
  customerTesting: '/customer-test',
  ownSessions: '/my-exams',
  satisfaction: '/satisfaction',
  evaluationResults: '/evaluation-results',
  school: '/school',
  setupList: '/getting-started',
  starterCatalogue: '/getting-started/catalogue',
  branches: {
    ...branches,
    settings: (id: number): string => `${branches.record(id)}/settings`,
  },
} as const

/** The screen with the usual courses and fees, linked from empty lists of courses and fees. */
export const starterLink = {
  to: paths.starterCatalogue,
  label: 'เลือกจากรายการที่ใช้กันทั่วไป',
} as const

/** The path of the big screen, before the secret of its link. */
export const examScreenPath = '/exam-screen'

interface ApplicationKey {
  type: ApplicationKind
  application_id: number
}

/** The path of a stored application. */
export const applicationPath = ({ type, application_id }: ApplicationKey): string =>
  paths.applications[type].record(application_id)

/** The path of a person's month of payroll. @param month `YYYY-MM`, CE */
export const payrollPath = ({ user_id, month }: { user_id: number; month: string }): string =>
  `${paths.payroll}/${user_id}?month=${month}`

/** The path of the results of an exam session. */
export const resultsPath = ({ exam_session_id }: { exam_session_id: number }): string =>
  `${pathsOf('exam_session').record(exam_session_id)}/results`

/** URL fragments of an application: they open the payment dialog and the dialog of the follow-up notes. */
export const payHash = 'pay'
export const followUpHash = 'follow-up'

/** The URL fragment that opens the refund dialog with the amounts of a receipt. */
export const refundHash = (payment_id: number): string => `refund-${payment_id}`

/** The payment id in a `refundHash`; null for other fragments. */
export const receiptOfRefundHash = (hash: string): number | null => {
  const match = /^refund-(\d+)$/.exec(hash)
  return match === null ? null : Number(match[1])
}

/** The path and fragment that open a stored application with its payment dialog. */
export const payPath = (key: ApplicationKey): string => `${applicationPath(key)}#${payHash}`

/**
 * Parses the query of a URL. All values are plain text (`?branch=2&text=0812`), because the
 * router's default JSON encoding would put quotation marks around a phone number. The schema of
 * each route converts text to numbers.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Formats search parameters as a query with `?`, without those that are undefined or empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const nonEmpty = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const params = new URLSearchParams(nonEmpty.map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `?${params}` : ''
}
