/** Customers: lookup, list, record, changes, merging, privacy notice and the mock card reader. */
import { customer } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { answerMessages } from '@khapdee/domain/words'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { listCustomers } from './customer-list.queries.ts'
import { type StoredCustomer, toCustomerRow } from './stored-customer.ts'
import { demoCards } from './demo-cards.ts'
import { checkCustomer, findOther } from './find-customer.ts'
import { findDuplicates } from './find-duplicates.ts'
import { mergeCustomers, mergeWalkIn, previewMerge } from './merge-customers.ts'
import { recordNotice } from './privacy-notice.ts'
import { readRecord } from './read-record.ts'
import { changeCustomer } from './save-customer.ts'

const check = command(customer.check, checkCustomer)

/**
 * Reads a customer and locks the row for a change.
 * @throws NOT_FOUND when the caller does not see the customer
 */
async function lockVisible(ctx: UserContext, customerId: number): Promise<StoredCustomer> {
  const stored = await ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(ctx.scope.visible('customer'))
    .forUpdate()
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  return stored
}

const updateprofile = command(customer.updateprofile, async (ctx, input) => {
  const { customer_id, version, ...fields } = input
  const stored = await lockVisible(ctx, customer_id)
  const { idcard = '', passport = '' } = fields
  const changed = await changeCustomer(ctx, stored, { ...fields, idcard, passport }, version)
  // Every writing call must have an audit entry; `changeCustomer` makes none without a change.
  if (changed === stored) ctx.audit({ entity: 'customer', id: customer_id })
  return { message: answerMessages.changed, data: toCustomerRow(ctx, changed) }
})

const reveal = command(customer.reveal, async (ctx, { customer_id }) => {
  const found = await ctx.tx
    .selectFrom('customer')
    .select(['idcard', 'passport'])
    .where('customer_id', '=', customer_id)
    .where(ctx.scope.visible('customer'))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  ctx.audit({ entity: 'customer', id: customer_id, after: { revealed: 'idcard' } })
  return { data: found }
})

const mockreadercard = command(customer.mockreadercard, async (ctx) => {
  if (ctx.services.config.seed !== 'demo') throw notFound()
  const card = demoCards[Math.floor(Math.random() * demoCards.length)]
  return { data: { ...card, result: 'ok' } }
})

const list = command(customerRecord.gettable, listCustomers)

const get = command(customerRecord.get, (ctx, { customer_id }) => readRecord(ctx, customer_id))

const giveNotice = command(customerRecord.giveNotice, async (ctx, { customer_id, version }) => {
  const stored = await lockVisible(ctx, customer_id)
  if (stored.version !== version) throw conflict()
  const updated = await recordNotice(ctx, stored)
  if (updated === stored) ctx.audit({ entity: 'customer', id: customer_id })
  return {
    message: 'บันทึกการรับทราบประกาศความเป็นส่วนตัวเรียบร้อยแล้ว',
    data: toCustomerRow(ctx, updated),
  }
})

const duplicates = command(customerMerge.duplicates, async (ctx) => ({
  data: await findDuplicates(ctx),
}))

const find = command(customerMerge.find, findOther)

const preview = command(customerMerge.preview, async (ctx, ids) => ({
  data: await previewMerge(ctx, ids),
}))

const merge = command(customerMerge.merge, async (ctx, input) => ({
  message: 'รวมข้อมูลผู้สมัครเรียบร้อยแล้ว',
  data: toCustomerRow(ctx, await mergeCustomers(ctx, input)),
}))

const walkIn = command(customerMerge.mergeWalkIn, async (ctx, input) => ({
  message: 'รวมข้อมูลผู้สมัครเรียบร้อยแล้ว',
  data: toCustomerRow(ctx, await mergeWalkIn(ctx, input)),
}))

export const customerCommands: Command[] = [
  check,
  updateprofile,
  reveal,
  mockreadercard,
  list,
  get,
  giveNotice,
  duplicates,
  find,
  preview,
  merge,
  walkIn,
]
