import { payrollRate } from '@khapdee/contract/entities/payroll-rate'
import { satang } from '@khapdee/domain/money'
import { defaultRates } from '@khapdee/domain/payroll/default-rates'
import { figuresOf } from '@khapdee/domain/payroll/rate-figures'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { readRates } from './payroll-rate.module.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const share = (employee: number) => [
  { figure: 'employee', value: satang(employee) },
  { figure: 'employer', value: satang(500) },
]
const create = (values: object = {}, as = 'hr') =>
  test.call(
    payrollRate.create,
    {
      name: 'ลดเงินสมทบ',
      type: 'sso_share',
      valid_from: day('2030-01-01'),
      figures: share(300),
      ...values,
    },
    as,
  )

it('starts with the rates of the law', async () => {
  expect(await readRates({ tx: test.db as never })).toEqual(defaultRates)
})

it('adds a rate of some provinces, which computations read', async () => {
  const { data } = await create({ provinces: ['ตรัง', 'ขอนแก่น', 'ตรัง'] })
  expect(data).toMatchObject({ provinces: ['ขอนแก่น', 'ตรัง'], version: 1 })
  expect((await readRates({ tx: test.db as never })).at(-1)).toEqual({
    kind: 'sso_share',
    valid_from: '2030-01-01',
    valid_to: null,
    provinces: ['ขอนแก่น', 'ตรัง'],
    value: { employee: 300, employer: 500 },
  })
  expect((await create({ provinces: ['ตรัง', 'ขอนแก่น'] })).status).toBe(409)
})

it('reports the figure or the day that is invalid', async () => {
  const refusals: [object, string][] = [
    [{ figures: share(10_001) }, 'figures.0.value'],
    [{ type: 'ewf' }, 'figures.0.value'],
    [{ valid_to: day('2029-12-31') }, 'valid_to'],
  ]
  for (const [values, path] of refusals) {
    const { status, body } = await create({ valid_from: day('2031-01-01'), ...values })
    expect([status, (body.errors as { path: string }[]).map(({ path: at }) => at)]).toEqual([
      400,
      [path],
    ])
  }
})

it('lets only users with the permission change rates', async () => {
  expect((await create({ valid_from: day('2032-01-01') }, 'manager.kkn')).status).toBe(403)
  expect((await test.call(payrollRate.gettable, { perPage: 100 }, 'manager.kkn')).status).toBe(200)
  expect((await test.call(payrollRate.gettable, {}, 'registrar.kkn')).status).toBe(403)
})

it('describes every stored rate by figures that can be saved again', async () => {
  const { data } = await test.call(payrollRate.gettable, { perPage: 100, text: 'ฐานค่าจ้าง' }, 'hr')
  const [first] = data
  if (first === undefined) throw new Error('no rate')
  expect(first.figures).toEqual(figuresOf(defaultRates[0] as never))
  const { payroll_rate_id, name, type, valid_from, valid_to, provinces, figures, version } = first
  const { status } = await test.call(
    payrollRate.update,
    { payroll_rate_id, name, type, valid_from, valid_to, provinces, figures, version },
    'hr',
  )
  expect(status).toBe(200)
})
