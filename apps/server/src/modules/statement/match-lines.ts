/**
 * Matches of statement lines with documents of the books. Locks are taken in this order: lines, payments, entries, movements of
 * drawers and of banks, each by id; the entry of a difference is posted last. Source: product specification, sections 7 and 7b.8.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { statement } from '@khapdee/contract/entities/statement'
import { type Satang, bahtWithUnit, satang } from '@khapdee/domain/money'
import { differenceOf, matchProblem } from '@khapdee/domain/statement/match'
import { units } from '@khapdee/domain/words'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { bookEntry } from '../account-entry/book-entry.ts'
import { voidEntry } from '../account-entry/change-entry.ts'
import {
  type Documents,
  byTable,
  documentsGone,
  eachOnce,
  lockDocuments,
  restoreAccounts,
  storeDocuments,
} from './match-documents.ts'
import { type LockedLine, assertState, auditLine, lockLines } from './lock-lines.ts'

const problems = {
  empty: 'กรุณาเลือกทั้งรายการเดินบัญชีและเอกสาร',
  'many-to-many': 'จับคู่ได้ครั้งละหนึ่งรายการกับหลายเอกสาร หรือหลายรายการกับหนึ่งเอกสาร',
}

/**
 * @throws VALIDATION when the sums differ and the call has no item for the difference, or it is not
 * a valid match
 */
function checkSums(
  lines: readonly LockedLine[],
  documents: readonly { value: Satang }[],
  postsDifference: boolean,
): Satang {
  const problem = matchProblem(lines, documents)
  const difference = differenceOf(lines, documents)
  if (problem === 'difference') {
    if (postsDifference) return difference
    const message = `ยอดไม่เท่ากัน ต่างกัน ${bahtWithUnit(satang(Math.abs(difference)))}`
    throw new AppError('DIFFERENCE', message, 400, { errors: [{ path: 'difference', message }] })
  }
  if (problem !== null) throw invalid([{ path: 'statement_line_ids', message: problems[problem] }])
  if (!postsDifference) return difference
  throw invalid([{ path: 'difference', message: 'ยอดเท่ากันแล้ว ไม่มีส่วนต่าง' }])
}

/**
 * The branch in whose books the difference is posted: that of the documents, or the one in the call
 * if they are of several.
 * @throws VALIDATION
 */
function branchOf(documents: readonly { branch_id: number }[], asked: number | undefined): number {
  const branches = new Set(documents.map(({ branch_id }) => branch_id))
  const [only = 0] = branches
  if (asked === undefined && branches.size === 1) return only
  if (asked !== undefined && branches.has(asked)) return asked
  const message = 'เอกสารเป็นของหลายสาขา กรุณาเลือกสาขาของส่วนต่าง'
  throw invalid([{ path: 'difference.branch_id', message }])
}

/** Posts the difference of lines and documents as bank fee or interest, on the day of the last line. */
async function postDifference(
  ctx: UserContext,
  lines: readonly LockedLine[],
  branch_id: number,
  { difference, list_expenses }: { difference: Satang; list_expenses: number },
): Promise<number> {
  const date = lines.map((line) => line.date).reduce((a, b) => (a > b ? a : b))
  const side = difference < 0 ? 'expenses' : 'income'
  const { data } = await bookEntry(ctx, branch_id, side, {
    list_expenses,
    other_name: '',
    vehicle: null,
    mile: null,
    employee: null,
    pay_type: 'transfer',
    value: satang(Math.abs(difference)),
    payee: '',
    payee_tax_id: '',
    petty_cash_id: null,
    wht_value: satang(0),
    document_no: '',
    detail: lines
      .map(({ description }) => description)
      .join(' ')
      .slice(0, 500),
    files: [],
    status: 'posted',
    date,
  })
  return data.entry_id
}

interface Match {
  lines: readonly LockedLine[]
  documents: Documents
  difference_entry_id: number | null
}

/**
 * Stores a match of locked lines and documents, and assigns the account of the lines to the
 * documents.
 */
async function storeMatch(ctx: UserContext, match: Match): Promise<number> {
  const { lines, difference_entry_id, documents } = match
  const bank_account_id = lines[0]?.bank_account_id ?? 0
  const { match_id } = await ctx.tx
    .insertInto('statement_match')
    .values({
      bank_account_id,
      difference_entry_id,
      created_by: ctx.actor.user_id,
      createdAt: ctx.clock.now().toISOString(),
    })
    .returning('match_id')
    .executeTakeFirstOrThrow()
  const lineIds = lines.map(({ statement_line_id }) => statement_line_id)
  await ctx.tx
    .updateTable('statement_line')
    .set({ state: 'matched', match_id })
    .where('statement_line_id', 'in', lineIds)
    .execute()
  await storeDocuments(ctx, match_id, documents, bank_account_id)
  for (const { statement_line_id, state } of lines)
    auditLine(ctx, lines[0], statement_line_id, { state }, { state: 'matched', ...documents })
  return match_id
}

const match = command(statement.match, async (ctx, input) => {
  const { statement_line_ids, difference: posted } = input
  const lines = await lockLines(ctx, statement_line_ids)
  assertState(lines, 'unmatched')
  const named = eachOnce(input)
  const documents = await lockDocuments(ctx, lines[0]?.branch_id ?? null, named)
  const difference = checkSums(lines, documents, posted !== null)
  const difference_entry_id =
    posted === null
      ? null
      : await postDifference(ctx, lines, branchOf(documents, posted.branch_id), {
          difference,
          list_expenses: posted.list_expenses_id,
        })
  const match_id = await storeMatch(ctx, {
    lines,
    documents:
      difference_entry_id === null
        ? named
        : { ...named, entry_ids: [...named.entry_ids, difference_entry_id] },
    difference_entry_id,
  })
  return { message: 'จับคู่รายการเรียบร้อยแล้ว', data: { match_id } }
})

/** Matches proposed pairs, all or none. @throws NOT_FOUND, STATE, DIFFERENCE */
export async function matchPairs(
  ctx: UserContext,
  { pairs }: InputOf<typeof statement.matchProposed>,
): Promise<Answer<typeof statement.matchProposed>> {
  const lines = await lockLines(
    ctx,
    pairs.map(({ statement_line_id }) => statement_line_id),
  )
  assertState(lines, 'unmatched')
  const documents = await lockDocuments(ctx, lines[0]?.branch_id ?? null, byTable(pairs))
  if (lines.length !== pairs.length || documents.length !== pairs.length) throw documentsGone()
  for (const pair of pairs) {
    const line = lines.find((found) => found.statement_line_id === pair.statement_line_id)
    const document = documents.find(({ kind, id }) => kind === pair.kind && id === pair.id)
    if (line === undefined || document === undefined) throw documentsGone()
    checkSums([line], [document], false)
    await storeMatch(ctx, {
      lines: [line],
      documents: byTable([pair]),
      difference_entry_id: null,
    })
  }
  const message = `จับคู่เรียบร้อยแล้ว ${pairs.length} ${units.entries}`
  return { message, data: { matched: pairs.length } }
}

/** Voids the entries that were posted for the differences of undone matches. */
async function voidDifferences(ctx: UserContext, entryIds: readonly number[]): Promise<void> {
  for (const entry_id of entryIds) {
    const { version } = await ctx.tx
      .selectFrom('account_entry')
      .select('version')
      .where('entry_id', '=', entry_id)
      .executeTakeFirstOrThrow()
    await voidEntry(ctx, { entry_id, version, note: 'ยกเลิกการจับคู่รายการเดินบัญชี' }, null)
  }
}

const unmatch = command(statement.unmatch, async (ctx, { statement_line_ids }) => {
  const named = await lockLines(ctx, statement_line_ids)
  assertState(named, 'matched')
  const matchIds = named.flatMap(({ match_id }) => (match_id === null ? [] : [match_id]))
  const lines = await ctx.tx
    .updateTable('statement_line')
    .set({ state: 'unmatched', match_id: null })
    .where('match_id', 'in', matchIds)
    .returning('statement_line_id')
    .execute()
  await restoreAccounts(ctx, matchIds)
  const matches = await ctx.tx
    .deleteFrom('statement_match')
    .where('match_id', 'in', matchIds)
    .returning('difference_entry_id')
    .execute()
  for (const { statement_line_id } of lines)
    auditLine(ctx, named[0], statement_line_id, { state: 'matched' }, { state: 'unmatched' })
  await voidDifferences(
    ctx,
    matches.flatMap(({ difference_entry_id }) =>
      difference_entry_id === null ? [] : [difference_entry_id],
    ),
  )
  return { message: 'ยกเลิกการจับคู่เรียบร้อยแล้ว', data: { unmatched: lines.length } }
})

export const matchCommands: Command[] = [
  match,
  command(statement.matchProposed, matchPairs),
  unmatch,
]
