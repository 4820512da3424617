/** Import of courses and fees, identified by name and branch. */
import type { CrudApi } from '@khapdee/contract/crud'
import { course } from '@khapdee/contract/entities/course'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { examUses, feeKinds } from '@khapdee/domain/fee-kinds'
import type { ImportKind } from '@khapdee/domain/import'
import { activeWords, yesNoWords, headings, vehicleWords } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { maxSheetRows } from '../../adapters/sheet/sheet.ts'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { courseCommands } from '../course/course.module.ts'
import { feeCommands, findFeeProblem } from '../fee/fee.module.ts'
import { examExample, exams as examsCell, optionalChoice } from './cell-types.ts'
import { columnsOf } from './columns.ts'
import type { ImportColumn, ImportKindSpec, RowCheck, StoredRecord, Values } from './import-kind.ts'
import { runUseCase } from './use-case.ts'

interface CatalogueKindSpec {
  kind: ImportKind
  api: CrudApi
  commands: readonly Command[]
  columns: readonly ImportColumn[]
  /** A contradiction between the values of a row, as the commands report it. */
  problemOf?: (values: Values) => { field: string; message: string } | null
}

const keyOf = ({ name, branch_id }: Values): string | null =>
  typeof name === 'string' ? `${branch_id ?? ''}|${name.toLowerCase()}` : null

/** Refuses a record of all branches when the caller does not see all branches. */
const checkBranch =
  (ctx: UserContext, { fields: { shape } }: CrudApi): RowCheck =>
  ({ values }) =>
    (values['branch_id'] ?? null) === null && !ctx.actor.all_branches
      ? { field: 'branch_id', message: messages.required(titleOf(shape, 'branch_id')) }
      : null

function catalogueKind({
  kind,
  api,
  commands,
  columns,
  problemOf,
}: CatalogueKindSpec): ImportKindSpec {
  const { table } = api.entity
  const fields = Object.keys(api.fields.shape)
  const saveBy = (endpoint: Endpoint) => async (ctx: UserContext, values: Values) => {
    const row = await runUseCase(commands, endpoint, ctx, values)
    return { id: row[api.idName] as number }
  }
  const readAll = async (ctx: UserContext) => {
    const rows = await ctx.tx
      .selectFrom(ctx.tx.dynamic.table(table).as('t'))
      .selectAll()
      .where(ctx.scope.visible(table, 't'))
      .orderBy(sql`t.name collate thai`)
      .execute()
    return rows.map((row: Values) => ({
      id: row[api.idName] as number,
      version: row['version'] as number,
      values: Object.fromEntries(fields.map((name) => [name, row[name]])),
    }))
  }
  return {
    kind,
    columns,
    maxRows: maxSheetRows,
    idName: api.idName,
    keyFields: ['name', 'branch_id'],
    keyOf,
    nameOf: ({ name }) => String(name ?? ''),
    // Reads all records and compares the keys here, because PostgreSQL and JavaScript convert some
    // letters to lower case differently (İ).
    async find(ctx) {
      const found = await readAll(ctx)
      const byKey = new Map<string, StoredRecord[]>()
      for (const record of found) {
        const key = keyOf(record.values) ?? ''
        byKey.set(key, [...(byKey.get(key) ?? []), record])
      }
      return byKey
    },
    all: async (ctx) => (await readAll(ctx)).map(({ values }) => values),
    createSchema: api.create.input,
    updateSchema: api.update.input,
    check: async (ctx) => {
      const branchProblem = checkBranch(ctx, api)
      return (row) => branchProblem(row) ?? problemOf?.(row.values) ?? null
    },
    create: saveBy(api.create),
    update: saveBy(api.update),
  }
}

const price = '5,500.00'
const branch_id = { example: headings.allBranches, note: `เว้นว่าง = ${headings.allBranches}` }
const [is_activate] = activeWords
const [, no] = yesNoWords
const fee = { name: 'ค่าคู่มือ', price, branch_id, detail: '', is_activate }

export const courseKind = catalogueKind({
  kind: 'course',
  api: course,
  commands: courseCommands,
  columns: columnsOf(course.fields.shape, {
    name: 'หลักสูตรรถยนต์ 15 ชั่วโมง',
    type: vehicleWords.car,
    price,
    branch_id,
    theory_hours: '5',
    practice_hours: '10',
    exams: { type: examsCell, example: examExample },
    min_age: '18',
    detail: '',
    is_activate,
  }),
})

export const otherFeeKind = catalogueKind({
  kind: 'other-fee',
  api: otherFee,
  commands: feeCommands,
  columns: columnsOf(otherFee.fields.shape, {
    ...fee,
    kind: feeKinds.general.label,
    exam_use: {
      type: optionalChoice(examUses),
      example: '',
      note: `กรอกเฉพาะ${feeKinds.exam.label}`,
    },
    exams: {
      type: examsCell,
      example: '',
      note: `กรอกเฉพาะ${examUses.first.label}`,
    },
  }),
  problemOf: findFeeProblem,
})

export const requestFeeKind = catalogueKind({
  kind: 'request-fee',
  api: requestFee,
  commands: feeCommands,
  columns: columnsOf(requestFee.fields.shape, {
    ...fee,
    is_state_fee: { example: no, note: 'เก็บแทนราชการ ไม่นับเป็นรายรับ' },
  }),
})
