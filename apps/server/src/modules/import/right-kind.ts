/** Import of exam rights from a former system (สิทธิ์สอบยกมา), with their customers. Source: product specification, section 6.2b. */
import { customerFields, identityProblem } from '@khapdee/contract/entities/customer'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { messages } from '@khapdee/contract/messages'
import { reference, text } from '@khapdee/contract/wire'
import { titleOf } from '@khapdee/contract/field-meta'
import {
  examDayProblem,
  examRightStatus,
  examRightStatuses,
  rightOrigins,
} from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { yesNoWords } from '@khapdee/domain/words'
import { z } from 'zod'
import { maxSheetRows } from '../../adapters/sheet/sheet.ts'
import type { UserContext } from '../../kernel/context.ts'
import type { AppError } from '../../kernel/errors.ts'
import { type PlannedBooking, readPlannedBookings } from '../booking/planned-bookings.ts'
import { findOrCreateCustomer, lockCustomer } from '../customer/save-customer.ts'
import {
  type GrantedRight,
  bookGrantedRight,
  grantProblems,
  insertGrantedRight,
  rightExists,
} from '../exam/grant-right.ts'
import { idCard } from './cell-types.ts'
import { importColumns, nameOf, personExample } from './columns.ts'
import { type FoundRight, customersOfNumbers, rightsOfNumbers } from './right.queries.ts'
import type { ImportKindSpec, RowCheck, StoredRecord, Values } from './import-kind.ts'

type CustomerFields = z.output<z.ZodObject<typeof customerFields>>

const { kind, licence_type, permission_date, theory_passed_on, exam_date } =
  examRight.grant.input.shape

const createSchema = z.strictObject({
  ...customerFields,
  branch_id: reference('branch').optional(),
  kind,
  licence_type,
  permission_date,
  theory_passed_on,
  exam_date,
  note: text(titleOf(examRight.grant.input.shape, 'note'), 500).default(
    rightOrigins.imported.label,
  ),
})
type Row = z.output<typeof createSchema>

/** A stored right is not changed by an import; another last day is refused. */
const updateSchema = z.strictObject({ right_id: z.int(), version: z.int(), permission_date })

const columns = importColumns(createSchema.shape, {
  idcard: {
    example: '1-1000-00000-01-6',
    note: 'ใช้ค้นหาผู้สมัครที่มีอยู่แล้ว ชาวต่างชาติใช้เลขที่หนังสือเดินทางแทนได้ ผู้สมัครที่ยังไม่มีจะถูกเพิ่ม',
  },
  passport: { type: { ...idCard, hint: 'ตัวอักษรและตัวเลข' }, example: '' },
  is_foreigner: yesNoWords[1],
  ...personExample,
  birthday: '21/11/2540',
  phone_1: '081-234-5678',
  branch_id: { example: 'KKN', note: 'สาขาที่ใช้สิทธิ์ เว้นว่าง = สาขาของคุณ' },
  kind: 'ภาคปฏิบัติ',
  licence_type: 'รถยนต์',
  permission_date: { example: '31/03/2570', note: 'วันสุดท้ายที่สอบได้' },
  theory_passed_on: { example: '15/10/2569', note: 'เฉพาะสิทธิ์สอบภาคปฏิบัติ' },
  exam_date: { example: '', note: 'กรอกเมื่อจองวันสอบไว้แล้ว' },
  note: { example: 'ระบบเดิม', note: `เว้นว่าง = ${rightOrigins.imported.label}` },
})

const fieldNames = Object.keys(customerFields) as (keyof CustomerFields)[]
const pickFields = (values: Values): CustomerFields =>
  Object.fromEntries(fieldNames.map((name) => [name, values[name]])) as CustomerFields

const numberOf = ({ idcard, passport }: Values): string => String(idcard || passport || '')

/** `1100000000016 practice car 2`: number, exam and branch; 0 is the branch of the user. */
function keyOf(right: Values): string | null {
  const number = numberOf(right)
  if (number === '' || right['kind'] === undefined || right['licence_type'] === undefined)
    return null
  return [number, right['kind'], right['licence_type'], right['branch_id'] ?? 0].join(' ')
}

/** The right with the values of the file from which it was imported, without later extensions. */
const recordOf = (right: FoundRight): StoredRecord => ({
  id: right.right_id,
  version: right.version,
  values: {
    permission_date: right.origin === 'imported' ? right.granted_until : right.permission_date,
  },
  extraValues: { right },
})

/** For each key the right with which the exam can be taken, otherwise the last imported one, which has ended. */
async function find(ctx: UserContext, keys: readonly string[]) {
  const numbers = [...new Set(keys.map((recordKey) => recordKey.split(' ')[0] ?? ''))]
  const today = ctx.clock.today()
  const rows = await rightsOfNumbers.rows(ctx.tx, numbers, ctx.scope.branchIds)
  const found = new Map<string, StoredRecord[]>()
  const isUsable = (right: FoundRight) =>
    ['active', 'expiring'].includes(examRightStatus(right, today))
  for (const recordKey of keys) {
    const [number = '', examKind, licence, branch] = recordKey.split(' ')
    const branchId = Number(branch) || ctx.actor.branch_id
    const same = rows.filter(
      (right) =>
        [right.idcard, right.passport].includes(number) &&
        right.kind === examKind &&
        right.licence_type === licence &&
        right.branch_id === branchId,
    )
    const right = same.find(isUsable) ?? same.find(({ origin }) => origin === 'imported')
    if (right !== undefined) found.set(recordKey, [recordOf(right)])
  }
  return found
}

/** The booking of a row; null without an exam day. */
function bookingOf(
  ctx: UserContext,
  row: Partial<Row>,
  customers: ReadonlyMap<string, number>,
): PlannedBooking | null {
  const { branch_id = ctx.actor.branch_id, kind, licence_type, permission_date, exam_date } = row
  if (!exam_date || !kind || !licence_type || !permission_date) return null
  const candidate = numberOf(row)
  return {
    branch_id,
    kind,
    licence_type,
    exam_date,
    permission_date,
    theory_recorded: (row.theory_passed_on ?? null) !== null,
    candidate,
    name: nameOf(row).trim(),
    customer_id: customers.get(candidate) ?? null,
  }
}

/** Reads what the check of the rows needs. The check returns why a row cannot be imported, or null. */
async function readCheck(ctx: UserContext, rows: readonly Values[]): Promise<RowCheck> {
  const today = ctx.clock.today()
  const booked = rows.filter(({ exam_date }) => Boolean(exam_date))
  const customers = await readCustomers(ctx, booked.map(numberOf))
  const bookings = booked.flatMap((row) => bookingOf(ctx, row, customers) ?? [])
  const refusalOf = await readPlannedBookings(
    ctx,
    // The others are refused without reading their days.
    bookings.filter((booking) => bookingDayProblem(booking, today) === null),
  )
  return ({ values, stored }) => {
    if (stored !== undefined) {
      const { right } = stored.extraValues as { right: FoundRight }
      const status = examRightStatus(right, today)
      const message = ['active', 'expiring'].includes(status)
        ? rightExists(right, right)
        : `${examName(right)}ที่ยกมาแล้วถึงวันที่ ${formatDay(right.granted_until)} สิ้นสุดแล้ว (${examRightStatuses[status].label})`
      return { field: 'permission_date', message }
    }
    const row = values as unknown as Row
    const passedOn = row.theory_passed_on ?? null
    const [problem] = grantProblems(ctx, { ...row, theory_passed_on: passedOn })
    if (problem !== undefined) return { field: problem.path, message: problem.message }
    const booking = bookingOf(ctx, row, customers)
    if (booking === null) return null
    const dayProblem = bookingDayProblem(booking, today)
    if (dayProblem !== null) return { field: 'exam_date', message: dayProblem }
    const refusal = refusalOf(booking)
    return refusal === null ? null : { field: 'exam_date', message: refusalMessage(refusal) }
  }
}

/** The message of a refused booking. A file has no column for the session, so the clerk books it later. */
const refusalMessage = ({ code, message }: AppError): string =>
  code === 'CHOOSE_SESSION' ? `${message} โดยเว้นวันสอบว่างไว้ แล้วจองหลังนำเข้า` : message

const bookingDayProblem = ({ exam_date, permission_date }: PlannedBooking, today: Day) =>
  examDayProblem(exam_date, today, permission_date)

/** The stored customers by ID and passport number. */
async function readCustomers(
  ctx: UserContext,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const found = numbers.length === 0 ? [] : await customersOfNumbers.rows(ctx.tx, numbers)
  return new Map(
    found.flatMap(({ customer_id, idcard, passport }) =>
      [idcard, passport].filter(Boolean).map((number) => [number, customer_id] as const),
    ),
  )
}

/** Reports missing and invalid ID and passport numbers like the use case. */
function checkIdentity(row: Partial<Row>, issues: z.core.$RefinementCtx): void {
  const { is_foreigner = false, idcard = '', passport = '' } = row
  const problem = identityProblem({ is_foreigner, idcard, passport })
  if (problem === null) return
  issues.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
}

export const rightKind: ImportKindSpec = {
  kind: 'exam-right',
  columns,
  maxRows: maxSheetRows,
  idName: 'right_id',
  keyFields: ['idcard', 'passport', 'kind', 'licence_type', 'branch_id'],
  keyOf,
  nameOf,
  find,
  createSchema: createSchema.superRefine(checkIdentity),
  updateSchema,
  // A customer with only a passport is a foreigner.
  deriveValues: ({ is_foreigner, idcard, passport }) =>
    is_foreigner === undefined && !idcard && passport ? { is_foreigner: true } : {},
  check: (ctx, _references, rows) => readCheck(ctx, rows),
  async create(ctx, values) {
    const row = values as unknown as Row
    const { branch_id = ctx.actor.branch_id } = row
    ctx.scope.assertWritable(branch_id)
    const fields = pickFields(values)
    const { customer } = await findOrCreateCustomer(ctx, fields, {
      branchId: branch_id,
      day: ctx.clock.today(),
      numbers: {},
      ids: {},
    })
    const locked = await lockCustomer(ctx, customer.customer_id, fields)
    const right: GrantedRight = {
      branch_id,
      kind: row.kind,
      licence_type: row.licence_type,
      permission_date: row.permission_date,
      theory_passed_on: row.theory_passed_on ?? null,
      origin: 'imported',
      note: row.note || rightOrigins.imported.label,
    }
    const id = await insertGrantedRight(ctx, locked, right)
    const { exam_date: day = null } = row
    if (day !== null) await bookGrantedRight(ctx, id, { exam_date: day })
    return { id }
  },
  // The check refuses every change of a stored right.
  update: () => Promise.reject(new Error(messages.invalid)),
}
