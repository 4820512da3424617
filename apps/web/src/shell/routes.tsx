/** The route table: the screen of every URL path. `resourceRoutes` adds the list, form and import of a resource. */
import { createRoute, createRouter, redirect, useParams, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import type { CalendarSearch } from '../features/exam-session/calendar/use-calendar-search.ts'
import { listSearch } from '../crud/list-search.ts'
import { sessionStore } from '../session/session.ts'
import { examScreenPath, parseSearch, paths, pathsOf, stringifySearch } from '../shared/paths.ts'
import { NotFoundScreen, Permitted } from '../shared/screen.tsx'
import { ErrorScreen } from './error-screen.tsx'
import {
  applicationRoutes,
  idParams,
  importRoute,
  lazyScreen,
  listRoute,
  optionalId,
  recordRoute,
  resourceRoutes,
  root,
  screenRoute,
  signedIn,
  childOptions,
} from './route-kinds.tsx'
import { firstScreen, landingPath } from './session-navigation.ts'

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  // Accepts only paths of this app: `//host` and `/\\host` would be an open redirect.
  validateSearch: z.object({
    redirect: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
  }),
  beforeLoad: ({ search }) => {
    if (sessionStore.user() !== null) throw redirect({ href: search.redirect ?? landingPath() })
  },
  component: lazyScreen(
    () => import('./sign-in-screen.tsx'),
    'SignInScreen',
    () => useSearch({ strict: false }) as { redirect?: string },
  ),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: paths.setup,
  validateSearch: z.object({ token: z.string().catch('') }),
  component: lazyScreen(
    () => import('./setup-screen.tsx'),
    'SetupScreen',
    () => useSearch({ strict: false }) as { token: string },
  ),
})

const examScreen = createRoute({
  getParentRoute: () => root,
  path: `${examScreenPath}/$secret`,
  component: lazyScreen(
    () => import('../features/exam-screen/exam-screen.tsx'),
    'ExamQueueScreen',
    () => useParams({ strict: false }) as { secret: string },
  ),
})

/** The documents of people who left, without the app shell and without signing in. */
const leaver = createRoute({
  getParentRoute: () => root,
  path: '/leaver/$token',
  component: lazyScreen(
    () => import('../features/leaver/leaver-screen.tsx'),
    'LeaverScreen',
    () => useParams({ strict: false }) as { token: string },
  ),
})

/** The questionnaire of candidates, without the app shell and without signing in. */
const satisfaction = createRoute({
  getParentRoute: () => root,
  path: paths.satisfaction,
  component: lazyScreen(
    () => import('../features/satisfaction/satisfaction-screen.tsx'),
    'SatisfactionScreen',
    () => ({}),
  ),
})

const home = createRoute({
  ...childOptions(paths.home),
  beforeLoad: async () => {
    if (landingPath() === paths.home) {
      const { isSchoolNew } = await import('../features/setup/setup-list.tsx')
      if (await isSchoolNew()) throw redirect({ to: paths.setupList })
    }
    throw redirect({ to: firstScreen() })
  },
})

const mergeCustomers = createRoute({
  ...childOptions(paths.customers.merge),
  validateSearch: z.object({ customer: optionalId, other: optionalId }),
  beforeLoad: ({ search }) => {
    if (search.customer === undefined) {
      throw redirect({ to: paths.customers.duplicates, replace: true })
    }
  },
  component: lazyScreen(
    () => import('../features/customer/merge-screen.tsx'),
    'MergeScreen',
    () => useSearch({ strict: false }) as { customer: number; other?: number },
  ),
})

const customerTesting = createRoute({
  ...childOptions(paths.customerTesting),
  validateSearch: z.object({ customer: optionalId }),
  component: lazyScreen(
    () => import('../features/exam/customer-testing.tsx'),
    'CustomerTesting',
    () => useSearch({ strict: false }) as { customer?: number },
  ),
})

const evaluationResults = createRoute({
  ...childOptions(paths.evaluationResults),
  validateSearch: listSearch.extend({
    by: z.enum(['item', 'user', 'branch', 'month']).optional().catch(undefined),
  }),
  component: lazyScreen(
    () => import('../features/evaluation-results/results-screen.tsx'),
    'EvaluationResults',
    () => ({}),
  ),
})

/** The values counted in a figure of the results. */
const evaluationValues = createRoute({
  ...childOptions(`${paths.evaluationResults}/answers`),
  validateSearch: listSearch.extend({
    evaluate_id: optionalId,
    scale: z.enum(['pass_fail', 'five']).optional().catch(undefined),
    value: z.coerce.number().int().min(0).max(5).optional().catch(undefined),
  }),
  component: lazyScreen(
    () => import('../features/evaluation-results/value-lists.tsx'),
    'EvaluationValues',
    () => ({}),
  ),
})

const examCalendar = createRoute({
  ...childOptions(paths.examCalendar),
  validateSearch: z.object({
    view: z.enum(['month', 'week', 'day', 'list']).optional().catch(undefined),
    date: z.string().optional(),
    hide: z.string().optional(),
  }),
  component: lazyScreen(
    () => import('../features/exam-session/calendar/calendar-screen.tsx'),
    'CalendarScreen',
    () => useSearch({ strict: false }) as CalendarSearch,
  ),
})

/** A person's month of payroll, by default the latest. */
const payrollMonth = createRoute({
  ...childOptions(`${paths.payroll}/$id`),
  params: idParams as never,
  validateSearch: z.object({
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
      .optional()
      .catch(undefined),
  }),
  component: lazyScreen(
    () => import('../features/payroll/month-screen.tsx'),
    'PayrollMonth',
    () => ({
      ...(useParams({ strict: false }) as { id: number }),
      ...(useSearch({ strict: false }) as { month?: string }),
    }),
  ),
})

const branchSettings = async () => {
  const [{ ResourceForm }, resources] = await Promise.all([
    import('../crud/resource-form.tsx'),
    import('../features/branch/resource.tsx'),
  ])
  return {
    Settings: ({ id }: { id: number }) => (
      <Permitted permission="branch.update">
        <ResourceForm resource={resources.branchSettings} id={id} />
      </Permitted>
    ),
  }
}

/** The list and the forms of income, of expenses, or of both. */
const bookRoutes = <List extends string>(
  at: { list: List; new: string },
  names: {
    list: 'IncomeList' | 'ExpensesList' | 'AccountList'
    new: 'NewIncome' | 'NewExpense' | 'NewAccountEntry'
    stored: 'StoredIncome' | 'StoredExpense' | 'StoredAccountEntry'
  },
) => [
  listRoute(at.list, () => import('../features/account-entry/entry-list.tsx'), names.list),
  screenRoute(at.new, () => import('../features/account-entry/entry-screen.tsx'), names.new),
  recordRoute(
    `${at.list}/$id`,
    () => import('../features/account-entry/entry-screen.tsx'),
    names.stored,
  ),
]

const routeTree = root.addChildren([
  login,
  setup,
  examScreen,
  satisfaction,
  leaver,
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
    importRoute(pathsOf('exam_right').import, 'exam-right'),
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
    listRoute(
      paths.overdue,
      () => import('../features/application/lists/owed-list.tsx'),
      'OverdueList',
    ),
    listRoute(
      paths.payBalance,
      () => import('../features/application/pay/pay-balance-screen.tsx'),
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
    listRoute(paths.exams, () => import('../features/exam/exam-list.tsx'), 'ExamList'),
    screenRoute(
      paths.examDay,
      () => import('../features/exam-day/exam-day-screen.tsx'),
      'ExamDayScreen',
    ),
    customerTesting,
    examCalendar,
    listRoute(paths.examHistory, () => import('../features/exam/exam-list.tsx'), 'ExamHistory'),
    listRoute(
      pathsOf('exam_right').list,
      () => import('../features/exam/right-list.tsx'),
      'ExamRightList',
    ),
    recordRoute(
      `${pathsOf('exam_right').list}/$id`,
      () => import('../features/exam/right-screen.tsx'),
      'ExamRightScreen',
    ),
    recordRoute(
      `${pathsOf('exam_right').list}/granted/$id`,
      () => import('../features/exam/right-screen.tsx'),
      'GrantedRightScreen',
    ),
    listRoute(
      pathsOf('exam_session').list,
      () => import('../features/exam-session/session-list.tsx'),
      'ExamSessionList',
    ),
    screenRoute(
      pathsOf('exam_session').new,
      () => import('../features/exam-session/session-form.tsx'),
      'NewExamSession',
    ),
    recordRoute(
      `${pathsOf('exam_session').list}/$id`,
      () => import('../features/exam-session/session-screen.tsx'),
      'ExamSessionScreen',
    ),
    recordRoute(
      `${pathsOf('exam_session').list}/$id/edit`,
      () => import('../features/exam-session/session-form.tsx'),
      'EditExamSession',
    ),
    recordRoute(
      `${pathsOf('exam_session').list}/$id/results`,
      () => import('../features/exam-results/results-screen.tsx'),
      'ResultsScreen',
    ),
    evaluationResults,
    evaluationValues,
    listRoute(
      `${paths.evaluationResults}/comments`,
      () => import('../features/evaluation-results/value-lists.tsx'),
      'EvaluationComments',
    ),
    screenRoute(
      paths.ownSessions,
      () => import('../features/exam-results/own-sessions.tsx'),
      'OwnSessions',
    ),
    listRoute(
      paths.statements,
      () => import('../features/statement/statement-list.tsx'),
      'StatementList',
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
    listRoute(
      paths.payrollUsers,
      () => import('../features/payroll/payroll-users.tsx'),
      'PayrollUsers',
    ),
    listRoute(paths.payslips, () => import('../features/payslip/payslip-list.tsx'), 'PayslipList'),
    listRoute(
      paths.taxCertificates,
      () => import('../features/tax-certificate/tax-certificate-list.tsx'),
      'TaxCertificateList',
    ),
    listRoute(
      paths.payrollFiles,
      () => import('../features/payroll-file/payroll-file-list.tsx'),
      'PayrollFileList',
    ),
    screenRoute(
      paths.ownPayslips,
      () => import('../features/payslip/own-payslips.tsx'),
      'OwnPayslips',
    ),
    listRoute(
      paths.withheldTax,
      () => import('../features/withheld-tax/withheld-tax-list.tsx'),
      'WithheldTaxList',
    ),
    listRoute(paths.drawer, () => import('../features/drawer/drawer-screen.tsx'), 'DrawerScreen'),
    listRoute(
      paths.pettyCash.list,
      () => import('../features/petty-cash/petty-cash-list.tsx'),
      'PettyCashList',
    ),
    recordRoute(
      `${paths.pettyCash.list}/$id`,
      () => import('../features/petty-cash/petty-cash-screen.tsx'),
      'PettyCashScreen',
    ),
    ...bookRoutes(paths.income, { list: 'IncomeList', new: 'NewIncome', stored: 'StoredIncome' }),
    ...bookRoutes(paths.expenses, {
      list: 'ExpensesList',
      new: 'NewExpense',
      stored: 'StoredExpense',
    }),
    ...bookRoutes(paths.accounts, {
      list: 'AccountList',
      new: 'NewAccountEntry',
      stored: 'StoredAccountEntry',
    }),
    listRoute(
      paths.vehicleExpenses,
      () => import('../features/account-entry/vehicle-expense-list.tsx'),
      'VehicleExpenseList',
    ),
    listRoute(
      paths.accountLocks,
      () => import('../features/account-lock/lock-list.tsx'),
      'AccountLockList',
    ),
    listRoute(paths.reports, () => import('../features/report/report-screen.tsx'), 'Reports'),
    listRoute(paths.payroll, () => import('../features/payroll/month-list.tsx'), 'PayrollList'),
    listRoute(
      paths.payrollReport,
      () => import('../features/payroll/month-list.tsx'),
      'PayrollReport',
    ),
    payrollMonth,
    screenRoute(paths.school, () => import('../features/school/school-screen.tsx'), 'SchoolScreen'),
    screenRoute(
      paths.dashboard,
      () => import('../features/dashboard/dashboard-screen.tsx'),
      'Dashboard',
    ),
    screenRoute(paths.setupList, () => import('../features/setup/setup-list.tsx'), 'SetupList'),
    screenRoute(
      paths.starterCatalogue,
      () => import('../features/setup/starter-catalogue.tsx'),
      'StarterCatalogue',
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
      'promotion',
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
      'expense-item',
    ),
    ...resourceRoutes(
      'evaluate',
      () => import('../features/evaluation/resource.tsx'),
      'evaluations',
      'evaluation',
    ),
    ...resourceRoutes(
      'vehicle',
      () => import('../features/vehicle/resource.tsx'),
      'vehicles',
      'vehicle',
    ),
    ...resourceRoutes(
      'app_user',
      () => import('../features/employee/resource.tsx'),
      'employees',
      'employee',
    ),
    ...resourceRoutes(
      'document_type',
      () => import('../features/document-type/resource.tsx'),
      'documentTypes',
    ),
    ...resourceRoutes('place', () => import('../features/place/resource.tsx'), 'places'),
    ...resourceRoutes('holiday', () => import('../features/holiday/resource.tsx'), 'holidays'),
    ...resourceRoutes(
      'bank_account',
      () => import('../features/bank-account/resource.tsx'),
      'bankAccounts',
    ),
    ...resourceRoutes(
      'list_payroll',
      () => import('../features/payroll-item/resource.tsx'),
      'payrollItems',
    ),
    ...resourceRoutes(
      'payroll_rate',
      () => import('../features/payroll-rate/resource.tsx'),
      'payrollRates',
    ),
    ...resourceRoutes(
      'recurring_entry',
      () => import('../features/recurring-entry/resource.tsx'),
      'recurringEntries',
    ),
    ...resourceRoutes('role', () => import('../features/role/resource.tsx'), 'roles'),
    listRoute(
      pathsOf('audit_log').list,
      () => import('../features/audit/audit-list.tsx'),
      'AuditList',
    ),
    screenRoute(
      pathsOf('backup').list,
      () => import('../features/backup/backup-screen.tsx'),
      'BackupScreen',
    ),
    screenRoute(
      paths.profile,
      () => import('../features/profile/profile-screen.tsx'),
      'ProfileScreen',
    ),
    screenRoute(
      paths.cardReader,
      () => import('../features/card-reader/card-reader-screen.tsx'),
      'CardReaderScreen',
    ),
    createRoute({ ...childOptions('$'), component: NotFoundScreen }),
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
