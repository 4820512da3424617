import { createHmac, randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { type ApplicationInput, applicationInput } from '../../test/make/application.ts'
import { customerInput } from '../../test/make/customer.ts'
import { hashInput } from './idempotency.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const create = (key: string, input: ApplicationInput, as = 'registrar.kkn') =>
  test.call(application.create, input, as, { 'idempotency-key': key })

const paymentCount = async () => {
  const row = await test.db
    .selectFrom('payment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

describe('a call that moves money', () => {
  it.each(['', 'x', '123', '6ba7b810-9dad-11d1-80b4-00c04fd430c', "'; drop table payment; --"])(
    'is refused with the key %j',
    async (key) => {
      const before = await paymentCount()
      const answer = await create(key, applicationInput(test.school))
      expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY' } })
      expect(answer.body.message).toMatch(/[ก-๙]/)
      expect(await paymentCount()).toBe(before)
    },
  )

  it('is refused without a key', async () => {
    const { accessToken } = await test.login('registrar.kkn')
    const headers = { authorization: `Bearer ${accessToken}` }
    const line = { course_id: test.school.course.lesson, cost: 1200, paid: 0 }
    const { customer } = applicationInput(test.school)
    const body = { customer, course: [line] }
    const answer = await test.raw('POST', application.create.path, body, headers)
    expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY' } })
  })

  it('is executed once when repeated, with an identical answer', async () => {
    const [key, input] = [randomUUID(), applicationInput(test.school)]
    const before = await paymentCount()
    const first = await create(key, input)
    const again = await create(key, input)
    const inCapitals = await create(key.toUpperCase(), input)
    expect(first.status).toBe(200)
    expect(again.bytes.toString()).toBe(first.bytes.toString())
    expect(inCapitals.bytes.toString()).toBe(first.bytes.toString())
    expect(await paymentCount()).toBe(before + 1)
  })

  it('is executed once when sent many times at once', async () => {
    const [key, input] = [randomUUID(), applicationInput(test.school)]
    const before = await paymentCount()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key, input)))
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await paymentCount()).toBe(before + 1)
  })

  it('is refused with a key already used for another body or by another user', async () => {
    const [key, input] = [randomUUID(), applicationInput(test.school)]
    await create(key, input)
    const before = await paymentCount()
    for (const answer of [
      await create(key, { ...input, note: 'อีกใบ' }),
      await create(key, input, 'cashier.kkn'),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_MISMATCH' } })
      expect(answer.body.message).toMatch(/[ก-๙]/)
      expect(answer.body).not.toHaveProperty('data')
    }
    expect(await paymentCount()).toBe(before)
  })

  // An update may add a field with a default. A save repeated after it must still be recognised.
  it('is recognised by its body as it was sent, without the defaults that the server adds, in any order', async () => {
    const { accessToken } = await test.login('registrar.kkn')
    const key = randomUUID()
    const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': key }
    const line = { course_id: test.school.course.lesson, cost: 1200, paid: 0 }
    const customer = z.encode(application.create.input.shape.customer, customerInput())
    const first = await test.raw(
      'POST',
      application.create.path,
      { customer, course: [line] },
      headers,
    )
    expect(first.status).toBe(200)
    const { body_hash } = await test.db
      .selectFrom('idempotency_key')
      .select('body_hash')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    const reordered = { course: [{ paid: 0, cost: 1200, course_id: line.course_id }], customer }
    expect(body_hash).toBe(hashInput(test.services.config.secret, reordered))
    const again = await test.raw('POST', application.create.path, reordered, headers)
    expect(again.bytes.toString()).toBe(first.bytes.toString())
  })

  it('is recognised after an update by the hash of its decoded input, which the previous version stored', async () => {
    const [key, input] = [randomUUID(), applicationInput(test.school)]
    const first = await create(key, input)
    const { create: endpoint } = application
    const stored = createHmac('sha256', test.services.config.secret)
      .update('khapdee:idempotency:')
      .update(JSON.stringify(endpoint.input.parse(z.encode(endpoint.input, input))))
      .digest('hex')
    await test.db
      .updateTable('idempotency_key')
      .set({ body_hash: stored })
      .where('key', '=', key)
      .execute()
    const before = await paymentCount()
    const again = await create(key, input)
    expect(again.status).toBe(200)
    expect(again.bytes.toString()).toBe(first.bytes.toString())
    const other = await create(key, { ...input, note: 'อีกใบ' })
    expect(other.body.code).toBe('IDEMPOTENCY_MISMATCH')
    expect(await paymentCount()).toBe(before)
  })

  it('does not use up its key when refused', async () => {
    const [key, input] = [randomUUID(), applicationInput(test.school)]
    expect((await create(key, { ...input, course: [] })).status).toBe(400)
    expect((await create(key, input)).status).toBe(200)
  })

  it('does not repeat its answer to a caller who has lost the permission', async () => {
    const [key, input] = [randomUUID(), applicationInput(test.school)]
    expect((await create(key, input, 'cashier.bpi')).status).toBe(200)
    await test.db
      .deleteFrom('role_permission')
      .where('permission', '=', 'application.create')
      .where('role_id', '=', (eb) =>
        eb.selectFrom('role').select('role_id').where('key', '=', 'cashier'),
      )
      .execute()
    await expect.poll(async () => (await create(key, input, 'cashier.bpi')).status).toBe(403)
  })
})
