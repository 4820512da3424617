/** Reads a statement file and compares it with the lines of its account. */
import { createHash } from 'node:crypto'
import type {
  StatementCounts,
  StatementMappingInput,
  StatementPlan,
} from '@khapdee/contract/entities/statement'
import {
  type StatementMapping,
  fitMapping,
  guessMapping,
  isComplete,
  readStatement,
  titlesOf,
} from '@khapdee/domain/statement/read-statement'
import { textOfCell } from '@khapdee/domain/statement/cells'
import {
  type StatementLine,
  fingerprintsOf,
  maxStatementLines,
} from '@khapdee/domain/statement/statement'
import type { SheetRow } from '../../adapters/sheet/sheet.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { readRows } from '../import/read-table.ts'
import { knownFingerprints } from './statement.queries.ts'

/** Maximum number of lines and problems in a preview. */
const maxShown = 200
const maxExamples = 3

export interface PlannedLine extends StatementLine {
  fingerprint: string
  isNew: boolean
}

export interface FilePlan {
  mapping: StatementMapping | null
  titles: readonly string[]
  lines: readonly PlannedLine[]
  answer: StatementPlan
}

/** @throws NOT_FOUND unless the caller may add lines to the account, and FORBIDDEN for one of all branches */
export async function writableAccount(ctx: UserContext, bank_account_id: number) {
  const account = await ctx.tx
    .selectFrom('bank_account')
    .select(['bank_account_id', 'branch_id', 'opening_day'])
    .where('bank_account_id', '=', bank_account_id)
    .where(ctx.scope.visible('bank_account'))
    .executeTakeFirst()
  if (account === undefined) throw notFound()
  ctx.scope.assertWritable(account.branch_id)
  return account
}

/** The mapping of the account's last file if it fits, or the one that the headings suggest. */
async function suggestedMapping(ctx: UserContext, accountId: number, rows: readonly SheetRow[]) {
  const stored = await ctx.tx
    .selectFrom('statement_mapping')
    .select(['mapping', 'titles'])
    .where('bank_account_id', '=', accountId)
    .executeTakeFirst()
  // Stored by `rememberMapping`.
  const fitting =
    stored &&
    fitMapping(rows, stored.mapping as unknown as StatementMapping, stored.titles as string[])
  return fitting ?? guessMapping(rows)
}

/** The headings of the columns with examples below; without a header the longest row. */
function columnsOf(rows: readonly SheetRow[], mapping: StatementMapping | null) {
  const header = rows.find(({ line }) => line === mapping?.header)
  const longest = rows.slice(0, 50).reduce((a, b) => (b.cells.length > a.cells.length ? b : a))
  const below = rows.filter(({ line }) => line > (header?.line ?? 0)).slice(0, 20)
  return (header ?? longest).cells.map((cell, i) => ({
    title: textOfCell(header === undefined ? null : cell),
    examples: below
      .map(({ cells }) =>
        cells[i] instanceof Date ? cells[i].toISOString().slice(0, 10) : textOfCell(cells[i]),
      )
      .filter((text) => text !== '')
      .slice(0, maxExamples),
  }))
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Reads and compares a file. Writes nothing. @throws IMPORT_FILE */
export async function planFile(
  ctx: UserContext,
  account: { bank_account_id: number; opening_day: string },
  file: Uint8Array,
  given: StatementMappingInput | undefined,
): Promise<FilePlan> {
  const { bank_account_id, opening_day } = account
  const rows = await readRows(ctx, file, maxStatementLines)
  const mapping = given ?? (await suggestedMapping(ctx, bank_account_id, rows))
  const read =
    mapping === null || !isComplete(mapping)
      ? { lines: [], skipped: rows.length, problems: [] }
      : readStatement(rows, mapping, ctx.clock.today())
  const { problems } = read
  // Earlier lines are included in the opening balance.
  const lines = read.lines.filter(({ date }) => date >= opening_day)
  const skipped = read.skipped + read.lines.length - lines.length
  const fingerprints = fingerprintsOf(lines).map(hash)
  const found = await knownFingerprints.rows(ctx.tx, bank_account_id, fingerprints)
  const known = new Set(found.map(({ fingerprint }) => fingerprint))
  const planned = lines.map((line, i): PlannedLine => {
    const fingerprint = fingerprints[i] ?? ''
    return { ...line, fingerprint, isNew: !known.has(fingerprint) }
  })
  const added = planned.filter(({ isNew }) => isNew)
  const counts: StatementCounts = {
    new: added.length,
    known: planned.length - added.length,
    skipped,
    wrong: problems.length,
  }
  const days = lines.map(({ date }) => date).toSorted()
  return {
    mapping,
    titles: mapping === null ? [] : titlesOf(rows, mapping),
    lines: planned,
    answer: {
      counts,
      mapping: mapping === null ? null : { ...mapping, description: [...mapping.description] },
      columns: columnsOf(rows, mapping),
      lines: planned.slice(0, maxShown).map((line) => ({ ...line, is_new: line.isNew })),
      problems: problems.slice(0, maxShown),
      start: days[0] ?? null,
      end: days.at(-1) ?? null,
      digest: hash(JSON.stringify([counts, added.map(({ fingerprint }) => fingerprint)])),
    },
  }
}
