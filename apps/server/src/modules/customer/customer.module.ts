/** Customers: looking one up, changing what is stored, reading a card. */
import { customer } from '@khapdee/contract/entities/customer'
import { normalizeIdCard } from '@khapdee/domain/id-card'
import { type Command, command } from '../../kernel/command.ts'
import { notFound } from '../../kernel/errors.ts'
import { findByName, findByNumber, findByPhone, toCustomerRow } from './customer.queries.ts'
import { demoCards } from './demo-cards.ts'
import { changeCustomer } from './save-customer.ts'

const check = command(customer.check, async (ctx, { idcard, passport, phone, text }) => {
  if (idcard || passport) {
    const found = idcard
      ? await findByNumber(ctx, 'idcard', normalizeIdCard(idcard))
      : await findByNumber(ctx, 'passport', (passport ?? '').toUpperCase())
    const whole = ctx.may('customer.reveal')
    return { data: found === undefined ? null : toCustomerRow(ctx, found, { whole }), others: [] }
  }
  const found = phone ? await findByPhone(ctx, phone) : text ? await findByName(ctx, text) : []
  const [first, ...others] = found.map((row) => toCustomerRow(ctx, row))
  return { data: first ?? null, others }
})

const updateprofile = command(customer.updateprofile, async (ctx, input) => {
  const { customer_id, version, ...fields } = input
  const stored = await ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where(ctx.scope.visible('customer'))
    .forUpdate()
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  const { idcard = '', passport = '' } = fields
  const changed = await changeCustomer(ctx, stored, { ...fields, idcard, passport }, version)
  if (changed === stored) ctx.audit({ entity: 'customer', id: customer_id })
  return { message: 'แก้ไขข้อมูลเรียบร้อยแล้ว', data: toCustomerRow(ctx, changed) }
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

export const customerCommands: Command[] = [check, updateprofile, reveal, mockreadercard]
