/** Changing the lines of a draft: lines of items that users add, and proposed amounts that they change with a reason. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { payroll } from '@khapdee/contract/entities/payroll'
import { messages } from '@khapdee/contract/messages'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import type { DraftLine } from '@khapdee/domain/payroll/draft'
import { branchOfMonth } from '@khapdee/domain/payroll/employment'
import { typedAmount } from '@khapdee/domain/payroll/lines'
import { month as monthOf } from '@khapdee/domain/payroll/month'
import { ownPayMessage, stepProblem } from '@khapdee/domain/payroll/steps'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, invalid, notFound, stateError } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { computeDraft } from './build-month.ts'
import { readMonth } from './month-facts.ts'
import { itemColumns } from './month-people.ts'
import { offeredItems } from './offered-items.ts'
import { readMonthOf } from './read-month.ts'
import { actorOf } from './step-actor.ts'
import { type StoredLine, asDraft, lockMonths, readLines, writeDrafts } from './stored-months.ts'
import { visibleMonths } from '../employee/visible-pay.ts'

type Input = InputOf<typeof payroll.lines>
type LineInput = Input['lines'][number]

const refuse = (place: number, field: string, message: string) =>
  invalid([{ path: `lines.${place}.${field}`, message }])

/** A proposed line with the amount that a user sets, or without it. @throws VALIDATION without a reason */
function changeProposed(line: StoredLine, given: LineInput, place: number): DraftLine {
  const draft = asDraft(line)
  const { override_reason: reason } = given
  if (reason === '') return { ...draft, proposed: null, override_reason: null }
  const per_value = given.per_value ?? line.per_value
  const value = given.value ?? line.value
  const isSame = per_value === line.per_value && value === line.value
  if (isSame)
    return reason === undefined || line.override_reason === null
      ? draft
      : { ...draft, override_reason: reason }
  if (reason === undefined && line.override_reason === null)
    throw refuse(place, 'override_reason', 'กรุณาระบุเหตุผลที่เปลี่ยนจำนวนที่คำนวณได้')
  return {
    ...draft,
    per_value,
    value,
    amount: typedAmount({ condition: line.condition, per_value, value }),
    carried: zeroSatang,
    proposed: line.proposed ?? satang(line.amount + line.carried),
    override_reason: reason ?? line.override_reason,
  }
}

/** The line of an item. @throws VALIDATION for an item that is not offered in the branch */
async function newLine(
  ctx: UserContext,
  branchId: number,
  given: LineInput,
  place: number,
): Promise<DraftLine> {
  const item = await offeredItems(ctx, branchId)
    .select(['i.value as per_value', ...itemColumns])
    .where('i.list_payroll_id', '=', given.list_payroll_id ?? 0)
    .forShare()
    .executeTakeFirst()
  if (item === undefined) throw refuse(place, 'list_payroll_id', messages.itemNotOffered)
  const { per_value: usual, ...kind } = item as unknown as DraftLine & { per_value: Satang }
  const per_value = given.per_value ?? usual
  const value = given.value ?? 0
  return {
    ...kind,
    per_value,
    value,
    amount: typedAmount({ condition: kind.condition, per_value, value }),
    carried: zeroSatang,
    source: null,
    explanation: [],
    proposed: null,
    override_reason: null,
    work: [],
    payroll_loan_id: null,
  }
}

/**
 * The lines after a change: proposed lines that are omitted stay, other omitted lines are removed.
 * @throws VALIDATION
 */
async function changedLines(
  ctx: UserContext,
  branchId: number,
  stored: readonly StoredLine[],
  given: readonly LineInput[],
): Promise<DraftLine[]> {
  const places = new Map(
    given.flatMap(({ payroll_line_id }, place) =>
      payroll_line_id === undefined ? [] : [[payroll_line_id, place] as const],
    ),
  )
  for (const [id, place] of places) {
    const line = stored.find(({ payroll_line_id }) => payroll_line_id === id)
    if (line === undefined) throw refuse(place, 'payroll_line_id', messages.itemNotOffered)
    const item = given[place]?.list_payroll_id
    if (item !== undefined && item !== line.list_payroll_id)
      throw refuse(place, 'list_payroll_id', messages.itemNotOffered)
  }
  const kept = stored.flatMap((line): DraftLine[] => {
    const place = places.get(line.payroll_line_id)
    const change = place === undefined ? undefined : given[place]
    if (change === undefined || place === undefined)
      return line.source === null ? [] : [asDraft(line)]
    if (line.source !== null) return [changeProposed(line, change, place)]
    const { per_value = line.per_value, value = line.value } = change
    const amount = typedAmount({ condition: line.condition, per_value, value })
    return [{ ...asDraft(line), per_value, value, amount, carried: zeroSatang }]
  })
  const added: DraftLine[] = []
  for (const [place, line] of given.entries())
    if (line.payroll_line_id === undefined) added.push(await newLine(ctx, branchId, line, place))
  return [...kept, ...added]
}

/** A line as the audit trail shows it. */
const audited = (lines: readonly DraftLine[]) =>
  lines.map(({ name, amount, override_reason }) => ({ name, amount, override_reason }))

async function saveLines(ctx: UserContext, input: Input) {
  const month = monthOf(input.month)
  const [stored] = await lockMonths(
    ctx,
    joinByAnd([visibleMonths(ctx), sql`p.user_id = ${input.user_id} and p.month = ${month}`]),
  )
  if (stored === undefined) throw notFound()
  if (stored.version !== input.version) throw conflict()
  const problem = stepProblem({ ...stored, is_locked: false }, 'save', actorOf(ctx))
  if (problem?.code === 'own') throw new AppError('OWN_PAY', ownPayMessage, 403)
  if (problem !== null) throw stateError(problem.message)
  const { overtime, pay_date, consent, note } = input
  const head = {
    overtime: overtime ?? stored.overtime,
    pay_date: pay_date ?? stored.pay_date,
    consent: consent ?? stored.consent,
    note: note ?? stored.note,
  }
  if (new Set(head.overtime.map(({ kind }) => kind)).size < head.overtime.length)
    throw invalid([{ path: 'overtime', message: 'ระบุล่วงเวลาแต่ละประเภทได้ครั้งเดียว' }])
  const before = (await readLines(ctx, [stored.payroll_id])).get(stored.payroll_id) ?? []
  const lines = await changedLines(ctx, stored.branch_id, before, input.lines)
  const people = await readMonth(ctx, stored.branch_id, month, [input.user_id])
  const person = people.people.get(input.user_id)
  if (person === undefined) throw stateError('พนักงานไม่ได้ทำงานในสาขานี้ในงวดเดือนนี้ กรุณาจัดทำเงินเดือนใหม่')
  const computed = computeDraft(people, person, { ...stored, ...head }, lines)
  await writeDrafts(ctx, [computed])
  ctx.audit({
    entity: 'payroll_month',
    id: stored.payroll_id,
    branch: branchOfMonth(person.periods, person.terms, month) ?? stored.branch_id,
    before: { user_id: input.user_id, payroll_month: month, lines: audited(before) },
    after: { user_id: input.user_id, payroll_month: month, lines: audited(computed.draft.lines) },
  })
  const { data } = await readMonthOf(ctx, input.user_id, month)
  return { message: answerMessages.changed, data }
}

export const changeLines = command(payroll.lines, saveLines)

export const lineCommands = [changeLines, command(payroll.reportLines, saveLines)]
