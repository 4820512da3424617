/** Calls of each tuned query, at least one for each SQL text that its arguments can produce. */
import {
  certificatePage,
  certificateTotals,
  exportedCertificates,
  paidYears,
  payToCertify,
} from '../src/modules/tax-certificate/tax-certificate.queries.ts'
import {
  exportedWithheld,
  owedByReturn,
  withheldPage,
  withheldTotals,
} from '../src/modules/withheld-tax/withheld-tax.queries.ts'
import { insertDraft, rulesUntil } from '../src/modules/recurring-entry/recurring-entry.queries.ts'
import { recordTerms } from '../src/modules/employee/terms.queries.ts'
import {
  approveMonths,
  insertLines as insertPayrollLines,
  insertMonths,
  claimWork,
  loanEvents,
  updateMonths,
} from '../src/modules/payroll/payroll.queries.ts'
import { panelSeats } from '../src/modules/exam-session/panel-work.queries.ts'
import { offeredAccounts } from '../src/modules/bank-account/bank-account.queries.ts'
import { satang } from '@khapdee/domain/money'
import {
  comparedDocuments,
  comparedLines,
  documentList,
  proposedDocuments,
} from '../src/modules/statement/document.queries.ts'
import {
  accountOptions,
  accountSums,
  linesOf,
  insertLines,
  knownFingerprints,
  linePage,
  lineTotals,
  oneLine,
  visibleAccountOf,
} from '../src/modules/statement/statement.queries.ts'
import {
  endingLicences,
  openDrawers,
  receivedByDay,
  receivedBySpan,
  registeredBySpan,
} from '../src/modules/dashboard/dashboard.queries.ts'
import { spansOf } from '@khapdee/domain/dashboard'
import type { ListQuery } from '@khapdee/contract/wire'
import { day } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import type { Columns } from '../src/db/columns.ts'
import type { TunedQuery } from '../src/db/tuned-query.ts'
import type { UserContext } from '../src/kernel/context.ts'
import { sessionActor, userNames } from '../src/kernel/access.queries.ts'
import { auditFaults } from '../src/kernel/audit-chain.queries.ts'
import { reservationQuery } from '../src/kernel/numbering.queries.ts'
import { recentSales } from '../src/modules/application/recent-sales.queries.ts'
import {
  applicationRecorders,
  auditedUsers,
  paymentRecorders,
} from '../src/modules/user-options.queries.ts'
import { holidaysOf, holidaysOfBranches } from '../src/modules/timetable/holidays.queries.ts'
import {
  applicationPage,
  applicationSearch,
  applicationTotals,
  worklist,
} from '../src/modules/application/application.queries.ts'
import { payableStatus } from '../src/modules/application/application-filter.ts'
import {
  daysOfEntries,
  employeesOf,
  billEntries,
  entryCount,
  entryFigures,
  entryPage,
  entrySums,
  entryTotals,
  searchEntries,
  exportedEntries,
  filesOfEntry,
  heldByBranch,
  offeredItems,
  oneEntry,
  passThroughSums,
  pettyCashOf,
  vehiclesOf,
} from '../src/modules/account-entry/entry.queries.ts'
import { lockHistory, lockPage } from '../src/modules/account-lock/lock-day.queries.ts'
import { openItems } from '../src/modules/account-lock/open-items.queries.ts'
import {
  costsByVehicle,
  fillingsOf,
  isAnomaly,
  vehicleItems,
} from '../src/modules/account-entry/vehicle-expenses.queries.ts'
import { receiptFigures } from '../src/modules/payment/receipt-figures.queries.ts'
import { owedFigures } from '../src/modules/report/report.queries.ts'
import { closingMovements, voidRequests } from '../src/modules/closing/closing.queries.ts'
import { exportedMovements, movementPage } from '../src/modules/payment/payment.queries.ts'
import {
  exportedRights,
  oneRight,
  rightPage,
  rightsOfApplication,
  rightsOfCustomer,
} from '../src/modules/exam/exam-right.queries.ts'
import {
  busySubjects,
  plannedSessions,
  resourcesOfBranches,
} from '../src/modules/exam-session/affected.queries.ts'
import { customersOfNumbers, rightsOfNumbers } from '../src/modules/import/right.queries.ts'
import { rosterOf } from '../src/modules/exam-session/roster.queries.ts'
import {
  calendarBookings,
  calendarDueDays,
  calendarEvents,
  calendarHolidays,
  calendarPeople,
  calendarSessions,
  feedSessions,
} from '../src/modules/calendar/calendar.queries.ts'
import {
  candidatesOf,
  collisions,
  lockApplicationIds,
  lockRightIds,
  rightsForAdmission,
  nextSessions,
  oneSession,
  openBookingsOf,
  ownSessions,
  sessionPage,
  sharedUse,
  staffOf,
  unclosedSessions,
  unseatedOf,
} from '../src/modules/exam-session/session.queries.ts'
import { worklistPage } from '../src/modules/exam-session/worklist.queries.ts'
import {
  insertOccupancies,
  occupiedBy,
  overlappingSessions,
  spansOfBookings,
  releasePastOverlaps,
} from '../src/modules/timetable/occupancy.queries.ts'
import { branchAndAncestors } from '../src/modules/branch/branch.queries.ts'
import {
  fileReferences,
  keysWithFile,
  keysWithoutFile,
  knownKeys,
  lockOldFiles,
} from '../src/modules/file/file.queries.ts'
import { minutesUntilUnlock } from '../src/modules/user/login.queries.ts'
import { recordMiss } from '../src/modules/number-lookup.queries.ts'
import { duplicatePairs } from '../src/modules/customer/duplicates.queries.ts'
import { customerReferences } from '../src/modules/customer/merge.queries.ts'
import { findsTooMany, joinedIds } from '../src/modules/export/export.queries.ts'
import {
  demoRights,
  demoGrantees,
  demoMonths,
  demoStateFees,
  endDemoSessions,
  insertDemoAudit,
  insertJsonRows,
  markDemoExams,
  takeIds,
  textIndexes,
  certifiableDemoRights,
  markedDemoExams,
  tickDemoDocuments,
  updateDemoRights,
} from '../src/seed/demo.queries.ts'
import { createScope } from '../src/kernel/scope.ts'
import {
  applicationEntries,
  auditCount,
  customerEntries,
} from '../src/modules/audit/audit.queries.ts'
import {
  customerByNumber,
  customersByPhone,
  findOrInsertCustomer,
  storedCustomerLocks,
} from '../src/modules/customer/customer.queries.ts'
import { customerHistory } from '../src/modules/customer/customer-history.queries.ts'
import { customerPage, exportedCustomers } from '../src/modules/customer/customer-list.queries.ts'
import {
  compactApplicationTally,
  compactAccountTally,
  compactOpenPayments,
  compactPaymentTally,
} from '../src/modules/application/compact-totals.queries.ts'
import {
  lockPayments,
  releasePromotionUses,
} from '../src/modules/application/end-application.queries.ts'
import {
  bookingHistory,
  disableRights,
  openBookings,
  satRights,
  theoryOfExams,
  wishesOfApplication,
  acceptableBooking,
} from '../src/modules/booking/bookings.queries.ts'
import {
  lockGrantingApplications,
  lockRightsById,
  namedRights,
  extensionsOfLines,
  pendingExtensions,
  lockRightsOfEndingLines,
  rightsOfChange,
} from '../src/modules/booking/named-rights.queries.ts'
import { offeredFees, rightsToCancel } from '../src/modules/exam/propose-fees.queries.ts'
import {
  bookingsInLockOrder,
  isOnPanel,
  markedBookings,
  sheetSession,
  unmarkedBookings,
} from '../src/modules/exam/record-results.queries.ts'
import {
  cancelCertificate,
  certifiedPerson,
  rightsOfLine,
} from '../src/modules/exam/certificate.queries.ts'
import { slipOfBooking } from '../src/modules/exam/slip.queries.ts'
import {
  busyCustomers,
  freeSessionLock,
  queueOf,
  servableSessions,
  sessionLocksById,
  sessionsById,
  sessionsToServe,
  waits,
} from '../src/modules/booking/waiting.queries.ts'
import { waitingPage } from '../src/modules/exam-waiting/waiting-list.queries.ts'
import {
  bookingsWithoutSession,
  bookingsForCheckIn,
  bookingOfCandidate,
  nextQueueNumber,
  nonceOfOther,
  stationsOfDay,
} from '../src/modules/exam/check-in.queries.ts'
import { queuesOfScreen } from '../src/modules/exam/exam-screen.queries.ts'
import { grantedBy, openCodes, storedItems } from '../src/modules/exam/score-sheet.queries.ts'
import { activeItems } from '../src/modules/evaluation-items.queries.ts'
import {
  commentPage,
  exportedComments,
  panelMembers,
  resultCoverage,
  resultGroups,
  resultTotals,
  valuePage,
} from '../src/modules/evaluation/results.queries.ts'
import { examOfCode, useCode } from '../src/modules/satisfaction/satisfaction.queries.ts'
import { rightForSlots } from '../src/modules/exam/slots.queries.ts'
import { unsettledApplications } from '../src/modules/exam/customer-exams.queries.ts'
import {
  bookingPage,
  bookingsOfCustomer,
  bookingsOfSession,
  exportedBookings,
  oneBooking,
} from '../src/modules/exam/booking-list.queries.ts'
import {
  lastSlotDay,
  sessionsOfDay,
  occupationsOf,
  slotsOfSpan,
} from '../src/modules/booking/seats.queries.ts'
import { vehicleVisits } from '../src/modules/application/checked-vehicle.queries.ts'
import { storedRefundRequest } from '../src/modules/application/request-refund.queries.ts'
import { applicationDetail } from '../src/modules/application/get-application.queries.ts'
import { waitingPayroll } from '../src/modules/approval/waiting-payroll.queries.ts'
import { approvalPage, waitingCount } from '../src/modules/approval/approval.queries.ts'
import {
  classifyLines,
  grantRights,
  lockApplications,
  missingRights,
} from '../src/modules/fee/missing-rights.queries.ts'
import {
  closingPage,
  exportedClosings,
  oneClosing,
} from '../src/modules/closing/read-closing.queries.ts'
import {
  drawerCount,
  drawerMoves,
  drawerPage,
  isOpenMove,
  openDrawer,
  openable,
  openSums,
} from '../src/modules/drawer/drawer.queries.ts'
import {
  onePettyCash,
  pettyCashMoves,
  pettyCashPage,
} from '../src/modules/petty-cash/petty-cash.queries.ts'
import { headerRow } from '../src/modules/branch-header.queries.ts'
import { setupFacts } from '../src/modules/setup/setup.queries.ts'
import {
  applicationParts,
  applicationPartsWithNumbers,
  lockedApplication,
} from '../src/modules/application/open-application.queries.ts'
import { headerAndItems } from '../src/modules/application/price-lines.queries.ts'
import { formData } from '../src/modules/application/print-form.queries.ts'
import { requiredNames } from '../src/modules/application/required-documents.queries.ts'
import {
  applicationsByCode,
  applicationsByVehicle,
  customersMatching,
  receiptsByCode,
} from '../src/modules/search/search.queries.ts'

export interface QuerySample {
  name: string
  query: TunedQuery<never, Columns>
  calls: readonly (readonly unknown[])[]
}

const sample = <Arguments extends readonly unknown[]>(
  name: string,
  query: TunedQuery<Arguments, Columns>,
  ...calls: Arguments[]
): QuerySample => ({ name, query: query as unknown as TunedQuery<never, Columns>, calls })

/** A context for building statements, not for running them. */
function contextOf(branchIds: readonly number[], allBranches: boolean): UserContext {
  const actor = {
    user_id: 1,
    session_id: '',
    username: '',
    name: '',
    role_id: 1,
    permissions: new Set<string>(),
    all_branches: allBranches,
    may_self_decide: false,
    must_change_password: false,
    branch_id: 1,
    branches: branchIds.map((branch_id) => ({ branch_id, code: '', name: '' })),
    access_version: 0,
  }
  const clock = { today: () => today, now: () => new Date('2026-11-21T02:00:00Z') }
  return { actor, clock, scope: createScope(actor), may: () => true } as unknown as UserContext
}

const today = day('2026-11-21')
const span = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-01T01:00:00Z' }
const calendarMonth = { start: day('2026-01-01'), end: day('2026-01-31'), branchIds: [1] }
const clerk = contextOf([1], false)
const manager = contextOf([1, 2], false)
const owner = contextOf([1, 2], true)

const always = sql<SqlBool>`true`

const reservation = { branchId: 1, month: '6911', types: { RE: 1 }, ids: { payment: 1 } }

const firstPage: ListQuery = { page: 1, perPage: 25 }
const days: ListQuery = { ...firstPage, start: '2026-01-01', end: '2026-12-31' } as ListQuery
const examSpan = { starts_at: '2026-11-21T02:00:00Z', ends_at: '2026-11-21T05:00:00Z' }
const search: ListQuery = { ...firstPage, text: 'สมชาย' }

const near = { date: today, value: satang(100) }
const openDocuments = {
  accountId: 1,
  ofAnyAccount: false,
  bookedOn: null,
  text: undefined,
  start: undefined,
  end: undefined,
  near: null,
}
const ofAccount: ListQuery = { ...days, type: '1', branch: '1', status: 'unmatched', text: 'โอน' }

const certificateFilters: ListQuery = {
  ...search,
  month: '2026',
  type: 'pnd3',
  status: 'differs',
  sort: '-income',
}

const statementSamples: readonly QuerySample[] = [
  sample('offeredAccounts', offeredAccounts, [clerk, 1]),
  sample('linePage', linePage, [clerk, firstPage], [owner, ofAccount]),
  sample(
    'waitingPayroll',
    waitingPayroll,
    [clerk, [1], ['confirm']],
    [owner, [1, 2], ['confirm', 'approve']],
  ),
  sample(
    'payToCertify',
    payToCertify,
    [clerk, { year: 2026, user_ids: null }],
    [owner, { year: 2026, user_ids: [1, 2] }],
  ),
  sample('paidYears', paidYears, [clerk], [owner]),
  sample('certificatePage', certificatePage, [clerk, firstPage], [owner, certificateFilters]),
  sample('certificateTotals', certificateTotals, [clerk, firstPage], [owner, certificateFilters]),
  sample('exportedCertificates', exportedCertificates, [[1]]),
  sample('lineTotals', lineTotals, [clerk, firstPage], [owner, ofAccount]),
  sample('linesOf', linesOf, [clerk, [1]]),
  sample('oneLine', oneLine, [1, 1]),
  sample('accountOptions', accountOptions, [clerk], [owner]),
  sample('accountSums', accountSums, [clerk, 1, today], [owner, 1, today]),
  sample(
    'documentList',
    documentList,
    [clerk, openDocuments],
    [
      owner,
      {
        ...openDocuments,
        ofAnyAccount: true,
        bookedOn: today,
        text: 'RC',
        start: '2026-01-01',
        end: '2026-12-31',
        near,
      },
    ],
  ),
  sample('comparedLines', comparedLines, [1]),
  sample('visibleAccountOf', visibleAccountOf, [clerk, 1], [owner, 1]),
  sample('comparedDocuments', comparedDocuments, [clerk, 1, today, today]),
  sample('proposedDocuments', proposedDocuments, [clerk, 1, [1]]),
  sample('insertLines', insertLines, [
    { accountId: 1, userId: 1, at: '2026-11-21T02:00:00Z' },
    '[]',
  ]),
  sample('knownFingerprints', knownFingerprints, [1, ['x']]),
]

export const querySamples: readonly QuerySample[] = [
  ...statementSamples,
  sample('sessionActor', sessionActor, ['']),
  sample('userNames', userNames, []),
  sample('recentSales', recentSales, [[1]]),
  sample('applicationRecorders', applicationRecorders, [[1]]),
  sample('paymentRecorders', paymentRecorders, [[1]]),
  sample('auditedUsers', auditedUsers, [[1]]),
  sample('auditFaults', auditFaults, []),
  sample('reservationQuery', reservationQuery, [reservation]),
  sample('branchAndAncestors', branchAndAncestors, [1]),
  sample('minutesUntilUnlock', minutesUntilUnlock, [
    { username: '', address: '', lockMinutes: 1, maxMisses: { username: 1, address: 1 } },
  ]),
  sample('recordMiss', recordMiss, [{ userId: 1, numberHash: '' }]),
  sample(
    'sessionPage',
    sessionPage,
    [clerk, firstPage],
    [manager, { ...days, status: 'full', category: 'theory', sort: '-starts_at' }],
    [owner, search],
  ),
  sample('oneSession', oneSession, [clerk, 1]),
  sample('nextSessions', nextSessions, [
    { exam_session_id: 1, kind: 'theory', branch_id: 1 },
    '2026-11-21T02:00:00Z',
    [{ branch_id: 1, licence_type: 'car', first: day('2026-11-21'), last: day('2026-12-21') }],
    true,
  ]),
  sample('candidatesOf', candidatesOf, [1, [1]]),
  sample('rosterOf', rosterOf, [1, day('2026-11-21'), [1]]),
  sample('rosterOf of a booking', rosterOf, [sql<number>`(select 1)`, day('2026-11-21'), [1]]),
  sample('openBookingsOf', openBookingsOf, [sql<SqlBool>`e.exam_session_id = 1`]),
  sample('lockApplicationIds', lockApplicationIds, [[1]]),
  sample('lockRightIds', lockRightIds, [[1]]),
  sample('rightsForAdmission', rightsForAdmission, [[1]]),
  sample('collisions', collisions, [clerk, [], []]),
  sample('worklistPage', worklistPage, [clerk, { page: 1, perPage: 10 }]),
  sample('acceptableBooking', acceptableBooking, [1]),
  sample('unseatedOf', unseatedOf, [1]),
  sample('plannedSessions', plannedSessions, [clerk, { exam_session_id: 1 }, day('2026-11-21')]),
  sample('resourcesOfBranches', resourcesOfBranches, [[1]]),
  sample('busySubjects', busySubjects, [[], []]),
  sample('holidaysOfBranches', holidaysOfBranches, [[1], day('2026-11-21'), day('2026-12-31')]),
  sample('holidaysOf', holidaysOf, [1, day('2026-11-21'), day('2026-12-31')]),
  sample('staffOf', staffOf, [1]),
  sample('sharedUse', sharedUse, [[{ place_id: 1, exam_session_id: 1, ...examSpan }]]),
  sample('formData', formData, [clerk, 1]),
  sample('fileReferences', fileReferences, []),
  sample('lockOldFiles', lockOldFiles, [1, always, 1]),
  sample('keysWithoutFile', keysWithoutFile, [['']]),
  sample('keysWithFile', keysWithFile, [['']]),
  sample('knownKeys', knownKeys, [[''], 1]),
  sample(
    'customerPage',
    customerPage,
    [clerk, firstPage],
    [manager, { ...days, type: 'thai', status: 'given', sort: 'name' }],
    [owner, firstPage],
    [clerk, search],
    [owner, { ...search, text: '081-234' }],
  ),
  sample(
    'applicationTotals',
    applicationTotals,
    [clerk, firstPage, 'course'],
    [clerk, { ...days, status: payableStatus }, 'all'],
    [owner, { ...firstPage, category: 'pending' }, 'request_fee'],
  ),
  sample(
    'applicationPage',
    applicationPage,
    [clerk, firstPage, 'course', sql`select * from application`, today],
    [owner, { ...days, sort: 'balance' }, 'course', sql`select * from application`, today],
  ),
  sample('certifiableDemoRights', certifiableDemoRights, []),
  sample('markedDemoExams', markedDemoExams, []),
  sample('tickDemoDocuments', tickDemoDocuments, ['2026-11-21']),
  sample(
    'worklist',
    worklist,
    [clerk, { ...firstPage, category: 'late' }, 'all'],
    [owner, search, 'course'],
  ),
  sample(
    'applicationSearch',
    applicationSearch,
    [
      owner,
      search,
      'course',
      {
        matchesByText: always,
        matchesInOrder: always,
        today,
        usesGenericPlan: false,
        isSampled: true,
      },
    ],
    [
      clerk,
      search,
      'course',
      {
        matchesByText: always,
        matchesInOrder: always,
        today,
        usesGenericPlan: true,
        isSampled: false,
      },
    ],
  ),
  sample('movementPage', movementPage, [clerk, firstPage], [owner, days], [manager, search]),
  sample(
    'entryPage',
    entryPage,
    [clerk, { query: firstPage, side: null }],
    [
      owner,
      {
        query: { ...days, status: 'posted', type: 'general', category: 'line:course' },
        side: 'income',
      },
    ],
    [manager, { query: { ...search, type: 'customer' }, side: 'expenses' }],
  ),
  sample(
    'entryCount',
    entryCount,
    [clerk, { query: firstPage, side: null }],
    [manager, { query: search, side: 'income' }],
  ),
  sample(
    'entrySums',
    entrySums,
    [clerk, { query: firstPage, side: null }, 'day'],
    [manager, { query: search, side: 'income' }, 'month'],
  ),
  sample('fillingsOf', fillingsOf, [[1]]),
  sample(
    'costsByVehicle',
    costsByVehicle,
    [clerk, { query: firstPage, side: 'expenses' }],
    [manager, { query: days, side: 'expenses', where: isAnomaly }],
  ),
  sample('vehicleItems', vehicleItems, [clerk, { query: firstPage, side: 'expenses' }]),
  sample('searchEntries', searchEntries, [
    clerk,
    { query: { ...firstPage, text: 'ก' }, side: null },
    null,
  ]),
  sample('entryTotals', entryTotals, [clerk, { query: firstPage, side: null }, today, today]),
  sample(
    'passThroughSums',
    passThroughSums,
    [clerk, firstPage],
    [owner, { ...firstPage, ...days }],
  ),
  sample('lockPage', lockPage, [clerk, firstPage], [owner, { ...firstPage, branch: '1' }]),
  sample(
    'lockHistory',
    lockHistory,
    [clerk, firstPage],
    [owner, { ...firstPage, branch: '1', sort: '-day' }],
  ),
  sample('openItems', openItems, [{ branchId: 1, until: today, ofAllBranches: true }]),
  sample('daysOfEntries', daysOfEntries, [clerk, { query: firstPage, side: null }]),
  sample('exportedEntries', exportedEntries, [[1]]),
  sample('oneEntry', oneEntry, [clerk, 1]),
  sample('filesOfEntry', filesOfEntry, [1]),
  sample('offeredItems', offeredItems, [clerk, 1, null], [clerk, 1, 'income']),
  sample('employeesOf', employeesOf, [clerk, 1]),
  sample('pettyCashOf', pettyCashOf, [clerk, undefined], [clerk, 1]),
  sample(
    'entryFigures',
    entryFigures,
    [clerk, { query: firstPage, side: null }, {}],
    [
      clerk,
      { query: { ...firstPage, status: 'counted', pay_type: 'cash' }, side: null },
      { period: 'month', branch: true, group: true, pay_type: true },
    ],
  ),
  sample('heldByBranch', heldByBranch, [clerk, firstPage]),
  sample('receiptFigures', receiptFigures, [clerk, firstPage]),
  sample('owedFigures', owedFigures, [clerk, firstPage, today]),
  sample('offeredItems', offeredItems, [clerk, 1, null], [clerk, 1, 'income']),
  sample('employeesOf', employeesOf, [clerk, 1]),
  sample('vehiclesOf', vehiclesOf, [clerk, undefined, true], [clerk, 1, false]),
  sample('findsTooMany', findsTooMany, [sql`select customer_id from customer`]),
  sample(
    'rightPage',
    rightPage,
    [clerk, firstPage],
    [owner, { ...days, status: 'expiring', category: 'theory', type: 'car' }],
    [manager, search],
  ),
  sample('exportedRights', exportedRights, [[1]]),
  sample('rightsOfNumbers', rightsOfNumbers, [['1100000000016'], [1]]),
  sample('customersOfNumbers', customersOfNumbers, [['1100000000016']]),
  sample('oneRight', oneRight, [clerk, 1]),
  sample('rightsOfApplication', rightsOfApplication, [clerk, 1]),
  sample('closingMovements', closingMovements, [sql<SqlBool>`p.branch_id = ${1}`, 30]),
  sample('exportedCustomers', exportedCustomers, [clerk, [1]]),
  sample('duplicatePairs', duplicatePairs, [clerk, 0]),
  sample('customerReferences', customerReferences, [1, [1]]),
  sample('customerHistory', customerHistory, [clerk, 1]),
  sample('joinedIds', joinedIds, [sql`select customer_id as id from customer`]),
  sample('insertDemoAudit', insertDemoAudit, ['[]']),
  sample('textIndexes', textIndexes, []),
  sample('insertJsonRows', insertJsonRows, ['occupancy', ['kind', 'during'], '[]']),
  sample('takeIds', takeIds, ['exam', 2]),
  sample('demoMonths', demoMonths, []),
  sample('demoStateFees', demoStateFees, []),
  sample('demoRights', demoRights, []),
  sample('demoGrantees', demoGrantees, [1, 'theory', '2026-11-20T09:00:00Z', 8]),
  sample('endDemoSessions', endDemoSessions, [45, '2026-11-21T10:00:00Z']),
  sample('markDemoExams', markDemoExams, ['[]']),
  sample('updateDemoRights', updateDemoRights, ['[]']),
  sample('customerByNumber', customerByNumber, [[1], 'idcard', '1'], [[1], 'passport', '1']),
  sample('customersByPhone', customersByPhone, [clerk, '0811111111', 10]),
  sample('findOrInsertCustomer', findOrInsertCustomer, [
    {
      idcard: '1',
      passport: '',
      values: { prefix: 'นาย', fname: 'ก', sname: 'ข', idcard: '1', branch_id: 1 },
    },
    reservation,
    '',
  ]),
  sample('customerEntries', customerEntries, [1]),
  sample('applicationEntries', applicationEntries, [1]),
  sample('auditCount', auditCount, [sql<SqlBool>`a.user_id = ${1}`]),
  sample('customersMatching', customersMatching, [clerk, sql<SqlBool>`name like ${'%ก%'}`, 'ก']),
  sample(
    'applicationsByCode',
    applicationsByCode,
    [clerk, { start: 'AP-' }],
    [clerk, { end: '1' }],
  ),
  sample('receiptsByCode', receiptsByCode, [clerk, { start: 'RE-' }], [clerk, { end: '1' }]),
  sample('applicationsByVehicle', applicationsByVehicle, [clerk, '1กข'], [clerk, 'กข']),
  sample('vehicleVisits', vehicleVisits, [clerk, sql<SqlBool>`v.plate_key = ${'กข1'}`]),
  sample('compactApplicationTally', compactApplicationTally, []),
  sample('compactOpenPayments', compactOpenPayments, []),
  sample('compactPaymentTally', compactPaymentTally, []),
  sample('compactAccountTally', compactAccountTally, []),
  sample('disableRights', disableRights, [[1], { user_id: 1, at: '2026-01-01T00:00:00Z' }]),
  sample('waits', waits, [sql<SqlBool>`w.right_id = 1`]),
  sample('queueOf', queueOf, [sql<SqlBool>`w.right_id = 1`]),
  sample('servableSessions', servableSessions, [[1]]),
  sample('sessionsById', sessionsById, [[1]]),
  sample('sessionLocksById', sessionLocksById, [[1]]),
  sample('freeSessionLock', freeSessionLock, [1]),
  sample('sessionsToServe', sessionsToServe, ['2026-01-01T00:00:00Z']),
  sample('busyCustomers', busyCustomers, [
    [
      {
        plan_id: 1,
        customer_id: 1,
        starts_at: '2026-01-01T00:00:00Z',
        ends_at: '2026-01-01T01:00:00Z',
        except_exam_id: null,
      },
    ],
  ]),
  sample('waitingPage', waitingPage, [
    clerk,
    { ...firstPage, exam_session_id: 1, customer_id: 1, application_id: 1 },
  ]),
  sample('openBookings', openBookings, [sql<SqlBool>`r.right_id = 1`]),
  sample('bookingHistory', bookingHistory, [[1], 0]),
  sample('lockGrantingApplications', lockGrantingApplications, [[1], 1]),
  sample('lockRightsById', lockRightsById, [[1]]),
  sample('namedRights', namedRights, [clerk, sql<SqlBool>`r.right_id = 1`]),
  sample('rightsOfChange', rightsOfChange, [1]),
  sample('lockRightsOfEndingLines', lockRightsOfEndingLines, [[1]]),
  sample('storedCustomerLocks', storedCustomerLocks, [
    { customer_id: 1, idcard: '1', passport: '' },
    [1],
  ]),
  sample('extensionsOfLines', extensionsOfLines, [[1]]),
  sample('pendingExtensions', pendingExtensions, [1]),
  sample('rightsToCancel', rightsToCancel, [[1]]),
  sample('offeredFees', offeredFees, [[1], 1]),
  sample('theoryOfExams', theoryOfExams, [[{ customer_id: 1, licence_type: 'car' }]]),
  sample('wishesOfApplication', wishesOfApplication, [1]),
  sample('overlappingSessions', overlappingSessions, [1, 2]),
  sample('releasePastOverlaps', releasePastOverlaps, [1, 2]),
  sample('markedBookings', markedBookings, [[1], 1]),
  sample('bookingsInLockOrder', bookingsInLockOrder, [[1]]),
  sample('unmarkedBookings', unmarkedBookings, [1]),
  sample('isOnPanel', isOnPanel, [1, 1]),
  sample('sheetSession', sheetSession, [clerk, 1]),
  sample('oneBooking', oneBooking, [clerk, 1]),
  sample('bookingsOfSession', bookingsOfSession, [clerk, 1]),
  sample('activeItems', activeItems, [1]),
  sample('storedItems', storedItems, [[1]]),
  sample('grantedBy', grantedBy, [[1]]),
  sample('openCodes', openCodes, [[1], '2026-01-01T00:00:00Z']),
  sample('examOfCode', examOfCode, ['12345678', '2026-01-01T00:00:00Z']),
  sample('useCode', useCode, [1, '', '2026-01-01T00:00:00Z']),
  sample('unclosedSessions', unclosedSessions, [clerk, firstPage]),
  sample('ownSessions', ownSessions, [clerk]),
  sample('bookingOfCandidate', bookingOfCandidate, [
    [1],
    { exam_id: null, code: '7K2M9QXD31VZ', customer_id: null },
    {
      today: day('2026-11-21'),
      now: '2026-11-21T03:00:00Z',
      sessionId: 1,
      nonce: '00000000-0000-4000-8000-000000000000',
    },
  ]),
  sample('queuesOfScreen', queuesOfScreen, ['hash', today]),
  sample('nextQueueNumber', nextQueueNumber, [1]),
  sample('bookingsForCheckIn', bookingsForCheckIn, [[1], 1, today]),
  sample('nonceOfOther', nonceOfOther, ['00000000-0000-4000-8000-000000000000', 1]),
  sample('stationsOfDay', stationsOfDay, [[1], day('2026-11-21'), 1]),
  sample('bookingsWithoutSession', bookingsWithoutSession, [[1], today]),
  sample('satRights', satRights, [[1]]),
  sample(
    'resultGroups',
    resultGroups,
    [clerk, 'item', firstPage],
    [owner, 'user', { ...days, user: '1', type: 'theory', category: 'ภาพรวม' }],
    [owner, 'user', { ...firstPage, user: 'none' }],
    [manager, 'branch', days],
    [manager, 'month', days],
  ),
  sample('resultTotals', resultTotals, [owner, days]),
  sample('resultCoverage', resultCoverage, [clerk, days]),
  sample('valuePage', valuePage, [owner, { ...days, evaluate_id: 1, scale: 'five', value: 5 }]),
  sample('commentPage', commentPage, [clerk, firstPage], [owner, search]),
  sample('exportedComments', exportedComments, [[1]]),
  sample('panelMembers', panelMembers, [clerk]),
  sample(
    'bookingPage',
    bookingPage,
    [clerk, firstPage],
    [owner, { ...days, status: 'waiting', category: 'theory', type: 'car' }],
    [manager, search],
  ),
  sample('bookingsOfCustomer', bookingsOfCustomer, [clerk, 1]),
  sample('rightsOfCustomer', rightsOfCustomer, [clerk, 1]),
  sample('unsettledApplications', unsettledApplications, [clerk, 1]),
  sample('exportedBookings', exportedBookings, [clerk, [1]]),
  sample('occupationsOf', occupationsOf, [
    clerk,
    [1],
    { start: day('2026-01-01'), end: day('2026-01-31') },
    null,
  ]),
  sample('sessionsOfDay', sessionsOfDay, [
    { branch_id: 1, kind: 'theory', licence_type: 'car' },
    day('2026-01-01'),
    '2026-01-01T00:00:00Z',
  ]),
  sample('slotsOfSpan', slotsOfSpan, [
    { branch_id: 1, kind: 'theory', licence_type: 'car' },
    { start: day('2026-01-01'), end: day('2026-01-31') },
    '2026-01-01T00:00:00Z',
    true,
  ]),
  sample('lastSlotDay', lastSlotDay, [
    { branch_id: 1, kind: 'theory', licence_type: 'car' },
    '2026-01-01T00:00:00Z',
    true,
  ]),
  sample('rightForSlots', rightForSlots, [clerk, 1]),
  sample('rightsOfLine', rightsOfLine, [1]),
  sample('certifiedPerson', certifiedPerson, [1]),
  sample('cancelCertificate', cancelCertificate, [
    1,
    '',
    { user_id: 1, at: '2026-11-21T00:00:00Z' },
  ]),
  sample('slipOfBooking', slipOfBooking, [clerk, 1]),
  sample('insertOccupancies', insertOccupancies, [
    [{ kind: 'user', subject_id: 1 }],
    { exam_session_id: 1, exam_id: null, ...span },
  ]),
  sample('calendarSessions', calendarSessions, [calendarMonth]),
  sample('calendarBookings', calendarBookings, [calendarMonth]),
  sample('calendarHolidays', calendarHolidays, [calendarMonth]),
  sample('calendarPeople', calendarPeople, [calendarMonth, 1, true]),
  sample('calendarDueDays', calendarDueDays, [calendarMonth]),
  sample('feedSessions', feedSessions, [1, day('2026-01-01'), day('2026-01-31')]),
  sample('calendarEvents', calendarEvents, [calendarMonth, 1]),
  sample('calendarEvents in several branches', calendarEvents, [
    { ...calendarMonth, branchIds: [1, 2] },
    1,
  ]),
  sample('spansOfBookings', spansOfBookings, [1]),
  sample('occupiedBy', occupiedBy, [clerk, [{ kind: 'user', subject_id: 1 }], span]),
  sample('lockPayments', lockPayments, [1]),
  sample('storedRefundRequest', storedRefundRequest, [clerk, 1]),
  sample('releasePromotionUses', releasePromotionUses, [[1]]),
  sample('missingRights', missingRights, [clerk, 1, day('2026-01-01')]),
  sample('lockApplications', lockApplications, [clerk, 1, day('2026-01-01')]),
  sample('grantRights', grantRights, [
    clerk,
    1,
    { today: day('2026-01-01'), user_id: 1, at: '2026-01-01T00:00:00Z' },
  ]),
  sample('classifyLines', classifyLines, [clerk, 1, day('2026-01-01')]),
  sample('lockedApplication', lockedApplication, [clerk, 1]),
  sample('applicationParts', applicationParts, [1]),
  sample('applicationPartsWithNumbers', applicationPartsWithNumbers, [clerk, 1, reservation]),
  sample('headerRow', headerRow, [1]),
  sample('setupFacts', setupFacts, []),
  sample('requiredNames', requiredNames, [
    {
      branchId: 1,
      customer: { is_foreigner: false, birthday: '2008-11-21' },
      lines: [{ kind: 'course', item_id: 1 }],
      today: day('2026-11-21'),
    },
  ]),
  sample('headerAndItems', headerAndItems, [{ course: [1], other_fee: [], request_fee: [] }, 1]),
  sample('applicationDetail', applicationDetail, [clerk, 1, today]),
  sample(
    'approvalPage',
    approvalPage,
    [clerk, firstPage, 'waiting', '2026-11-21T03:00:00Z'],
    [owner, { ...firstPage, type: 'void' }, 'decided', '2026-11-21T03:00:00Z'],
  ),
  sample('voidRequests', voidRequests, [sql<SqlBool>`p.branch_id = ${1}`]),
  sample('waitingCount', waitingCount, [clerk, [1]]),
  sample('receivedBySpan', receivedBySpan, [spansOf(today), [1]]),
  sample('receivedByDay', receivedByDay, [{ start: today, end: today }, [1]]),
  sample('registeredBySpan', registeredBySpan, [spansOf(today), [1]]),
  sample('openDrawers', openDrawers, [[1]]),
  sample('endingLicences', endingLicences, [clerk, [1], today, 20], [owner, [1], today, 20]),
  sample('openSums', openSums, [1]),
  sample('billEntries', billEntries, [clerk, 1]),
  sample('openable', openable, [1]),
  sample('openDrawer', openDrawer, [1]),
  sample('drawerMoves', drawerMoves, [isOpenMove(1), 30]),
  sample(
    'drawerPage',
    drawerPage,
    [clerk, firstPage],
    [owner, { ...days, type: 'deposit', status: 'open', sort: '-value' }],
  ),
  sample('drawerCount', drawerCount, [clerk, firstPage]),
  sample(
    'pettyCashPage',
    pettyCashPage,
    [clerk, firstPage],
    [owner, { ...search, status: 'open' }],
  ),
  sample('onePettyCash', onePettyCash, [clerk, 1]),
  sample('pettyCashMoves', pettyCashMoves, [1, { page: 1, perPage: 30 }]),
  sample(
    'withheldPage',
    withheldPage,
    [clerk, firstPage],
    [owner, { ...search, status: 'owed', type: 'pnd3', month: '2026-11', sort: '-wht_value' }],
  ),
  sample('withheldTotals', withheldTotals, [clerk, firstPage]),
  sample('exportedWithheld', exportedWithheld, [clerk, [1]]),
  sample('owedByReturn', owedByReturn, [clerk, firstPage]),
  sample('rulesUntil', rulesUntil, [today]),
  sample('insertDraft', insertDraft, [
    { id: 1, version: 1, date: today, period: '2026-11', at: '2026-11-21T03:00:00Z' },
  ]),
  sample(
    'closingPage',
    closingPage,
    [sql<SqlBool>`true`, firstPage],
    [sql<SqlBool>`true`, { ...firstPage, sort: '-day' }],
  ),
  sample('oneClosing', oneClosing, [clerk, 1]),
  sample('exportedClosings', exportedClosings, [[1]]),
  sample('recordTerms', recordTerms, [1, '2026-01-01', null]),
  sample('approveMonths', approveMonths, ['[]', 1, '2026-11-21T03:00:00Z']),
  sample('insertLines', insertPayrollLines, ['[]']),
  sample('loanEvents', loanEvents, [[1]]),
  sample('claimWork', claimWork, ['[]']),
  sample('panelSeats', panelSeats, [[1], day('2026-01-01'), day('2026-01-31')]),
  sample('insertMonths', insertMonths, ['[]', { by: 1, at: '2026-11-21T03:00:00Z' }]),
  sample('updateMonths', updateMonths, ['[]', '2026-11-21T03:00:00Z']),
  sample('exportedMovements', exportedMovements, [[1]]),
]
