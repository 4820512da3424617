/** Import of records from a spreadsheet: template, preview, confirm. */
import { type ImportOutcome, imports } from '@khapdee/contract/entities/import'
import {
  type ImportKind,
  importKindNames,
  importKinds,
  importPermissions,
} from '@khapdee/domain/import'
import { tryLockByName } from '../../kernel/advisory-lock.ts'
import { type Command, command, fileCommand } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden } from '../../kernel/errors.ts'
import { bytesHandler } from './bytes-handler.ts'
import { customerKind } from './customer-kind.ts'
import { employeeKind } from './employee-kind.ts'
import type { ImportKindSpec, Saved } from './import-kind.ts'
import {
  courseKind,
  evaluationKind,
  expenseItemKind,
  otherFeeKind,
  promotionKind,
  requestFeeKind,
  vehicleKind,
} from './catalogue-kinds.ts'
import { type Plan, type RowPlan, planRows } from './plan-rows.ts'
import { importRunning, outdated, wrongRows } from './refusals.ts'
import { rightKind } from './right-kind.ts'
import { readTable } from './read-table.ts'
import { makeTemplate, templateName } from './template.ts'

const specs: Readonly<Record<ImportKind, ImportKindSpec>> = {
  course: courseKind,
  'other-fee': otherFeeKind,
  'request-fee': requestFeeKind,
  promotion: promotionKind,
  'expense-item': expenseItemKind,
  evaluation: evaluationKind,
  vehicle: vehicleKind,
  employee: employeeKind,
  customer: customerKind,
  'exam-right': rightKind,
}

/** Plans the rows of a file. @throws FORBIDDEN without all permissions that the kind requires */
async function planOf(ctx: UserContext, spec: ImportKindSpec, file: Uint8Array): Promise<Plan> {
  if (!importPermissions(spec.kind).every(ctx.may)) throw forbidden()
  return planRows(ctx, spec, await readTable(ctx, spec, file))
}

/**
 * Refuses an import while another one of its kind is being saved, because it would not see the rows
 * of the other one yet, and waiting for a long import would exceed the time limit of statements.
 * @throws IMPORT_RUNNING
 */
async function lockKind(ctx: UserContext, kind: ImportKind): Promise<void> {
  if (await tryLockByName(ctx.tx, `import ${kind}`)) return
  throw importRunning(importKinds[kind].label)
}

/** Saves a planned row and returns the record, or null without a change. Errors get the line number. */
async function saveRow(
  ctx: UserContext,
  spec: ImportKindSpec,
  { state, line, input }: RowPlan,
): Promise<Saved | null> {
  if (input === null) return null
  try {
    return await (state === 'new' ? spec.create(ctx, input) : spec.update(ctx, input))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const message = `บรรทัดที่ ${line}: ${error.message}`
    throw new AppError(error.code, message, error.http, { errors: [{ path: 'file', message }] })
  }
}

async function save(ctx: UserContext, spec: ImportKindSpec, plan: Plan): Promise<ImportOutcome> {
  const rows: ImportOutcome['rows'] = []
  const passwords: ImportOutcome['passwords'] = []
  for (const row of plan.rows) {
    const saved = await saveRow(ctx, spec, row)
    if (saved === null) continue
    const { id, first_password } = saved
    const name = spec.nameOf(row.input ?? {})
    rows.push({ line: row.line, id, name, state: row.state })
    if (first_password !== undefined) {
      passwords.push({ username: String(row.input?.['username']), name, first_password })
    }
  }
  return { counts: plan.counts, rows, passwords }
}

function commandsOf(kind: ImportKind): Command[] {
  const spec = specs[kind]
  const calls = imports[kind]
  return [
    command(calls.template, async (ctx, { filled }) => {
      const rows = filled === 'true' ? ((await spec.all?.(ctx)) ?? []) : []
      const content = await makeTemplate(ctx, spec, rows)
      return { data: { name: templateName(ctx, kind), content: content.toString('base64') } }
    }),
    fileCommand(calls.preview, bytesHandler, async (ctx, _input, file) => ({
      data: (await planOf(ctx, spec, file)).answer,
    })),
    fileCommand(
      calls.confirm,
      bytesHandler,
      async (ctx, { digest }, file) => {
        await lockKind(ctx, kind)
        const plan = await planOf(ctx, spec, file)
        if (plan.answer.digest !== digest) throw outdated()
        const { wrong, new: created, changed } = plan.counts
        if (wrong > 0) throw wrongRows()
        if (created + changed === 0) throw new AppError('IMPORT_SAME', 'ไม่มีรายการที่ต้องบันทึก', 400)
        return { message: 'นำเข้าข้อมูลเรียบร้อยแล้ว', data: await save(ctx, spec, plan) }
      },
      {
        changesAccess: kind === 'employee',
        // Initial passwords are returned once and not stored, so a replayed answer does not have them.
        replayAnswer: (answer) => ({ ...answer, data: { ...answer.data, passwords: [] } }),
      },
    ),
  ]
}

export const importCommands: Command[] = importKindNames.flatMap(commandsOf)
