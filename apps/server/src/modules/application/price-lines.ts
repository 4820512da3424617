/** Prices new lines of an application: prices from the catalogue, discounts by promotion codes. */
import type { application } from '@khapdee/contract/entities/application'
import { lineKindOrder, linesFromWire } from '@khapdee/contract/entities/application-lines'
import type { InputOf } from '@khapdee/contract/endpoint'
import { messages } from '@khapdee/contract/messages'
import { lineNet } from '@khapdee/domain/application/totals'
import {
  type LinePayment,
  paymentsOf,
  sumOfPayments,
} from '@khapdee/domain/application/line-payments'
import { type ApplicationKind, applicationKinds } from '@khapdee/domain/application/status'
import { examDayProblem, lastRightDay } from '@khapdee/domain/exam-right'
import { fitsApplication } from '@khapdee/domain/fee-kinds'
import { type Satang, bahtWithUnit, zeroSatang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import type { Day } from '@khapdee/domain/thai-date'
import { includesVat } from '@khapdee/domain/vat'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { type BranchHeader, toBranchHeader } from '../branch-header.ts'
import { type CatalogueItem, headerAndItems } from './price-lines.queries.ts'
import { type UsedPromotion, applyPromotions } from './promotions.ts'

type CreateInput = Pick<InputOf<typeof application.create>, 'course' | 'other_fee' | 'request_fee'>

export interface RequestedLine {
  kind: LineKind
  item_id: number
  /** Path in the request body for error messages, for example `course.0`. */
  path: string
  promotion_code: string
  exam_date: Day | null
  exam_session_id?: number | null | undefined
  cost: Satang
  /** The sum of `payments`. */
  paid: Satang
  /** The amounts paid now by pay type, cash first. */
  payments: readonly LinePayment[]
  /** Where the request has the amount: `paid`, or `payments` when it is split. */
  paidField: 'paid' | 'payments'
  note: string
  /** The exam right of another application for which the line is paid. */
  right_id?: number | null | undefined
}

export interface PricedLine
  extends
    RequestedLine,
    Pick<CatalogueItem, 'fee_kind' | 'exam_use' | 'exams' | 'is_pass_through'> {
  name: string
  discount: Satang
  /** Whether the price includes value added tax. */
  is_vat: boolean
  promotion: UsedPromotion | null
  min_age: number | null
  /** The days by which the line extends the right to which it refers. */
  extend_days?: number
}

/** The lines of all kinds in the order of the form, each with its path in the request body. */
export const requestedLines = (input: CreateInput): RequestedLine[] =>
  lineKindOrder.flatMap((kind) =>
    linesFromWire({ [kind]: input[kind] } as Partial<CreateInput>).map(
      ({ paid, pay_type, payments, ...line }, i): RequestedLine => {
        const amounts = paymentsOf({ paid, pay_type, payments })
        return {
          ...line,
          paid: sumOfPayments(amounts),
          payments: amounts,
          paidField: payments === undefined ? 'paid' : 'payments',
          path: `${kind}.${i}`,
        }
      },
    ),
  )

/** The last days of the rights to which lines refer, by the path of the line. */
export const lastDaysOfNamed = (
  lines: readonly RequestedLine[],
  named: ReadonlyMap<number, { state: { permission_date: Day } }>,
): ReadonlyMap<string, Day> =>
  new Map(
    lines.flatMap(({ path, right_id }) => {
      const right = named.get(right_id ?? 0)
      return right === undefined ? [] : [[path, right.state.permission_date] as const]
    }),
  )

/** The document header of the branch, and the active items of the lines that it offers, by `<kind> <id>`. */
async function readCatalogue(
  ctx: UserContext,
  lines: readonly RequestedLine[],
  branchId: number,
): Promise<{ header: BranchHeader; items: Map<string, CatalogueItem> }> {
  const ids = (kind: LineKind) =>
    lines.filter((line) => line.kind === kind).map((line) => line.item_id)
  const { header, items } = await headerAndItems.one(
    ctx.tx,
    { course: ids('course'), other_fee: ids('other_fee'), request_fee: ids('request_fee') },
    branchId,
  )
  return {
    header: toBranchHeader(header),
    items: new Map(items.map((item) => [`${item.kind} ${item.item_id}`, item])),
  }
}

/** Refuses an item that does not fit the kind of application, and an exam day of a line without exam rights. */
function assertFits(type: ApplicationKind, line: RequestedLine, item: CatalogueItem): void {
  if (!fitsApplication(type, line.kind, item.fee_kind)) {
    const message = `รายการนี้ใช้กับใบ${applicationKinds[type].label}ไม่ได้`
    throw invalid([{ path: `${line.path}.${line.kind}_id`, message }])
  }
  const booksNamedRight = item.exam_use === 'retake' && (line.right_id ?? null) !== null
  if (line.exam_date !== null && item.exams.length === 0 && !booksNamedRight) {
    const message = 'รายการนี้ไม่ให้สิทธิ์สอบ จึงกำหนดวันสอบไม่ได้'
    throw invalid([{ path: `${line.path}.exam_date`, message }])
  }
}

/**
 * Refuses an exam day before today or after the last day of the right that the line grants.
 * @param inheritedLastDay the last day of the right that the line takes over from a replaced line,
 * or to which it refers; undefined for a new right, which begins today
 */
function assertExamDay(
  ctx: UserContext,
  line: RequestedLine,
  header: BranchHeader,
  inheritedLastDay: Day | undefined,
): void {
  if (line.exam_date === null) return
  const today = ctx.clock.today()
  const last = inheritedLastDay ?? lastRightDay(today, header.settings.exam_right_days)
  const message = examDayProblem(line.exam_date, today, last)
  if (message !== null) throw invalid([{ path: `${line.path}.exam_date`, message }])
}

function assertPrice(ctx: UserContext, line: RequestedLine, item: CatalogueItem): void {
  if (line.cost === item.price || ctx.may('application.price-override')) return
  const message = `ราคาเปลี่ยนเป็น ${bahtWithUnit(item.price)} กรุณาตรวจสอบ`
  throw new AppError('PRICE_CHANGED', message, 400, {
    errors: [{ path: `${line.path}.cost`, message }],
  })
}

function assertNotOverpaid(line: PricedLine): void {
  if (line.paid <= lineNet(line)) return
  throw new AppError('OVERPAY', messages.overpay, 400, {
    errors: [{ path: `${line.path}.${line.paidField}`, message: messages.overpay }],
  })
}

/**
 * Prices every line and counts the uses of promotions. Also reads the document header, in the same
 * statement as the items.
 * @param type the kind of application, which determines the allowed items
 * @param inheritedLastDays the last days of the rights that lines take over from replaced lines or
 * refer to, by the path of the line
 * @throws VALIDATION when there are no lines, the branch does not offer an item, it is not allowed,
 * or its exam day is outside its right; PRICE_CHANGED, OVERPAY and PROMO_… with the path of the
 * line
 */
export async function priceLines(
  ctx: UserContext,
  requested: readonly RequestedLine[],
  {
    branchId,
    type,
    inheritedLastDays,
  }: { branchId: number; type: ApplicationKind; inheritedLastDays?: ReadonlyMap<string, Day> },
): Promise<{ header: BranchHeader; lines: PricedLine[] }> {
  if (requested.length === 0) {
    throw invalid([{ path: 'course', message: messages.noLines }])
  }
  const { header, items } = await readCatalogue(ctx, requested, branchId)
  const lines = requested.map((line): PricedLine => {
    const item = items.get(`${line.kind} ${line.item_id}`)
    if (item === undefined) {
      throw invalid([{ path: `${line.path}.${line.kind}_id`, message: messages.itemNotOffered }])
    }
    assertFits(type, line, item)
    assertExamDay(ctx, line, header, inheritedLastDays?.get(line.path))
    assertPrice(ctx, line, item)
    return {
      ...line,
      name: item.name,
      discount: zeroSatang,
      promotion: null,
      fee_kind: item.fee_kind,
      exam_use: item.exam_use,
      exams: item.exams,
      is_pass_through: item.is_pass_through,
      is_vat: includesVat(item, header.settings.vat_mode),
      min_age: item.min_age,
      ...(item.exam_use === 'extend' &&
        (line.right_id ?? null) !== null && { extend_days: header.settings.exam_extend_days }),
    }
  })
  const discounted = await applyPromotions(ctx, lines, branchId)
  discounted.forEach(assertNotOverpaid)
  return { header, lines: discounted }
}
