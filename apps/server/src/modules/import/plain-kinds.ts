/** Courses and fees: known by their name in their branch. */
import type { CrudApi } from '@khapdee/contract/crud'
import { course } from '@khapdee/contract/entities/course'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { messages } from '@khapdee/contract/messages'
import type { ImportKind } from '@khapdee/domain/import'
import { sql } from 'kysely'
import { mostSheetRows } from '../../adapters/sheet/sheet.ts'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { courseCommands } from '../course/course.module.ts'
import { feeCommands } from '../fee/fee.module.ts'
import {
  branchOrEvery,
  money,
  optionalNumber,
  plainText,
  wholeNumber,
  yesNo,
} from './cell-types.ts'
import type { ImportColumn, ImportKindSpec, RowCheck, StoredRecord, Values } from './import-kind.ts'
import { runUseCase } from './use-case.ts'

interface PlainSpec {
  kind: ImportKind
  api: CrudApi
  commands: readonly Command[]
  columns: readonly ImportColumn[]
}

const keyOf = ({ name, branch_id }: Values): string | null =>
  typeof name === 'string' ? `${branch_id ?? ''}|${name.toLowerCase()}` : null

/** Only who sees every branch writes what is for all. */
const checkBranch =
  (ctx: UserContext): RowCheck =>
  ({ values }) =>
    (values['branch_id'] ?? null) === null && !ctx.actor.all_branches
      ? { field: 'branch_id', message: messages.required('สาขา') }
      : null

function plainKind({ kind, api, commands, columns }: PlainSpec): ImportKindSpec {
  const { table } = api.entity
  const fields = Object.keys(api.fields.shape)
  const caseOf = (endpoint: Endpoint) => async (ctx: UserContext, values: Values) => {
    const row = await runUseCase(commands, endpoint, ctx, values)
    return { id: row[api.idName] as number }
  }
  const read = async (ctx: UserContext) => {
    const { rows } = await sql<Record<string, unknown> & { version: number }>`
      select t.* from ${sql.table(table)} t
      where ${ctx.scope.visible(table, 't')} order by t.name collate thai`.execute(ctx.tx)
    return rows.map((row) => ({
      id: row[api.idName] as number,
      version: row.version,
      values: Object.fromEntries(fields.map((name) => [name, row[name]])),
    }))
  }
  return {
    kind,
    columns,
    mostRows: mostSheetRows,
    idName: api.idName,
    keys: ['name', 'branch_id'],
    keyOf,
    nameOf: ({ name }) => String(name ?? ''),
    // All of them, for the database folds some letters otherwise than this language does (İ).
    async find(ctx) {
      const found = await read(ctx)
      const byKey = new Map<string, StoredRecord[]>()
      for (const record of found) {
        const key = keyOf(record.values) ?? ''
        byKey.set(key, [...(byKey.get(key) ?? []), record])
      }
      return byKey
    },
    all: async (ctx) => (await read(ctx)).map(({ values }) => values),
    created: api.create.input,
    updated: api.update.input,
    check: async (ctx) => checkBranch(ctx),
    create: caseOf(api.create),
    update: caseOf(api.update),
  }
}

const active: ImportColumn = {
  field: 'is_activate',
  title: 'สถานะ',
  type: yesNo('เปิดใช้งาน', 'ปิดใช้งาน'),
  example: 'เปิดใช้งาน',
}
const detail: ImportColumn = { field: 'detail', title: 'รายละเอียด', type: plainText, example: '' }
const price: ImportColumn = {
  field: 'price',
  title: 'ราคา (บาท)',
  type: money,
  isRequired: true,
  example: '5,500.00',
}
const branch: ImportColumn = {
  field: 'branch_id',
  title: 'สาขา',
  type: branchOrEvery,
  example: 'ทุกสาขา',
  note: 'เว้นว่าง = ทุกสาขา',
}

const feeColumns: readonly ImportColumn[] = [
  { field: 'name', title: 'ชื่อรายการ', type: plainText, isRequired: true, example: 'ค่าคู่มือ' },
  price,
  branch,
  detail,
  active,
]

export const courseKind = plainKind({
  kind: 'course',
  api: course,
  commands: courseCommands,
  columns: [
    {
      field: 'name',
      title: 'ชื่อหลักสูตร',
      type: plainText,
      isRequired: true,
      example: 'หลักสูตรรถยนต์ 15 ชั่วโมง',
    },
    { field: 'type', title: 'ประเภท', type: plainText, isRequired: true, example: 'รถยนต์' },
    price,
    branch,
    { field: 'theory_hours', title: 'ภาคทฤษฎี (ชั่วโมง)', type: wholeNumber, example: '5' },
    { field: 'practice_hours', title: 'ภาคปฏิบัติ (ชั่วโมง)', type: wholeNumber, example: '10' },
    { field: 'has_theory_exam', title: 'มีสอบภาคทฤษฎี', type: yesNo(), example: 'ใช่' },
    { field: 'has_practice_exam', title: 'มีสอบภาคปฏิบัติ', type: yesNo(), example: 'ใช่' },
    { field: 'min_age', title: 'อายุขั้นต่ำ (ปี)', type: optionalNumber, example: '18' },
    detail,
    active,
  ],
})

export const otherFeeKind = plainKind({
  kind: 'other-fee',
  api: otherFee,
  commands: feeCommands,
  columns: feeColumns,
})

export const requestFeeKind = plainKind({
  kind: 'request-fee',
  api: requestFee,
  commands: feeCommands,
  columns: [
    ...feeColumns,
    {
      field: 'is_state_fee',
      title: 'ค่าธรรมเนียมของราชการ',
      type: yesNo(),
      example: 'ไม่ใช่',
      note: 'เก็บแทนราชการ ไม่นับเป็นรายรับ',
    },
  ],
})
