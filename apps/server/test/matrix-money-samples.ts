/** Valid calls of all endpoints about money; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { approval } from '@khapdee/contract/entities/approval'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { applicationInput, lineInput } from './make/application.ts'
import { customerInput } from './make/customer.ts'
import type { Wire } from './wire.ts'
import { type Sample, type Side, listOf } from './matrix-side.ts'

/** A lesson of 1,200 baht of a new customer; paid in cash, unless nothing is. */
async function registered(side: Side, paid = 120_000) {
  const { test, branch_id, mark, registrar } = side
  const { lesson } = test.school.course
  const input = applicationInput(test.school, {
    branch_id,
    customer: customerInput({ sname: mark }),
    course: [{ course_id: lesson, ...lineInput(120_000, { paid: satang(paid) }) }],
  })
  const { application_id, payments } = (await test.call(application.create, input, registrar)).data
  return { application_id, payment_id: payments[0]?.payment_id ?? 0 }
}

const applicationId = async (side: Side): Promise<Wire> => ({
  application_id: (await registered(side)).application_id,
})
const paymentId = async (side: Side): Promise<Wire> => ({
  payment_id: (await registered(side)).payment_id,
})

async function owing(side: Side): Promise<Wire> {
  const { application_id } = await registered(side, 0)
  const { data } = await side.test.call(application.get, { application_id }, side.clerk)
  const lines = data.course.map(({ line_id }) => ({ line_id, paid: 100, pay_type: 'cash' }))
  return { application_id, lines }
}

const faceSamples = (
  face: typeof application | typeof applicationFee | typeof request,
): [Endpoint, Sample][] => [
  [face.paybalance, { wire: owing }],
  [
    face.refund,
    { wire: async (side) => ({ ...(await applicationId(side)), value: 1, note: 'ย้ายที่อยู่' }) },
  ],
  [
    face.delete,
    {
      wire: async (side) => ({
        application_id: (await registered(side, 0)).application_id,
        note: 'ลงผิด',
      }),
    },
  ],
  [face.pdf, { wire: applicationId }],
  [face.pdfpayment, { wire: registered, anyOf: true }],
  [face.gettable, { wire: listOf }],
  [face.get, { wire: applicationId }],
]

/** A request that the registrar took and that waits. */
async function waitingRequest(side: Side): Promise<Wire> {
  const { test, branch_id, mark, registrar } = side
  const input = {
    branch_id,
    customer: customerInput({ sname: mark }),
    request_fee: [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }],
  }
  const { application_id } = (await test.call(request.create, input, registrar)).data
  return { application_id }
}

async function refunded(side: Side): Promise<Wire> {
  const { application_id } = await registered(side)
  const input = { application_id, value: satang(100), note: 'ย้ายที่อยู่' }
  await side.test.call(application.refund, input, side.clerk)
  return { application_id }
}

async function askedFor(side: Side): Promise<Wire> {
  const { payment_id } = await registered(side)
  await side.test.call(payment.requestDelete, { payment_id, note: 'พิมพ์ผิด' }, side.registrar)
  return { payment_id }
}

/** Gives the branch a PromptPay id where it has none. */
async function qrCode(side: Side): Promise<Wire> {
  const { test, branch_id } = side
  await test.db
    .updateTable('branch')
    .set({ promptpay_id: '0405500000001' })
    .where('branch_id', '=', branch_id)
    .execute()
  return { application_id: (await registered(side, 0)).application_id, amount: 100 }
}

/** The input of a day close without a difference. */
async function toClose(side: Side) {
  const { test, branch_id, clerk } = side
  await registered(side)
  const { expected_cash } = (await test.call(closing.current, { branch_id }, clerk)).data
  return { branch_id, date: test.clock.today(), expected_cash, counted_cash: expected_cash }
}

const inBaht = async (side: Side): Promise<Wire> => {
  const { expected_cash, ...input } = await toClose(side)
  return { ...input, expected_cash: expected_cash / 100, counted_cash: expected_cash / 100 }
}

async function closed(side: Side): Promise<Wire> {
  const { data } = await side.test.call(closing.close, await toClose(side), side.clerk)
  return { closing_id: data.closing_id }
}

export const moneySamples: readonly [Endpoint, Sample][] = [
  ...[application, applicationFee, request].flatMap(faceSamples),
  [
    request.approve,
    { wire: async (side) => ({ ...(await waitingRequest(side)), decision: 'approve' }) },
  ],
  [request.refundpdf, { wire: refunded }],
  [payment.gettable, { wire: listOf }],
  [payment.owed, { wire: listOf }],
  [payment.overdue, { wire: listOf }],
  [
    payment.editPayType,
    { wire: async (side) => ({ ...(await paymentId(side)), pay_type: 'transfer' }) },
  ],
  [
    payment.requestDelete,
    { wire: async (side) => ({ ...(await paymentId(side)), note: 'พิมพ์ผิด' }) },
  ],
  [
    payment.decideDelete,
    { wire: async (side) => ({ ...(await askedFor(side)), decision: 'approve' }) },
  ],
  [payment.promptpay, { wire: qrCode }],
  [payment.pdf, { wire: paymentId }],
  [approval.gettable, { wire: listOf }],
  [approval.count, { wire: () => ({}) }],
  [closing.current, { wire: ({ branch_id }) => ({ branch_id }) }],
  [closing.close, { wire: inBaht }],
  [closing.gettable, { wire: listOf }],
  [closing.get, { wire: closed }],
  [closing.pdf, { wire: closed }],
]
