/** The measured list requests: every filter and sort order that the screens offer. */
import { applicationStatuses } from '@khapdee/domain/application/status'
import { reportKinds } from '@khapdee/domain/report'
import { nationalities, noticeStates } from '@khapdee/domain/privacy-notice'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../../apps/server/src/db/types.ts'
import { examCases } from './exam-cases.ts'

type Query = Readonly<Record<string, string>>

export interface Case {
  name: string
  path: string
}

const pathOf = (list: string, query: Query) => `/api/v1/${list}?${new URLSearchParams(query)}`
const listPath = (query: Query) => pathOf('application/gettable', { type: 'course', ...query })
const customersPath = (query: Query) => pathOf('customer/gettable', query)

/** The lists of outstanding balances and of payments, with their totals. @param customerName a customer to search for */
function moneyCases(
  customerName: string,
  spans: Readonly<Record<string, Query>>,
  branch: string,
): Case[] {
  const balances: [string, Query][] = [
    ['', {}],
    [', oldest first', { sort: 'createdAt' }],
    [', largest first', { sort: '-balance' }],
    [', branch', { branch }],
    [', text', { text: texts['3 letters, frequent'] }],
  ]
  const payments: [string, Query][] = [
    ...Object.entries(spans).map(([span, query]): [string, Query] => [`, ${span}`, query]),
    [', all time', {}],
    [', transfers', { category: 'transfer' }],
    [', branch', { branch }],
    [', one person', { text: customerName }],
    [', text in a year', { text: texts['3 letters, frequent'], ...spans['a year'] }],
  ]
  return [
    ...balances.map(([label, query]) => ({
      name: `balances${label}`,
      path: pathOf('payment/overdue/gettable', { status: 'outstanding', ...query }),
    })),
    ...payments.map(([label, query]) => ({
      name: `payments${label}`,
      path: pathOf('payment/gettable', query),
    })),
  ]
}

/** The list of customers: every filter and order. */
function customerCases(
  searchTexts: Readonly<Record<string, string>>,
  spans: Readonly<Record<string, Query>>,
  branch: string,
): Case[] {
  const frequent = texts['3 letters, frequent']
  const queries: [string, Query][] = [
    ['default', {}],
    ['branch', { branch }],
    ...Object.keys(nationalities).map((type): [string, Query] => [`type ${type}`, { type }]),
    ...Object.keys(noticeStates).map((status): [string, Query] => [`notice ${status}`, { status }]),
    ...Object.entries(spans),
    ...Object.entries(searchTexts).map(([name, text]): [string, Query] => [
      `text: ${name}`,
      { text },
    ]),
    ['text in a year', { text: frequent, ...spans['a year'] }],
    ['text in a branch', { text: frequent, branch }],
    ['text by name', { text: frequent, sort: 'name' }],
    ...['1 letter, frequent', '2 letters, frequent', '1 digit', '2 digits'].flatMap(
      (name): [string, Query][] => {
        const text = searchTexts[name] ?? ''
        return [
          [`text: ${name}, in a branch`, { text, branch }],
          [`text: ${name}, in a year`, { text, ...spans['a year'] }],
          [`text: ${name}, notice missing`, { text, status: 'missing' }],
          [`text: ${name}, by name`, { text, sort: 'name' }],
        ]
      },
    ),
    ['branch by name', { branch, sort: 'name' }],
    ['branch, notice, month', { branch, status: 'missing', ...spans['a month'] }],
    ...['name', '-name', 'createdAt', '-createdAt'].map((sort): [string, Query] => [
      `by ${sort}`,
      { sort },
    ]),
  ]
  return queries.map(([name, query]) => ({
    name: `customers, ${name}`,
    path: customersPath(query),
  }))
}

/** The books: the lists with their charts and totals, and the reports that read most rows. */
function accountCases(
  searchTexts: Readonly<Record<string, string>>,
  spans: Readonly<Record<string, Query>>,
  branch: string,
): Case[] {
  const { 'a month': month = {}, 'a year': year = {} } = spans
  const allTime = { start: '2000-01-01' }
  const queries: [string, Query][] = [
    ...Object.entries(spans),
    ['all time', allTime],
    ...['a month', 'a year'].flatMap((span): [string, Query][] => {
      const days = spans[span] ?? {}
      return [
        [`branch, ${span}`, { branch, ...days }],
        [`customers, ${span}`, { type: 'customer', ...days }],
        [`courses, ${span}`, { category: 'line:course', ...days }],
        [`transfers, ${span}`, { pay_type: 'transfer', ...days }],
        [`passed on, ${span}`, { status: 'passed_on', ...days }],
        [`drafts, ${span}`, { status: 'draft', ...days }],
        [`voids, ${span}`, { status: 'void', ...days }],
        [`vehicles, ${span}`, { type: 'vehicle', ...days }],
        [`an item, ${span}`, { category: 'expenses:group:สำนักงาน', ...days }],
        [`by value, ${span}`, { sort: '-value', ...days }],
        [`by name, ${span}`, { sort: 'name', ...days }],
        ...Object.entries(searchTexts).map(([name, text]): [string, Query] => [
          `text: ${name}, ${span}`,
          { text, ...days },
        ]),
        [`text in a branch, ${span}`, { text: texts['3 letters, frequent'], branch, ...days }],
      ]
    }),
    ...Object.entries(searchTexts).map(([name, text]): [string, Query] => [
      `text: ${name}, all time`,
      { text, ...allTime },
    ]),
  ]
  return [
    ...queries.map(([name, query]) => ({
      name: `books, ${name}`,
      path: pathOf('accounting/Accounttable', query),
    })),
    { name: 'books, income, a month', path: pathOf('accounting/incometable', month) },
    { name: 'books, income, a year', path: pathOf('accounting/incometable', year) },
    { name: 'books, expenses, a month', path: pathOf('accounting/expensestable', month) },
    { name: 'books, expenses, a year', path: pathOf('accounting/expensestable', year) },
    ...Object.keys(reportKinds).map((type) => ({
      name: `report ${type}, a year`,
      path: pathOf('report/gettable', { type, ...year }),
    })),
  ]
}

/** An application from the middle of the branch's history, as a search target. */
async function sampleApplication(db: Kysely<DB>, branchId: number) {
  const { application_id } = await db
    .selectFrom('application')
    .select(({ fn }) => fn.max('application_id').as('application_id'))
    .executeTakeFirstOrThrow()
  return db
    .selectFrom('application')
    .innerJoin('customer', 'customer.customer_id', 'application.customer_id')
    .select(['application_id', 'application_code', 'created_by', 'name', 'idcard', 'phone_1'])
    .where('application_id', '>=', Math.floor(application_id / 2))
    .where('application.branch_id', '=', branchId)
    .where('type', '=', 'course')
    .where('application.is_delete', '=', false)
    .orderBy('application_id')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Search texts by length and frequency in the generated names. */
const texts = {
  '1 letter, frequent': 'ก',
  '1 letter, rare': 'ฮ',
  '2 letters, frequent': 'สุ',
  '2 letters, none': 'ฟซ',
  '3 letters, frequent': 'ศรี',
  '3 letters, rare': 'ฮาม',
  '6 letters, frequent': 'สุวรรณ',
  '6 letters, rare': 'กษ์ฮาม',
  '6 letters, none': 'ควอนตั',
  '1 digit': '7',
  '2 digits': '60',
}

/** All cases except deep pages. @param branchId the branch of the branch filters and of the searched records */
export async function casesOf(db: Kysely<DB>, branchId: number): Promise<Case[]> {
  const target = await sampleApplication(db, branchId)
  const yesterday = addDays(todayInBangkok(new Date()), -1)
  const spans = {
    'a day': { start: yesterday, end: yesterday },
    'a month': { start: addDays(yesterday, -29), end: yesterday },
    'a year': { start: addDays(yesterday, -364), end: yesterday },
    'a year, long ago': { start: addDays(yesterday, -1800), end: addDays(yesterday, -1436) },
    'since five years ago': { start: addDays(yesterday, -1800) },
    'until five years ago': { end: addDays(yesterday, -1800) },
  }
  // The six weeks of a month view around today.
  const calendarMonth = { start: addDays(yesterday, -20), end: addDays(yesterday, 21) }
  const personTexts = {
    ...texts,
    'full name': target.name,
    'start of an ID number': target.idcard.slice(0, 6),
    'ID number': target.idcard,
    'start of a phone': target.phone_1.slice(0, 5),
    'end of a phone': target.phone_1.slice(-4),
    phone: target.phone_1,
  }
  const searchTexts = {
    ...personTexts,
    'start of a code': target.application_code.slice(0, 11),
    'end of a code': target.application_code.slice(-4),
    code: target.application_code,
  }
  const orders = ['application_code', 'customer_name', 'createdAt', 'net', 'paid', 'balance']
  const branch = String(branchId)
  const queries: [string, Query][] = [
    ['default', {}],
    ['branch', { branch }],
    ['user', { user: String(target.created_by) }],
    ...Object.entries(applicationStatuses).map(([status]): [string, Query] => [
      `status ${status}`,
      { status },
    ]),
    ...Object.entries(spans),
    ...Object.entries(searchTexts).map(([name, text]): [string, Query] => [
      `text: ${name}`,
      { text },
    ]),
    ['text in a year', { text: texts['3 letters, frequent'], ...spans['a year'] }],
    ['branch, status, month', { branch, status: 'outstanding', ...spans['a month'] }],
    ['status by name', { status: 'outstanding', sort: 'customer_name' }],
    ['text by name', { text: texts['3 letters, frequent'], sort: 'customer_name' }],
    ...orders.flatMap((order): [string, Query][] => [
      [`by ${order}`, { sort: order }],
      [`by ${order}, descending`, { sort: `-${order}` }],
    ]),
  ]
  return [
    ...queries.map(([name, query]) => ({ name, path: listPath(query) })),
    ...moneyCases(target.name, spans, branch),
    ...customerCases(personTexts, spans, branch),
    ...accountCases(searchTexts, spans, branch),
    ...(await examCases(db, branch, searchTexts, spans)),
    ...[{}, { branch }].map((query) => ({
      name: 'branch' in query ? 'calendar month, branch' : 'calendar month',
      path: pathOf('exam/calendar', { ...query, ...calendarMonth }),
    })),
    ...[{}, { branch }].map((query) => ({
      name: 'branch' in query ? 'dashboard, branch' : 'dashboard',
      path: pathOf('dashboard/get', query),
    })),
    { name: 'get one', path: `/api/v1/application/get/${target.application_id}` },
  ]
}

/** The middle page and the last page that a list reaches. */
const pagesOfList = (
  name: string,
  pathOfPage: (query: Query) => string,
  totalPages: number,
): Case[] => [
  { name: `${name}middle page`, path: pathOfPage({ page: String(Math.ceil(totalPages / 2)) }) },
  { name: `${name}last page`, path: pathOfPage({ page: String(totalPages) }) },
]

/** Cases of deep pages. @param pagesOf returns the number of pages of the list at a path */
export async function pageCases(pagesOf: (path: string) => Promise<number>): Promise<Case[]> {
  const lists: [name: string, path: (query: Query) => string][] = [
    ['', listPath],
    ['by name, ', (query) => listPath({ sort: 'customer_name', status: 'paid', ...query })],
    ['customers, ', customersPath],
    ['customers by name, ', (query) => customersPath({ sort: 'name', ...query })],
    ['customers, text: 2 digits, ', (query) => customersPath({ text: '08', ...query })],
    ['payments, ', (query) => pathOf('payment/gettable', query)],
    [
      'payments, transfers, ',
      (query) => pathOf('payment/gettable', { category: 'transfer', ...query }),
    ],
    ['balances, ', (query) => pathOf('payment/overdue/gettable', query)],
  ]
  const cases: Case[] = []
  for (const [name, path] of lists) {
    cases.push(...pagesOfList(name, path, await pagesOf(path({}))))
    cases.push({ name: `${name}page beyond the last`, path: path({ page: '27000' }) })
  }
  return cases
}
