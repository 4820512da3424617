/** Tests that a card in a real reader service fills the registration form. */
import { bridgePaths, bridgePort } from '@khapdee/contract/card-bridge'
import type { Response } from '@playwright/test'
import { missingPart, startProgram, startService } from '../apps/card-bridge/test/card-rig.ts'
import { somchai } from '../apps/card-bridge/test/virtual-card.ts'
import { createApiClient, registerByCall } from './support/calls.ts'
import { newIdNumber } from './support/registration.ts'
import { desktopOnly, expect, expectAccessible, test } from './support/test.ts'

// DLTNatID is asked first and does not run on the test machine; the stream of the program ends with the program.
test.use({
  expectedErrors: /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INCOMPLETE_CHUNKED/,
})

const missing = missingPart()
if (missing !== null && process.env['CI'])
  throw new Error(`Cards must be tested in CI: ${missing}.`)

/** The stream of the program that tells about cards. */
const isStream = (response: Response) => response.url().endsWith(bridgePaths.events)

const insert = { do: 'insert', kind: 'ordinary', texts: somchai, slot: 0 } as const

test(
  'a browser is paired with the program, and a card that is put in fills a registration',
  desktopOnly,
  async ({ page, signIn, baseURL }) => {
    test.skip(missing !== null, `Cards are not read, because ${missing}.`)
    const service = await startService()
    const program = await startProgram([baseURL ?? ''], {
      port: bridgePort,
      socket: service.socket,
    })
    try {
      await signIn('registrar.kkn')
      await page.goto('/registrations')
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
      await expect(source.getByText('พร้อม มีบัตรอยู่ในเครื่อง')).toBeVisible()
      const panel = page.getByRole('region', { name: 'บัตรที่เสียบ' })
      await expect(panel).toContainText('นาย สมชาย ใจดี')
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

      // A card opens one panel, in the window that was used last; once it is closed, the other
      // one listens.
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
      await service.do({ do: 'eject', slot: 0 })
      const reopened = page.waitForResponse(isStream)
      await other.close()
      await reopened
    } finally {
      await program.stop()
      await service.stop()
    }
  },
)
