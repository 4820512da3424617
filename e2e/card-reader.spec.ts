/** Tests that a card in a real reader service fills the registration form. */
import { bridgePaths, bridgePort } from '@khapdee/contract/card-bridge'
import type { Page, Response } from '@playwright/test'
import {
  type RunningProgram,
  canIsolate,
  missingPart,
  startProgram,
  startService,
} from '../apps/card-bridge/test/card-rig.ts'
import { somchai } from '../apps/card-bridge/test/virtual-card.ts'
import { createApiClient, registerByCall } from './support/calls.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { newMark } from './support/numbers.ts'
import { newIdNumber } from './support/registration.ts'
import { desktopOnly, expect, expectAccessible, test, withoutCardPrograms } from './support/test.ts'

// DLTNatID is tried first and does not run on the test machine; the stream of the card program ends
// with the program.
test.use({
  expectedErrors: /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INCOMPLETE_CHUNKED/,
})

// Where the system allows no namespaces, both tests use the same smart card service, one after the
// other.
test.describe.configure({ mode: canIsolate() ? 'parallel' : 'default' })

/** Skips the test if virtual cards cannot be read. Call it in the test, because the other test may use the service while this file is loaded. */
function requireCards(): void {
  const missing = missingPart()
  if (missing !== null && process.env['CI'])
    throw new Error(`Cards must be tested in CI: ${missing}.`)
  test.skip(missing !== null, `Cards are not read, because ${missing}.`)
}

/** The stream with which the program reports cards. */
const isStreamUrl = (url: string) => url.endsWith(bridgePaths.events)
const isStream = (response: Response) => isStreamUrl(response.url())

/**
 * Makes a page report that its window is hidden or shown; Chromium without a screen never hides
 * one.
 */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

const insert = { do: 'insert', kind: 'ordinary', texts: somchai, slot: 0 } as const

test(
  'a browser is paired with the program, and a card that is put in fills a registration',
  desktopOnly,
  async ({ page, signIn, baseURL }) => {
    requireCards()
    const service = await startService()
    const program = await startProgram([baseURL ?? ''], {
      port: bridgePort,
      socket: service.socket,
      isBuilt: true,
    })
    try {
      await signIn('registrar.kkn')
      await page.goto('/registrations')
      // The token belongs to a program that was reinstalled and no longer accepts this browser.
      await page.evaluate(() => localStorage.setItem('khapdee.cardReader', '{"token":"outdated"}'))
      await page.reload()
      await page.getByRole('button', { name: 'ตั้งค่าการแสดงผล' }).click()
      await page.getByRole('link', { name: 'เครื่องอ่านบัตร' }).click()
      await expect(page).toHaveURL(/\/card-reader$/)
      await expect(page.getByText('สีหน้าจอ')).toHaveCount(0)
      const source = page.getByRole('region', { name: 'โปรแกรมอ่านบัตรในเครื่องนี้' })
      await source.getByRole('button', { name: 'ทดสอบ' }).click()
      await expect(source.getByText('ยังไม่ได้จับคู่กับโปรแกรมอ่านบัตร')).toBeVisible()
      await source.getByLabel('รหัสจับคู่ที่โปรแกรมแสดง').fill(program.pairingCode())
      await source.getByRole('button', { name: 'จับคู่' }).click()
      await expect(source.getByText('พร้อม รอเสียบบัตร')).toBeVisible()
      await page.getByText('เปิดข้อมูลของผู้ถือบัตรทันที').click()
      await expectAccessible(page)

      await service.do(insert)
      const panel = page.getByRole('region', { name: 'บัตรที่เสียบ' })
      await expect(panel).toContainText('นายสมชาย ใจดี')
      await source.getByRole('button', { name: 'ทดสอบ' }).click()
      await expect(source.getByText('พร้อม มีบัตรอยู่ในเครื่อง')).toBeVisible()
      await expectAccessible(page)
      await panel.getByRole('button', { name: 'ใบสมัครใหม่' }).click()
      await page.getByRole('menuitem', { name: 'สมัครเรียน' }).click()
      await expect(page).toHaveURL(/\/registrations\/new/)
      await expect(page.getByLabel('นามสกุล')).toHaveValue('ใจดี')
      await expect(page.getByLabel('วันเกิด', { exact: true })).toHaveValue('15/04/2533')

      await page.getByRole('button', { name: 'อ่านบัตรประชาชน' }).click()
      await expect(page.getByText('อ่านบัตรสำเร็จ')).toBeVisible()
      await service.do({ do: 'eject', slot: 0 })
      await page.getByRole('button', { name: 'อ่านบัตรประชาชน' }).click()
      await expect(page.getByText('ไม่พบบัตรประชาชน กรุณาเสียบบัตร')).toBeVisible()
      const help = page.getByRole('link', { name: 'เครื่องอ่านบัตร' })
      await expect(help).toHaveAttribute('href', '/card-reader')

      // A card opens one panel, in the window that was used last; after that window is closed, the
      // card opens it in the other one.
      const number = newIdNumber()
      const call = await createApiClient(page.request, 'registrar.kkn')
      await registerByCall(call, (price) => price, { idcard: number })
      const known = { ...insert, texts: { ...somchai, number } }
      const other = await page.context().newPage()
      const opened = other.waitForResponse(isStream)
      await other.goto('/courses')
      await opened
      await service.do(known)
      const otherPanel = other.getByRole('region', { name: 'บัตรที่เสียบ' })
      await expect(otherPanel).toContainText('ลูกค้าเดิม')
      await expect(panel).toHaveCount(0)
      await otherPanel.getByRole('button', { name: 'เปิดข้อมูลผู้สมัคร' }).click()
      await expect(other).toHaveURL(/\/customers\/\d+/)

      // A hidden window leaves the cards to a visible one, and receives them again when it is used.
      const left = page.waitForResponse(isStream)
      await setHidden(other, true)
      await left
      await service.do({ do: 'eject', slot: 0 })
      // The smart card service looks at the reader a few times a second, and would miss a faster change.
      const token = await page.evaluate(
        () => JSON.parse(localStorage.getItem('khapdee.cardReader') ?? '{}').token,
      )
      const headers = { origin: baseURL ?? '', authorization: `Bearer ${token}` }
      await expect
        .poll(async () =>
          (await page.request.get(program.url + bridgePaths.info, { headers })).json(),
        )
        .toMatchObject({ state: 'NO_CARD' })
      await service.do(known)
      await expect(panel).toContainText('ลูกค้าเดิม')
      await expect(otherPanel).toHaveCount(0)
      const returned = other.waitForResponse(isStream)
      await setHidden(other, false)
      await returned
      const reopened = page.waitForResponse(isStream)
      await other.close()
      await reopened

      // After the sign-out no window receives cards, and the panel of the card is closed.
      const ended = page.waitForEvent('requestfailed', (request) => isStreamUrl(request.url()))
      await page.getByRole('button', { name: /^ผู้ใช้งาน/ }).click()
      await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'ออกจากระบบ' }).click()
      await ended
      await expect(panel).toHaveCount(0)
    } finally {
      await program.stop()
      await service.stop()
    }
  },
)

test(
  'a card is read through the server, by a program that a manager has connected',
  desktopOnly,
  async ({ page, signIn }) => {
    requireCards()
    const service = await startService()
    let program: RunningProgram | undefined
    try {
      await signIn('manager.kkn')
      await withoutCardPrograms(page)
      await page.goto('/card-reader')
      const source = page.getByRole('region', { name: 'โปรแกรมอ่านบัตรผ่านเซิร์ฟเวอร์' })
      await source.getByText('ใช้เครื่องอ่านบัตรนี้').click()
      await source.getByRole('button', { name: 'เพิ่มเครื่องอ่านบัตร' }).click()
      const dialog = page.getByRole('dialog', { name: 'เพิ่มเครื่องอ่านบัตร' })
      await dialog.getByRole('textbox').fill(`เคาน์เตอร์ ${newMark()}`)
      await dialog.getByRole('button', { name: 'สร้างรหัสเชื่อมต่อ' }).click()
      const command = dialog.getByLabel('คำสั่ง')
      await expect(command).toHaveValue(/--connect http/)
      await expectAccessible(dialog)
      await dialog.getByText('ใช้กับเคาน์เตอร์นี้').click()
      const [, connection = ''] = (await command.inputValue()).split('--connect ')
      // The text is selected and copied, because the browser may refuse the copy button. Closing
      // would otherwise ask for confirmation, because the key is shown only once.
      await command.press('ControlOrMeta+a')
      await command.press('ControlOrMeta+c')
      await dialog.getByRole('button', { name: 'ปิด' }).last().click()

      const state = source.getByRole('status')
      await source.getByRole('button', { name: 'ทดสอบ' }).click()
      await expect(state).toContainText('ใช้ไม่ได้')
      program = await startProgram(['--connect', connection], {
        port: await freePort(),
        socket: service.socket,
        isBuilt: true,
      })
      await expect.poll(program.output).toContain('เชื่อมต่อกับระบบของโรงเรียนแล้ว')
      await source.getByRole('button', { name: 'ทดสอบ' }).click()
      await expect(state).toContainText('พร้อม รอเสียบบัตร')
      await page.getByText('เปิดข้อมูลของผู้ถือบัตรทันที').click()
      await service.do({ ...insert, texts: { ...somchai, number: newIdNumber() } })
      const panel = page.getByRole('region', { name: 'บัตรที่เสียบ' })
      await expect(panel).toBeVisible()
      // The screen also requests the state periodically.
      await expect(state).toContainText('พร้อม มีบัตรอยู่ในเครื่อง')
      await expect(state).toContainText(/รุ่น \d+\.\d+/)
      await panel.getByRole('button', { name: 'ใบสมัครใหม่' }).click()
      await page.getByRole('menuitem', { name: 'สมัครเรียน' }).click()
      await expect(page.getByLabel('นามสกุล')).toHaveValue('ใจดี')
      await page.getByRole('button', { name: 'อ่านบัตรประชาชน' }).click()
      await expect(page.getByText('อ่านบัตรสำเร็จ')).toBeVisible()
      await service.do({ do: 'eject', slot: 0 })
      await page.getByRole('button', { name: 'อ่านบัตรประชาชน' }).click()
      await expect(page.getByText('ไม่พบบัตรประชาชน กรุณาเสียบบัตร')).toBeVisible()
    } finally {
      await program?.stop()
      await service.stop()
    }
  },
)
