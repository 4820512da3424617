/** Import of customers, identified by ID-card or passport number. */
import { customer, customerFields, identityProblem } from '@khapdee/contract/entities/customer'
import { reference } from '@khapdee/contract/wire'
import { yesNoWords } from '@khapdee/domain/words'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { maxSheetRows } from '../../adapters/sheet/sheet.ts'
import type { UserContext } from '../../kernel/context.ts'
import { customerCommands } from '../customer/customer.module.ts'
import { findOrCreateCustomer } from '../customer/save-customer.ts'
import { idCard } from './cell-types.ts'
import type { ImportKindSpec, StoredRecord, Values } from './import-kind.ts'
import { runUseCase } from './use-case.ts'
import { address, importColumns, nameOf, personExample } from './columns.ts'

type Fields = z.output<z.ZodObject<typeof customerFields>>

const createSchema = z.strictObject({
  ...customerFields,
  branch_id: reference('branch').optional(),
})

const columns = importColumns(createSchema.shape, {
  idcard: {
    example: '1-1000-00000-01-6',
    note: 'ใช้ค้นหาผู้สมัครที่มีอยู่แล้ว ชาวต่างชาติใช้เลขที่หนังสือเดินทางแทนได้',
  },
  passport: { type: { ...idCard, hint: 'ตัวอักษรและตัวเลข' }, example: '' },
  is_foreigner: yesNoWords[1],
  ...personExample,
  birthday: '21/11/2540',
  phone_1: '081-234-5678',
  phone_2: '',
  email: '',
  line: '',
  ...address,
  note: '',
  branch_id: { example: 'KKN', note: 'ใช้กับผู้สมัครใหม่เท่านั้น เว้นว่าง = สาขาของคุณ' },
})

const fieldNames = Object.keys(customerFields) as (keyof Fields)[]

const pickFields = (values: Values): Fields =>
  Object.fromEntries(fieldNames.map((name) => [name, values[name]])) as Fields

type Numbers = { [Name in 'is_foreigner' | 'idcard' | 'passport']?: Fields[Name] | undefined }

/** Reports missing and invalid ID and passport numbers like the use case. */
function checkIdentity(fields: Numbers, issues: z.core.$RefinementCtx): void {
  const { is_foreigner = false, idcard = '', passport = '' } = fields
  const problem = identityProblem({ is_foreigner, idcard, passport })
  if (problem === null) return
  issues.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
}

async function find(ctx: UserContext, keys: readonly string[]) {
  const rows = await ctx.tx
    .selectFrom('customer as c')
    .selectAll('c')
    .select(sql<boolean>`(${ctx.scope.visible('customer', 'c')})`.as('is_visible'))
    .where('c.is_delete', '=', false)
    .where(sql<SqlBool>`(c.idcard = any(${keys}::text[]) or c.passport = any(${keys}::text[]))`)
    .where(sql<SqlBool>`(c.idcard <> '' or c.passport <> '')`)
    .execute()
  const found = new Map<string, StoredRecord[]>()
  for (const row of rows) {
    const { customer_id, version, is_visible, idcard, passport } = row
    const record: StoredRecord = {
      id: customer_id,
      version,
      values: pickFields(row as unknown as Values),
      ...(!is_visible && { refusal: 'ผู้สมัครเลขนี้มีอยู่แล้วในสาขาอื่น' }),
    }
    for (const number of new Set([idcard, passport])) {
      if (number !== '') found.set(number, [...(found.get(number) ?? []), record])
    }
  }
  return found
}

export const customerKind: ImportKindSpec = {
  kind: 'customer',
  columns,
  maxRows: maxSheetRows,
  idName: 'customer_id',
  keyFields: ['idcard', 'passport'],
  keyOf: ({ idcard, passport }) => String(idcard || passport || '') || null,
  nameOf,
  find,
  createSchema: createSchema.superRefine(checkIdentity),
  updateSchema: customer.updateprofile.input.superRefine(checkIdentity),
  // A customer with only a passport is a foreigner.
  deriveValues: ({ is_foreigner, idcard, passport }) =>
    is_foreigner === undefined && !idcard && passport ? { is_foreigner: true } : {},
  async create(ctx, values) {
    const { branch_id = ctx.actor.branch_id } = values as { branch_id?: number }
    const { customer } = await findOrCreateCustomer(ctx, pickFields(values), {
      branchId: branch_id,
      day: ctx.clock.today(),
      numbers: {},
      ids: {},
    })
    return { id: customer.customer_id }
  },
  async update(ctx, values) {
    await runUseCase(customerCommands, customer.updateprofile, ctx, values)
    return { id: values['customer_id'] as number }
  },
}
