import type { DashboardContent } from '@khapdee/contract/entities/dashboard'
import { zeroSatang } from '@khapdee/domain/money'
import { spansOf } from '@khapdee/domain/dashboard'
import { addDays, day, instantInBangkok } from '@khapdee/domain/thai-date'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { Tasks } from './tasks.tsx'

const today = day('2026-11-28')
const counted = (count: number) => ({ count, capped: false })

const content: DashboardContent = {
  spans: spansOf(today),
  branches: [
    { branch_id: 1, name: 'สาขาขอนแก่น' },
    { branch_id: 2, name: 'สาขาบ้านไผ่' },
  ],
  received: null,
  days: null,
  registered: null,
  outstanding: { all: counted(3), balance: zeroSatang, late: counted(0) },
  decisions: 2,
  drawers: [
    { branch_id: 1, branch: 'สาขาขอนแก่น', open_since: instantInBangkok(today, '08:30') },
    {
      branch_id: 2,
      branch: 'สาขาบ้านไผ่',
      open_since: instantInBangkok(addDays(today, -1), '16:00'),
    },
  ],
  exams: null,
  vehicles: { overdue: counted(1), due: counted(4) },
  licences: [],
}

beforeEach(() => {
  localStorage.clear()
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser() })
})

it('the tasks are the open ones, and a drawer becomes one on the day after its first movement', async () => {
  await renderScreen(<Tasks content={content} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'รายการรออนุมัติ2',
    'เอกสารรถเลยกำหนด1',
    'เอกสารรถใกล้ครบกำหนด4',
    'ยังไม่ปิดยอดประจำวัน สาขาบ้านไผ่ตั้งแต่ 27/11/2569 16:00 น.',
  ])
})

it('a drawer opens the day close of its branch, to which the header changes', async () => {
  const router = await renderScreen(<Tasks content={content} />)
  await userEvent.click(screen.getByRole('link', { name: /^ยังไม่ปิดยอด/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/closings/new'))
  expect(localStorage.getItem('khapdee.branch')).toBe('"2"')
})

it('a school without tasks shows that there are none', async () => {
  const nothing = { ...content, decisions: 0, drawers: [], vehicles: null }
  await renderScreen(<Tasks content={nothing} />)
  expect(screen.getByText('ไม่มีงานค้าง')).toBeTruthy()
})
