import { failureAnswer } from '@khapdee/domain/card-failure'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, type FakeRoute, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { cardSettings } from '../../shared/customer/card-settings.ts'
import { AlertArea } from '../../shell/notices.tsx'
import { CardReaderScreen } from './card-reader-screen.tsx'

const createdAt = '2026-11-21T03:00:00.000Z'
const reader = (card_reader_id: number, branch_id: number) => ({
  card_reader_id,
  branch_id,
  name: 'เคาน์เตอร์ 1',
  createdAt,
  replaced_at: null,
})

/** Opens the screen. @param local the answer of the program on this computer */
async function open(local: FakeRoute, readers: object[], ...abilities: [string, string][]) {
  const ability = abilities.map(([subject, action]) => ({ subject, action }))
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
  fakeFetch((request) => (request.path.startsWith('http') ? local(request) : ok(readers)))
  await renderScreen(
    <>
      <AlertArea />
      <CardReaderScreen />
    </>,
  )
  return userEvent.setup()
}

const source = (name: string) => within(screen.getByRole('region', { name }))
const own = 'โปรแกรมอ่านบัตรในเครื่องนี้'
const relay = 'โปรแกรมอ่านบัตรผ่านเซิร์ฟเวอร์'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('the screen of the card readers', () => {
  it('shows where to allow access that the browser denies', async () => {
    vi.stubGlobal('location', { ...window.location, hostname: 'school.example' })
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'denied' }) } })
    const user = await open(() => 'offline', [])
    await user.click(source(own).getByRole('button', { name: 'ทดสอบ' }))
    expect(await source(own).findByText(/การตั้งค่าเว็บไซต์ข้างช่องที่อยู่เว็บ.*โหลดหน้านี้ใหม่/)).toBeTruthy()
  })

  it.each<[string, FakeRoute, RegExp]>([
    ['without a program', () => 'offline', /จับคู่ไม่สำเร็จ: ไม่พบโปรแกรม/],
    [
      'with a wrong code',
      () => ({ status: 401, body: failureAnswer('NOT_PAIRED') }),
      /จับคู่ไม่สำเร็จ: รหัสจับคู่ไม่ถูกต้องหรือหมดอายุ/,
    ],
  ])('shows why a browser is not paired %s', async (_, local, message) => {
    const user = await open(local, [])
    await user.click(source(own).getByRole('textbox', { name: 'รหัสจับคู่ที่โปรแกรมแสดง' }))
    await user.paste('ABCD-EFGH')
    await user.click(source(own).getByRole('button', { name: 'จับคู่' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('shows the branch of each counter to a user of several branches', async () => {
    const readers = [reader(3, 1), reader(4, 2)]
    const user = await open(() => 'offline', readers, ['application', 'create'])
    await user.click(await source(relay).findByRole('button', { name: /เครื่องอ่านบัตรของเคาน์เตอร์นี้/ }))
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(names).toEqual(['เคาน์เตอร์ 1 · สาขาขอนแก่น', 'เคาน์เตอร์ 1 · สาขาบ้านไผ่'])
  })

  it('revokes and adds readers of other counters without changing that of this counter', async () => {
    cardSettings.change({ order: ['relay'], card_reader_id: 3 })
    const readers = [reader(3, 1), { ...reader(4, 1), name: 'เคาน์เตอร์ 2' }]
    const user = await open(() => 'offline', readers, ['place', 'update'])
    const requests = fakeFetch(({ path }) => {
      if (path === 'card-reader/connect') return ok({ card_reader_id: 5, key: 'k' })
      return ok(path === 'card-reader/revoke' ? null : readers)
    })
    await user.click(
      await source(relay).findByRole('button', { name: /^เพิกถอนรหัสเชื่อมต่อ เคาน์เตอร์ 2/ }),
    )
    const confirm = within(await screen.findByRole('alertdialog'))
    await user.click(confirm.getByRole('button', { name: 'เพิกถอนรหัสเชื่อมต่อ' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const revocation = requests.find(({ path }) => path === 'card-reader/revoke')
    expect([revocation?.body, cardSettings.get().card_reader_id]).toEqual([
      { card_reader_id: 4 },
      3,
    ])
    await user.click(source(relay).getByRole('button', { name: 'เพิ่มเครื่องอ่านบัตร' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'เพิ่มเครื่องอ่านบัตร' }))
    await user.click(dialog.getByRole('textbox'))
    await user.paste('เคาน์เตอร์ 3')
    await user.click(dialog.getByRole('button', { name: 'สร้างรหัสเชื่อมต่อ' }))
    const use = await dialog.findByRole('switch', { name: /ใช้กับเคาน์เตอร์นี้/ })
    expect(cardSettings.get().card_reader_id).toBe(3)
    await user.click(use)
    expect(cardSettings.get().card_reader_id).toBe(5)
  })

  it('keeps the dialog with the only copy of a key open until it is copied, or the manager confirms to close it', async () => {
    const user = await open(() => 'offline', [], ['place', 'update'])
    const taken = fail(409, 'DUPLICATE', { errors: [{ path: 'name', message: 'มีชื่อนี้แล้ว' }] })
    const answerCreation = (answer: Awaited<ReturnType<FakeRoute>>) =>
      fakeFetch(({ path }) => (path === 'card-reader/connect' ? answer : ok([])))
    answerCreation(taken)
    const add = source(relay).getByRole('button', { name: 'เพิ่มเครื่องอ่านบัตร' })
    await user.click(add)
    const dialog = within(await screen.findByRole('dialog', { name: 'เพิ่มเครื่องอ่านบัตร' }))
    await user.click(dialog.getByRole('textbox'))
    await user.paste('เคาน์เตอร์ 1')
    await user.keyboard('{Enter}')
    expect(await dialog.findByText('มีชื่อนี้แล้ว')).toBeTruthy()
    answerCreation(ok({ card_reader_id: 5, key: 'k' }))
    await user.click(dialog.getByRole('button', { name: 'สร้างรหัสเชื่อมต่อ' }))
    const copy = await dialog.findByRole('button', { name: 'คัดลอก' })
    expect(document.activeElement).toBe(copy)
    await user.keyboard('{Escape}')
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ยกเลิก' }),
    )
    await user.click(await dialog.findByRole('button', { name: 'คัดลอก' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(add))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('keeps the focus in the card of a source that is paired, moved or turned off', async () => {
    cardSettings.change({ order: ['dltnatid', 'bridge'], token: '' })
    const user = await open(() => ({ body: { token: 'x' } }), [])
    const focused = () => document.activeElement
    await user.click(source(own).getByRole('textbox', { name: 'รหัสจับคู่ที่โปรแกรมแสดง' }))
    await user.paste('ABCD-EFGH')
    await user.keyboard('{Enter}')
    const test = source(own).getByRole('button', { name: /^ทดสอบ/ })
    await waitFor(() => expect(focused()).toBe(test))
    await user.click(source(own).getByRole('button', { name: `ลอง ${own} ก่อน` }))
    await waitFor(() => expect(focused()).toBe(test))
    await user.click(source(own).getByRole('switch'))
    await waitFor(() => expect(focused()).toBe(source(own).getByRole('switch')))
    await user.click(source(own).getByRole('button', { name: 'เลิกจับคู่' }))
    await waitFor(() => expect(focused()).toBe(source(own).getByRole('textbox')))
  })

  it('shows that another computer took over the key of the reader of this counter', async () => {
    cardSettings.change({ order: ['relay'], card_reader_id: 3 })
    const readers = [{ ...reader(3, 1), replaced_at: createdAt }, reader(4, 1)]
    await open(() => 'offline', readers, ['application', 'create'])
    expect(await source(relay).findByText(/เครื่องอื่นเริ่มใช้รหัสเชื่อมต่อนี้เมื่อ/)).toBeTruthy()
    cardSettings.change({ card_reader_id: 4 })
    await waitFor(() => expect(source(relay).queryByText(/เครื่องอื่นเริ่มใช้/)).toBeNull())
  })

  it('shows the version of a program, and what to do on this screen', async () => {
    cardSettings.change({ order: ['bridge', 'relay'], token: '', card_reader_id: null })
    const info = { program: 'khapdee-card-bridge', version: '7.1.0', state: 'NOT_PAIRED' }
    const user = await open(() => ({ body: info }), [])
    await user.click(source(own).getByRole('button', { name: 'ทดสอบ' }))
    expect(await source(own).findByText('รุ่น 7.1.0')).toBeTruthy()
    expect(source(own).getByText(/กรุณากรอกรหัสจับคู่ด้านล่าง/)).toBeTruthy()
    await user.click(source(relay).getByRole('button', { name: 'ทดสอบ' }))
    expect(await source(relay).findByText(/ยังไม่ได้เลือกเครื่องอ่านบัตร.*เลือกด้านล่าง/)).toBeTruthy()
  })

  it('offers the panel of an inserted card only to users who register applications', async () => {
    await open(() => 'offline', [], ['exam', 'view'])
    expect(screen.queryByText('เปิดข้อมูลของผู้ถือบัตรทันที')).toBeNull()
    cleanup()
    await open(() => 'offline', [], ['application', 'create'])
    expect(screen.getByText('เปิดข้อมูลของผู้ถือบัตรทันที')).toBeTruthy()
  })

  it('advises users who may not add a reader to ask their branch manager', async () => {
    await open(() => 'offline', [], ['application', 'create'])
    expect(await source(relay).findByText(/กรุณาแจ้งผู้จัดการสาขา/)).toBeTruthy()
  })
})
