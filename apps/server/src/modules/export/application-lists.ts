/** The exported lists of applications. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import {
  type CheckedVehicle,
  checkedVehicleFields,
} from '@khapdee/contract/entities/checked-vehicle'
import {
  applicationDetail,
  applicationRow,
  requiredDocument,
  sums,
} from '@khapdee/contract/entities/application-shapes'
import { owedShape, payment, receivedSums } from '@khapdee/contract/entities/payment'
import { columnHeading, titleOf } from '@khapdee/contract/field-meta'
import { request } from '@khapdee/contract/entities/request'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { agreedDayState, agreedDayStates } from '@khapdee/domain/application/agreed-day'
import { ageInDays, agingBucket, agingBuckets } from '@khapdee/domain/application/aging'
import {
  type ApplicationKind,
  type ApplicationStatus,
  type RequestDecision,
  applicationKinds,
  applicationStatuses,
  refundDueStates,
  requestDecisions,
  shownState,
} from '@khapdee/domain/application/status'
import { documentsStates } from '@khapdee/domain/application/required-document'
import { entities } from '@khapdee/domain/entities'
import { vehicleAge } from '@khapdee/domain/checked-vehicle'
import { listNames } from '@khapdee/domain/list-names'
import type { Satang } from '@khapdee/domain/money'
import { type Day, formatInstant, todayInBangkok } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { sql } from 'kysely'
import type { Cell } from '../../adapters/xlsx/workbook.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { matchesByIndex } from '../../kernel/text-search.ts'
import {
  type Kinds,
  applicationText,
  listCondition,
  orderOf,
  sortOf,
} from '../application/application-filter.ts'
import { orVehicle } from '../application/checked-vehicle.ts'
import { kindOf, payableQuery } from '../application/list-applications.ts'
import type { FilterWords } from './describe-query.ts'
import { type Column, type ExportEndpoint, columnBuilder, exportedList } from './export-list.ts'

interface Stored {
  id: number
  application_code: string
  type: ApplicationKind
  customer: string
  idcard: string
  phone_1: string
  course_name: string
  vehicle: CheckedVehicle | null
  total: Satang
  discount: Satang
  net: Satang
  paid: Satang
  written_off: Satang
  balance: Satang
  due_date: Day | null
  paid_cash: Satang
  paid_transfer: Satang
  status: ApplicationStatus
  decision: RequestDecision | null
  refund_due: boolean
  branch: string
  user: string
  createdAt: string
}

/** The columns with amounts in satang. */
type Amount =
  | 'total'
  | 'discount'
  | 'net'
  | 'paid'
  | 'written_off'
  | 'balance'
  | 'paid_cash'
  | 'paid_transfer'
type Row = Stored & { today: Day }

async function readRows(ctx: UserContext, ids: readonly number[]): Promise<Row[]> {
  const rows = await ctx.tx
    .selectFrom('application as a')
    .innerJoin('customer as c', 'c.customer_id', 'a.customer_id')
    .innerJoin('branch as b', 'b.branch_id', 'a.branch_id')
    .innerJoin('app_user as u', 'u.user_id', 'a.created_by')
    .leftJoin('application_vehicle as v', 'v.application_id', 'a.application_id')
    .select(['a.application_id as id', 'a.application_code', 'a.type', 'c.idcard', 'c.phone_1'])
    .select(['a.customer_name as customer', 'a.course_name', 'a.total', 'a.discount', 'a.net'])
    .select([
      'a.paid',
      'a.written_off',
      'a.balance',
      'a.paid_cash',
      'a.paid_transfer',
      'a.due_date',
      'a.status',
      'a.decision',
      'a.refund_due',
    ])
    .select(['b.name as branch', userName('u').as('user'), 'a.createdAt'])
    .select(
      sql<CheckedVehicle | null>`case when v.application_id is not null then to_jsonb(v) end`.as(
        'vehicle',
      ),
    )
    .where('a.application_id', '=', sql<number>`any(${ids}::int[])`)
    .$narrowType<Pick<Stored, 'type' | 'status' | 'decision' | 'due_date' | Amount>>()
    .execute()
  const today = ctx.clock.today()
  return rows.map((row) => ({ ...row, today }))
}

/** A statement that finds the applications of a query, in any order. */
const foundOf = (ctx: UserContext, query: ListQuery, kinds: Kinds) => {
  const { text } = query
  const matches = isSet(text)
    ? sql`and ${orVehicle(kinds, text, matchesByIndex(ctx, text, applicationText))}`
    : sql``
  return sql`select a.application_id as id from application a where ${listCondition(ctx, query, kinds)} ${matches}`
}

const idsOf = (ctx: UserContext, query: ListQuery, kinds: Kinds) =>
  sql`${foundOf(ctx, query, kinds)} order by ${orderOf(sortOf(query), 'a')}`

const column = columnBuilder<Row>(applicationRow.shape)

const paidBy = { cash: 'paid_cash', banktransfer: 'paid_transfer' } as const

/** The column of the amount received in cash or by transfer. */
const receivedColumn = (payType: keyof typeof paidBy): Column<Row> => ({
  title: titleOf(receivedSums, payType),
  width: 14,
  cell: (row) => ({ satang: row[paidBy[payType]] }),
})

const codeColumns = [
  column('application_code', 20),
  column('createdAt', 20, { cell: (row) => formatInstant(row.createdAt) }),
]
const personColumns = [
  column('customer', 30),
  column('idcard', 20),
  column('phone_1', 15),
  column('course_name', 34),
]
const priceColumns = [column('total', 14), column('discount', 14)]
const moneyColumns: Column<Row>[] = [
  column('net', 14),
  column('paid', 14),
  {
    title: titleOf(sums, 'written_off'),
    width: 14,
    cell: ({ written_off }) => ({ satang: written_off }),
  },
  column('balance', 14),
]
const receivedColumns = [receivedColumn('cash'), receivedColumn('banktransfer')]
const kindColumn = column('type', 16)
const statusColumn = column('status', 16, { cell: (row) => shownState(row).label })
const decisionColumn = column('decision', 14)
const originColumns = [column('branch', 20), column('user', 24)]

/** The meaning of `category` in lists of balances. */
const agreedDayFilter: FilterWords = {
  title: titleOf(owedShape, 'due_state'),
  labels: agreedDayStates,
}

const ageOf = ({ createdAt, today }: Row) => ageInDays(todayInBangkok(new Date(createdAt)), today)
const ageColumns: Column<Row>[] = [
  { title: 'ค้างมาแล้ว (วัน)', width: 14, cell: ageOf },
  column('due_date', 14, {
    title: titleOf(applicationDetail.shape, 'due_date'),
    cell: ({ due_date }) => (due_date === null ? '' : { day: due_date }),
  }),
  {
    title: agreedDayFilter.title,
    width: 14,
    cell: ({ balance, due_date, today }) =>
      balance === 0 ? '' : agreedDayStates[agreedDayState(due_date, today)].label,
  },
  { title: 'ช่วงอายุหนี้', width: 14, cell: (row) => agingBuckets[agingBucket(ageOf(row))].label },
]

type Category = FilterWords | readonly FilterWords[]

/** The meaning of `category` in lists of one kind of application. */
const documentsFilter: FilterWords = {
  title: titleOf(requiredDocument.shape, 'name'),
  labels: documentsStates,
}

/** The meaning of `category` in the list of request fees. */
const requestFeeFilters: readonly FilterWords[] = [
  {
    title: titleOf(applicationRow.shape, 'decision'),
    labels: { ...requestDecisions, ...refundDueStates },
  },
  documentsFilter,
]

const applicationExport = (
  endpoint: ExportEndpoint,
  name: string,
  title: string | ((query: ListQuery) => string),
  kinds: (query: ListQuery) => Kinds,
  columns: readonly Column<Row>[] | ((query: ListQuery) => readonly Column<Row>[]),
  { payable = false, category }: { payable?: boolean; category: Category },
) => {
  const listed = (query: ListQuery) => (payable ? payableQuery(query) : query)
  return exportedList<Row>({
    endpoint,
    name,
    title,
    statuses: applicationStatuses,
    columns: typeof columns === 'function' ? (_ctx, query) => columns(query) : columns,
    category,
    found: (ctx, query) => foundOf(ctx, listed(query), kinds(query)),
    ids: (ctx, query) => idsOf(ctx, listed(query), kinds(query)),
    rows: readRows,
  })
}

/** A column with a field of the checked vehicle. */
const vehicleColumn = (
  name: keyof CheckedVehicle,
  width: number,
  cell: (vehicle: CheckedVehicle) => Cell | null,
): Column<Row> => ({
  title: columnHeading(checkedVehicleFields, name),
  width,
  cell: ({ vehicle }) => (vehicle === null ? '' : (cell(vehicle) ?? '')),
})

const dayOfCheck = ({ createdAt }: Row) => todayInBangkok(new Date(createdAt))
const vehicleColumns: Column<Row>[] = [
  vehicleColumn('plate', 14, ({ plate }) => plate),
  vehicleColumn('plate_province', 18, ({ plate_province }) => plate_province),
  vehicleColumn('chassis_number', 22, ({ chassis_number }) => chassis_number),
  vehicleColumn('vehicle_type', 18, ({ vehicle_type }) => vehicle_type),
  vehicleColumn('brand', 16, ({ brand }) => brand),
  vehicleColumn('first_registration', 20, ({ first_registration }) =>
    first_registration === null ? '' : { day: first_registration },
  ),
  {
    title: 'อายุรถ (ปี)',
    width: 12,
    cell: (row) => vehicleAge(row.vehicle?.first_registration ?? null, dayOfCheck(row)) ?? '',
  },
  vehicleColumn('mileage', 14, ({ mileage }) => mileage),
]

const columnsAfterKind = [
  ...personColumns,
  ...priceColumns,
  ...moneyColumns,
  statusColumn,
  ...originColumns,
]
const standardColumns = [...codeColumns, ...columnsAfterKind]
const balanceColumns = [
  ...codeColumns,
  kindColumn,
  ...personColumns,
  ...moneyColumns,
  ...receivedColumns,
  ...ageColumns,
  statusColumn,
  ...originColumns,
]

/** The columns of lists that differ from `standardColumns`. */
const columnsOfKind: Partial<Record<Kinds, readonly Column<Row>[]>> = {
  all: [...codeColumns, kindColumn, ...columnsAfterKind],
  vehicle_check: [
    ...codeColumns,
    ...personColumns,
    ...vehicleColumns,
    ...priceColumns,
    ...moneyColumns,
    statusColumn,
    ...originColumns,
  ],
}

/** Options of the lists of balances that can still be paid. */
const payableOptions = { payable: true, category: agreedDayFilter }

export const applicationExports = [
  applicationExport(
    application.export,
    'applications',
    (query) => {
      const kind = kindOf(query)
      return kind === 'all' ? entities.application.label : applicationKinds[kind].label
    },
    kindOf,
    (query) => columnsOfKind[kindOf(query)] ?? standardColumns,
    { category: documentsFilter },
  ),
  applicationExport(
    applicationFee.export,
    'other-fees',
    applicationKinds.other_fee.label,
    () => 'other_fee',
    standardColumns,
    { category: documentsFilter },
  ),
  applicationExport(
    request.export,
    'request-fees',
    applicationKinds.request_fee.label,
    () => 'request_fee',
    [
      ...codeColumns,
      ...personColumns,
      ...priceColumns,
      ...moneyColumns,
      statusColumn,
      decisionColumn,
      ...originColumns,
    ],
    { category: requestFeeFilters },
  ),
  applicationExport(
    payment.exportOwed,
    'pay-balance',
    actionWords.payBalance,
    kindOf,
    balanceColumns,
    payableOptions,
  ),
  applicationExport(
    payment.exportOverdue,
    'overdue',
    listNames.overdue,
    kindOf,
    balanceColumns,
    payableOptions,
  ),
]
