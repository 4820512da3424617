import { vehicle } from '@khapdee/contract/entities/vehicle'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { ResourceList } from '../../crud/resource-list.tsx'
import { DueCell } from './due.tsx'
import { vehicles } from './resource.tsx'

const inDays = (n: number) => addDays(todayInBangkok(new Date()), n)
const at = '2026-11-21T03:00:00.000Z'

const row = (changed: object = {}) => ({
  vehicle_id: 1,
  no: '1กข 1234',
  province: 'ขอนแก่น',
  type: 'รถยนต์เก๋ง',
  brand: 'Toyota',
  model: 'Yaris',
  color: 'ขาว',
  transmission: 'automatic',
  licence_types: ['car'],
  status: 'ready',
  branch_id: 1,
  branch: 'สาขาขอนแก่น',
  purchase_date: null,
  insurance_company: '',
  insurance_type: '',
  noti_check: null,
  noti_compulsory: null,
  noti_insurance: null,
  noti_tax: null,
  note: '',
  next_due: null,
  remind_days: 30,
  is_delete: false,
  createdAt: at,
  updatedAt: at,
  version: 1,
  ...changed,
})
const show = (changed: object) =>
  render(<DueCell row={z.decode(vehicle.row, row(changed) as never)} />)

afterEach(() => vi.unstubAllGlobals())

describe('DueCell', () => {
  it('shows the nearest due day, its kind, and the number of further ones', () => {
    show({ noti_tax: inDays(5), noti_check: inDays(-2), noti_insurance: inDays(31) })
    expect(screen.getByText('เลยกำหนด 2 วัน').className).toContain('text-danger')
    expect(screen.getByText('ครบกำหนดตรวจสภาพ และอีก 1 รายการ')).toBeTruthy()
  })

  it.each([
    [0, 'วันนี้'],
    [30, 'อีก 30 วัน'],
  ])('warns %i days before a due day', (n, text) => {
    show({ noti_tax: inDays(n) })
    expect(screen.getByText(text).className).toContain('text-warn')
  })

  it('shows a day without a chip until its reminder starts, and a dash for a retired vehicle', () => {
    const { container } = show({ noti_tax: inDays(31), next_due: inDays(31) })
    expect(container.textContent).toMatch(/^\d\d\/\d\d\/25\d\d$/)
    expect(show({ noti_tax: inDays(-1), status: 'retired' }).container.textContent).toBe('–')
  })
})

it('the vehicle list filters by due days, and hides export and create without permission', async () => {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'vehicle', action: 'view' }] }),
  })
  const requests = fakeFetch(() =>
    ok([row({ noti_tax: inDays(1) })], {
      meta: { page: 1, perPage: 10, total: 1, totalPages: 1 },
      filter: { category: [{ value: 'due', name: 'ใกล้ครบกำหนด' }] },
    }),
  )
  await renderScreen(<ResourceList resource={vehicles} />, '/?category=due')
  const table = await screen.findByRole('table')
  expect(await within(table).findByText('อีก 1 วัน')).toBeTruthy()
  expect(requests[0]?.path).toContain('category=due')
  expect(screen.queryByRole('button', { name: 'ส่งออก Excel' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'เพิ่มยานพาหนะ' })).toBeNull()
})
