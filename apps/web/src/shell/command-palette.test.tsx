import { headings } from '@khapdee/domain/words'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fail, fakeFetch, type FakeRoute, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { alerts } from '../shared/alerts.ts'
import { addRecentScreen, shellDialog } from './shell-store.ts'
import { sessionStore } from '../session/session.ts'
import { ShellDialogs } from './shell-dialogs.tsx'

const noResults = { customers: [], applications: [], receipts: [] }
const somchai = {
  customer_id: 4,
  name: 'สมชาย ใจดี',
  idcard: '1-1000-xxxxx-01-6',
  phone_1: '0812345678',
}
const receipt = {
  payment_id: 9,
  payment_code: 'RE-KKN-6911-0003',
  application_id: 32,
  type: 'course',
  customer: 'สมชาย ใจดี',
  paid: 2500,
}
const application = {
  application_id: 31,
  application_code: 'AP-KKN-6911-0007',
  type: 'course',
  customer: 'สมชาย ใจดี',
  status: 'outstanding',
  refund_due: false,
}

const textOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('text')

function signIn(...abilities: [subject: string, action: string][]) {
  const ability = abilities.map(([subject, action]) => ({ subject, action }))
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
}

async function openPalette(route: FakeRoute = () => ok(noResults)) {
  const requests = fakeFetch(route)
  const router = await renderScreen(<ShellDialogs />)
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'ค้นหา' })
  // A real browser focuses the field because of `autoFocus`.
  await user.click(field)
  return { requests, user, field, path: () => router.state.location.href }
}

const groups = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const activeOption = () =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')
    ?.textContent

// The first import takes longer than `findBy` waits.
beforeAll(() => import('./command-palette.tsx'))
beforeEach(() => {
  localStorage.clear()
  signIn(
    ['application', 'view'],
    ['application', 'create'],
    ['customer', 'view'],
    ['course', 'view'],
  )
})
afterEach(() => {
  shellDialog.close()
  vi.unstubAllGlobals()
})

describe('screens and actions', () => {
  it('are limited to those that the user has permission for', async () => {
    const { requests } = await openPalette()
    expect(groups()).toEqual(['หน้าจอ', 'การทำงาน'])
    expect(options()).toContain('หลักสูตรข้อมูลหลัก')
    expect(options()).toContain('สมัครเรียนใหม่สมัครเรียน')
    expect(options()).not.toContain('สาขาข้อมูลหลัก')
    expect(options()).not.toContain('เพิ่มหลักสูตรหลักสูตร')
    expect(requests).toEqual([])
  })

  it('are found by a Thai label, by its group and by the URL path', async () => {
    const { user, field } = await openPalette()
    for (const text of ['หลักสู', 'ข้อมูล หลักสูตร', 'courses', 'COUR']) {
      await user.clear(field)
      await user.type(field, text)
      expect(options()).toEqual(['หลักสูตรข้อมูลหลัก'])
    }
  })

  it('are chosen by arrow keys, which wrap around, and opened by Enter', async () => {
    const { user, path } = await openPalette()
    expect(activeOption()).toBe('ภาพรวมลงทะเบียน')
    await user.keyboard('{ArrowUp}')
    expect(activeOption()).toBe('ออกจากระบบ')
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(path()).toBe('/registrations'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('begin with the screens that this user opened most recently', async () => {
    addRecentScreen(7, '/registrations')
    addRecentScreen(7, '/courses')
    addRecentScreen(8, '/branches')
    await openPalette()
    expect(groups()[0]).toBe('เปิดล่าสุด')
    expect(options().slice(0, 3)).toEqual(['หลักสูตรข้อมูลหลัก', 'สมัครเรียนลงทะเบียน', 'ภาพรวมลงทะเบียน'])
  })

  it('open another dialog when chosen', async () => {
    const { user, field } = await openPalette()
    await user.type(field, 'ปุ่มลัด{Enter}')
    const sheet = await screen.findByRole('dialog', { name: 'วิธีใช้และปุ่มลัด' })
    expect(within(sheet).getByText('เปิดปฏิทิน')).toBeTruthy()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('list the last alerts with their times, without announcing them again', async () => {
    alerts.forget()
    alerts.success('บันทึกข้อมูลเรียบร้อยแล้ว')
    alerts.error('ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง')
    const { user, field } = await openPalette()
    await user.type(field, `${headings.pastAlerts}{Enter}`)
    const list = await screen.findByRole('dialog', { name: headings.pastAlerts })
    const rows = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringMatching(/^\d\d:\d\d น\.เกิดข้อผิดพลาด ระบบขัดข้อง/),
      expect.stringMatching(/^\d\d:\d\d น\.สำเร็จ บันทึกข้อมูลเรียบร้อยแล้ว$/),
    ])
    expect(within(list).queryByRole('alert')).toBeNull()
  })
})

describe('the search', () => {
  it('shows customers and documents and opens the chosen one', async () => {
    const { user, field, path, requests } = await openPalette(() =>
      ok({ customers: [somchai], applications: [application], receipts: [receipt] }),
    )
    await user.type(field, 'สมชาย')
    await screen.findByRole('group', { name: 'ใบเสร็จ' })
    expect(requests.map((request) => textOf(request.path))).toEqual(['สมชาย'])
    expect(options()).toEqual([
      'สมชาย ใจดี1-1000-xxxxx-01-6 · 081-234-5678',
      'AP-KKN-6911-0007สมชาย ใจดี · สมัครเรียนค้างชำระ',
      'RE-KKN-6911-0003สมชาย ใจดี · 2,500.00 บาท',
    ])
    expect(screen.getByRole('status').textContent).toBe('พบ 3 รายการ')
    await user.click(screen.getByRole('option', { name: /สมชาย ใจดี 1-1000/ }))
    await waitFor(() => expect(path()).toBe('/customers/4'))
  })

  it('sends no request for a single letter, nor without permission to view results', async () => {
    const first = await openPalette()
    await first.user.type(first.field, 'ส')
    await new Promise((resolve) => void setTimeout(resolve, 250))
    expect(first.requests).toEqual([])
    await first.user.keyboard('{Escape}')
    signIn(['course', 'view'])
    await first.user.keyboard('{Control>}k{/Control}')
    await first.user.type(await screen.findByRole('combobox'), 'สมชาย')
    await new Promise((resolve) => void setTimeout(resolve, 250))
    expect(first.requests).toEqual([])
  })

  it('opens the first result when Enter was pressed before the answer, as by a scanner', async () => {
    const { user, field, path, requests } = await openPalette(async () => {
      await new Promise((resolve) => void setTimeout(resolve, 60))
      return ok({ ...noResults, receipts: [receipt] })
    })
    // Pasted, because a scanner sends its keystrokes faster than `user.type`.
    await user.click(field)
    await user.paste('RE-KKN-6911-0003')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/registrations/32'))
    expect(requests.map((request) => textOf(request.path))).toEqual(['RE-KKN-6911-0003'])
  })

  it('disables the previous results until the new answer arrives', async () => {
    let answer = () => {}
    const { user, field, path, requests } = await openPalette(({ path: requested }) =>
      textOf(requested) === 'AP-KKN'
        ? ok({ ...noResults, applications: [application] })
        : new Promise((resolve) => {
            answer = () => resolve(ok({ ...noResults, receipts: [receipt] }))
          }),
    )
    await user.type(field, 'AP-KKN')
    const old = await screen.findByRole('option')
    await user.type(field, '-99')
    expect(old.getAttribute('aria-disabled')).toBe('true')
    await user.click(old)
    await user.keyboard('{Enter}')
    expect(path()).toBe('/')
    await waitFor(() => expect(requests).toHaveLength(2))
    answer()
    await waitFor(() => expect(path()).toBe('/registrations/32'))
  })

  it('shows a hint and ignores Enter when nothing is found', async () => {
    const { user, field } = await openPalette()
    await user.type(field, 'ไม่มีใคร{Enter}')
    expect(await screen.findByText('ไม่พบข้อมูล')).toBeTruthy()
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('shows an error when the request failed, with a button that retries', async () => {
    let isDown = true
    const { user, field } = await openPalette(() =>
      isDown ? fail(500, 'INTERNAL') : ok({ ...noResults, customers: [somchai] }),
    )
    await user.type(field, 'สมชาย')
    const alert = await screen.findByRole('alert')
    isDown = false
    await user.click(within(alert).getByRole('button', { name: 'ลองอีกครั้ง' }))
    expect(await screen.findByRole('option', { name: /สมชาย ใจดี/ })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('opens the list of shortcuts on a question mark, but not while the palette is open', async () => {
  const { user, field } = await openPalette()
  await user.type(field, '?')
  expect(screen.queryByRole('dialog', { name: 'วิธีใช้และปุ่มลัด' })).toBeNull()
  await user.keyboard('{Escape}?')
  expect(await screen.findByRole('dialog', { name: 'วิธีใช้และปุ่มลัด' })).toBeTruthy()
})
