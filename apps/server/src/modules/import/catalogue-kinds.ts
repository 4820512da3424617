/** Import of the master data: courses, fees, promotions, expense items, evaluations and vehicles. */
import type { CrudApi } from '@khapdee/contract/crud'
import { course } from '@khapdee/contract/entities/course'
import { evaluation } from '@khapdee/contract/entities/evaluation'
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { discountTypes, promotion, promotionTypes } from '@khapdee/contract/entities/promotion'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { examUses, feeKinds } from '@khapdee/domain/fee-kinds'
import { evaluationCategories, evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { vehicleStatuses, vehicleTypes } from '@khapdee/domain/vehicle'
import type { ImportKind } from '@khapdee/domain/import'
import {
  activeWords,
  yesNoWords,
  headings,
  vehicleWords,
  plateExample,
} from '@khapdee/domain/words'
import { sql } from 'kysely'
import { maxSheetRows } from '../../adapters/sheet/sheet.ts'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { courseCommands } from '../course/course.module.ts'
import { feeCommands, findFeeProblem } from '../fee/fee.module.ts'
import { evaluationCommands } from '../evaluation/evaluation.module.ts'
import { expenseItemCommands } from '../expense-item/expense-item.module.ts'
import { promotionCommands } from '../promotion/promotion.module.ts'
import { vehicleCommands } from '../vehicle/vehicle.module.ts'
import { decimal, examExample, exams as examsCell, optionalChoice } from './cell-types.ts'
import { importColumns, address } from './columns.ts'
import type { ImportColumn, ImportKindSpec, RowCheck, StoredRecord, Values } from './import-kind.ts'
import { runUseCase } from './use-case.ts'

interface CatalogueKindSpec {
  kind: ImportKind
  api: CrudApi
  commands: readonly Command[]
  columns: readonly ImportColumn[]
  /** A contradiction between the values of a row, as the commands report it. */
  problemOf?: (values: Values) => { field: string; message: string } | null
  /** The fields that identify a record; the first one is its name. By default name and branch. */
  keyFields?: readonly [string, ...string[]]
  /** Stored values in the format of the contract, where they differ. */
  decode?: (row: Values) => Values
}

const byName = ['name', 'branch_id'] as const

/**
 * The key of a row; plates are compared without spaces and hyphens, as in the table. Null without
 * the first key field.
 */
const keyBy =
  ([name, ...otherFields]: readonly [string, ...string[]]) =>
  (values: Values): string | null => {
    const text = values[name]
    if (typeof text !== 'string') return null
    const comparable = name === 'no' ? text.replaceAll(/[\s-]/g, '') : text
    return [comparable.toLowerCase(), ...otherFields.map((field) => values[field] ?? '')].join('|')
  }

/** Refuses a record of all branches when the caller does not see all branches. */
const checkBranch =
  (ctx: UserContext, api: CrudApi): RowCheck =>
  ({ values }) =>
    api.entity.scope === 'shared' &&
    (values['branch_id'] ?? null) === null &&
    !ctx.actor.all_branches
      ? { field: 'branch_id', message: messages.required(titleOf(api.fields.shape, 'branch_id')) }
      : null

function catalogueKind({
  kind,
  api,
  commands,
  columns,
  problemOf,
  keyFields = byName,
  decode = (row) => row,
}: CatalogueKindSpec): ImportKindSpec {
  const [naming] = keyFields
  const keyOf = keyBy(keyFields)
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
      .orderBy(sql`${sql.ref(`t.${naming}`)} collate thai`)
      .execute()
    return rows.map(decode).map((row) => ({
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
    keyFields,
    keyOf,
    nameOf: (values) => String(values[naming] ?? ''),
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

// Example values for the second sheet of the template.
const price = '5,500.00'
const branch_id = { example: headings.allBranches, note: `เว้นว่าง = ${headings.allBranches}` }
const [is_activate] = activeWords
const [, noWord] = yesNoWords
const feeExamples = { name: 'ค่าคู่มือ', price, branch_id, detail: '', is_activate }

export const courseKind = catalogueKind({
  kind: 'course',
  api: course,
  commands: courseCommands,
  columns: importColumns(course.fields.shape, {
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

const passThroughExample = { example: noWord, note: 'เก็บแทนผู้อื่น ไม่นับเป็นรายรับรายจ่าย' }

export const otherFeeKind = catalogueKind({
  kind: 'other-fee',
  api: otherFee,
  commands: feeCommands,
  columns: importColumns(otherFee.fields.shape, {
    ...feeExamples,
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
    is_pass_through: passThroughExample,
  }),
  problemOf: findFeeProblem,
})

export const requestFeeKind = catalogueKind({
  kind: 'request-fee',
  api: requestFee,
  commands: feeCommands,
  columns: importColumns(requestFee.fields.shape, {
    ...feeExamples,
    is_state_fee: passThroughExample,
  }),
})

export const promotionKind = catalogueKind({
  kind: 'promotion',
  api: promotion,
  commands: promotionCommands,
  keyFields: ['code', 'branch_id'],
  decode: (row) => ({ ...row, value: Number(row['value']) }),
  columns: importColumns(promotion.fields.shape, {
    code: 'SONGKRAN',
    name: 'ส่วนลดสงกรานต์',
    type: promotionTypes.course.label,
    type_discount: discountTypes.percent.label,
    value: { example: '15', type: decimal },
    start: '10/04/2570',
    end: '20/04/2570',
    is_unlimit: yesNoWords[0],
    limit: '',
    branch_id,
    detail: '',
    is_activate,
  }),
})

/** The first of a list of Thai labels, as an example. */
const firstLabel = (words: Readonly<Record<string, { label: string }>>): string =>
  Object.values(words)[0]?.label ?? ''

export const expenseItemKind = catalogueKind({
  kind: 'expense-item',
  api: expenseItem,
  commands: expenseItemCommands,
  columns: importColumns(expenseItem.fields.shape, {
    name: 'ค่าน้ำมันเชื้อเพลิง',
    category: firstLabel(expenseCategories),
    type: firstLabel(expenseTypes),
    group: 'ค่าใช้จ่ายยานพาหนะ',
    is_pass_through: passThroughExample,
    branch_id,
    detail: '',
    status: firstLabel(expenseStatuses),
  }),
})

/** The course or fee of an item is chosen in the form; an import leaves it unchanged. */
export const evaluationKind = catalogueKind({
  kind: 'evaluation',
  api: evaluation,
  commands: evaluationCommands,
  keyFields: ['title', 'branch_id'],
  columns: importColumns(evaluation.fields.shape, {
    title: 'คาดเข็มขัดนิรภัยก่อนออกรถ',
    type: firstLabel(evaluationTypes),
    category: evaluationCategories[0],
    scale: firstLabel(evaluationScales),
    branch_id,
    sort: '1',
    is_activate,
  }),
})

export const vehicleKind = catalogueKind({
  kind: 'vehicle',
  api: vehicle,
  commands: vehicleCommands,
  keyFields: ['no', 'province'],
  columns: importColumns(vehicle.fields.shape, {
    no: plateExample,
    province: address.province,
    type: vehicleTypes[0],
    brand: 'TOYOTA',
    model: 'Yaris',
    color: 'ขาว',
    status: firstLabel(vehicleStatuses),
    branch_id: 'KKN',
    purchase_date: '',
    insurance_company: '',
    insurance_type: '',
    noti_check: '',
    noti_compulsory: '31/12/2570',
    noti_insurance: '',
    noti_tax: '31/12/2570',
    note: '',
  }),
})
