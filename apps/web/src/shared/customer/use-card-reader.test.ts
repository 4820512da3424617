/** Reading cards into a form while the addresses and the customer are still being looked up. */
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dltNatIdCard } from '../../../test/dltnatid-service.ts'
import { fakeFetch } from '../../../test/fake-fetch.ts'
import { alerts } from '../alerts.ts'
import { handOverCard, useCardReader } from './card-reader.ts'
import { cardSettings } from './card-settings.ts'
import { blankCustomer, type CustomerValues } from './customer-values.ts'
import type { CustomerMatcher } from './use-customer.ts'

const place = { subdistrict: 'ในเมือง', district: 'เมืองขอนแก่น', province: 'ขอนแก่น' }
const other = { ...dltNatIdCard, nat_id: '3409900000014', fname_th: 'สมศรี' }

/** A form whose reader answers with `card`. `addressesArrive` ends the loading of the addresses. */
function open(card: object, typed: Partial<CustomerValues> = {}) {
  let values: CustomerValues = { ...blankCustomer, ...typed }
  let addressesArrive = () => {}
  const loaded = new Promise<(typeof place & { postcode: string })[]>((resolve) => {
    addressesArrive = () => resolve([{ ...place, postcode: '40000' }])
  })
  fakeFetch(() => ({ body: card }))
  const check = vi.fn(async () => {})
  const form = {
    kind: 'course' as const,
    get: () => values,
    set: (next: CustomerValues) => void (values = next),
    matcher: { check } as unknown as CustomerMatcher,
    loadPlaces: () => loaded,
  }
  const { result, unmount } = renderHook(() => useCardReader(form))
  const read = () => act(async () => void result.current.read())
  return {
    result,
    unmount,
    read,
    form,
    check,
    arrive: () => act(async () => addressesArrive()),
  }
}

beforeEach(() => {
  cardSettings.change({ order: ['dltnatid'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('keeps typed values while the addresses load, and adds the postcode to the same address', async () => {
  const { form, read, arrive, check } = open(dltNatIdCard)
  await read()
  await waitFor(() => expect(form.get()).toMatchObject({ fname: 'สมหญิง', postcode: '' }))
  form.set({ ...form.get(), phone_1: '0812345678' })
  await arrive()
  await waitFor(() =>
    expect(form.get()).toMatchObject({ phone_1: '0812345678', postcode: '40000' }),
  )
  expect(check).toHaveBeenCalledWith({ idcard: '1100000000016' }, true)
})

it('does not change a form that was cleared, or whose address was changed, while the addresses loaded', async () => {
  const cleared = open(dltNatIdCard)
  await cleared.read()
  await waitFor(() => expect(cleared.form.get().fname).toBe('สมหญิง'))
  cleared.form.set(blankCustomer)
  await cleared.arrive()
  expect(cleared.form.get()).toEqual(blankCustomer)
  expect(cleared.check).not.toHaveBeenCalled()
  cleared.unmount()
  const moved = open(dltNatIdCard)
  await moved.read()
  await waitFor(() => expect(moved.form.get().fname).toBe('สมหญิง'))
  moved.form.set({ ...moved.form.get(), subdistrict: 'บ้านเป็ด' })
  await moved.arrive()
  await waitFor(() => expect(moved.check).toHaveBeenCalledOnce())
  expect(moved.form.get()).toMatchObject({ subdistrict: 'บ้านเป็ด', postcode: '' })
})

it('asks for confirmation before a card replaces a typed customer', async () => {
  const { form, read, result } = open(other, { fname: 'มานี' })
  await read()
  await waitFor(() => expect(result.current.offered).not.toBeNull())
  expect(form.get()).toEqual({ ...blankCustomer, fname: 'มานี' })
  act(() => result.current.decline())
  expect(result.current.offered).toBeNull()
})

it('fills the form from a card that is accepted while the earlier one is still looked up', async () => {
  const { form, read, result, arrive, check } = open(dltNatIdCard)
  await read()
  await waitFor(() => expect(form.get().fname).toBe('สมหญิง'))
  act(() => handOverCard(other, 'course'))
  await waitFor(() => expect(result.current.offered).not.toBeNull())
  act(() => result.current.accept())
  expect(form.get()).toMatchObject({ fname: 'สมศรี', idcard: '3409900000014' })
  await arrive()
  await waitFor(() => expect(result.current.pending).toBe(false))
  expect(check.mock.calls).toEqual([[{ idcard: '3409900000014' }, true]])
})

it('reports that a card is not used by a form that opens too late', async () => {
  const warning = vi.spyOn(alerts, 'warning')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now - 11_000)
  handOverCard(other, 'course')
  vi.spyOn(Date, 'now').mockReturnValue(now)
  const { form } = open(other)
  expect(form.get()).toEqual(blankCustomer)
  expect(warning).toHaveBeenCalledWith(expect.stringContaining('กรุณาอ่านบัตรอีกครั้ง'))
})

it('shows no alert for a form that was left while the card was read', async () => {
  const warning = vi.spyOn(alerts, 'warning')
  const success = vi.spyOn(alerts, 'success')
  const { form, read, unmount } = open({ result: 'error at read', ecode: 'No card' })
  const reading = read()
  unmount()
  await reading
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([warning.mock.calls, success.mock.calls]).toEqual([[], []])
  expect(form.get()).toEqual(blankCustomer)
})
