/** Tests the amendment of an application: lines are added, removed and replaced, and its history and form show it. */
import { application } from '@khapdee/contract/entities/application'
import { screens } from '@khapdee/contract/entities/screens'
import { createApiClient, registerByCall } from './support/calls.ts'
import { chooseItem, lineGroup, readPdfText } from './support/registration.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

test('a fee is added and a course replaced, with totals before and after', async ({
  page,
  signIn,
  request,
}) => {
  const call = await createApiClient(request, 'registrar.kkn')
  const registered = await registerByCall(call, () => 500)
  const { data: lists } = await call(screens.register, {})
  const course = lists.course?.[0]?.name ?? ''
  // The course is replaced by the only one whose name contains this text.
  const namePart = 'แพ็กคู่'
  const otherCourse = lists.course?.find(({ name }) => name.includes(namePart))
  await signIn('registrar.kkn')
  await page.goto(`/registrations/${registered.application_id}`)
  await page.getByRole('button', { name: 'แก้ไขรายการในใบสมัคร' }).click()
  const dialog = page.getByRole('dialog', { name: 'แก้ไขรายการในใบสมัคร' })
  await expect(dialog.getByRole('group', { name: course, exact: true })).toBeVisible()

  // Nothing is sent without a change.
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog.getByRole('alert')).toContainText('ยังไม่มีการแก้ไข')

  await dialog.getByRole('button', { name: 'เพิ่มรายการ สินค้าและบริการอื่น' }).click()
  await chooseItem(dialog.getByRole('group', { name: 'สินค้าและบริการอื่น 1' }), 'คู่มือ')
  await dialog
    .getByRole('group', { name: course, exact: true })
    .getByText('เปลี่ยน', { exact: true })
    .click()
  await chooseItem(dialog.getByRole('group', { name: `เปลี่ยน ${course} เป็น` }), namePart)
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  const reason = dialog.getByLabel('เหตุผลการแก้ไข')
  await expect(reason).toBeFocused()
  await expect(dialog.getByText('กรุณาระบุเหตุผลการแก้ไข')).toBeVisible()
  await reason.fill('ผู้สมัครขอเปลี่ยน')
  await expect(dialog.getByRole('row', { name: /^ชำระแล้ว/ })).toContainText('500.00')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: 'บันทึก' }).click()
  await expect(dialog).toHaveCount(0)

  await expect(page.getByText('แก้ไขครั้งที่ 1').first()).toBeVisible()
  const history = page.getByRole('region', { name: 'ประวัติการแก้ไข' })
  await expect(history).toContainText(`เปลี่ยน ${course} เป็น ${otherCourse?.name ?? ''}`)
  await expect(history).toContainText('ย้ายยอดชำระ 500.00 บาท')
  await expect(history).toContainText('ผู้สมัครขอเปลี่ยน')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const { data } = await call(application.pdf, { application_id: registered.application_id })
  expect(await readPdfText(page, data.pdf)).toContain('แก้ไขครั้งที่ 1')
})

test(
  'a line is removed by keyboard only, and the note is changed',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'registrar.kkn')
    const registered = await registerByCall(call, () => 500)
    const { data: lists } = await call(screens.register, {})
    const fee = lists.other_fee?.find(({ kind }) => kind === 'general')
    await call(application.amend, {
      application_id: registered.application_id,
      version: 1,
      add: { other_fee: [{ other_fee_id: fee?.other_fee_id ?? 0, cost: fee?.price ?? 0 }] },
    })
    await signIn('registrar.kkn')
    await page.goto(`/registrations/${registered.application_id}`)
    const open = page.getByRole('button', { name: 'แก้ไขรายการในใบสมัคร' })
    await open.focus()
    await page.keyboard.press('Enter')
    const line = lineGroup(page, fee?.name ?? '')
    await line.getByRole('radio', { name: 'คงไว้' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(line.getByRole('radio', { name: 'นำออก' })).toBeChecked()
    await page.getByRole('dialog').getByLabel('เหตุผลการแก้ไข').focus()
    await page.keyboard.type('ซื้อเกิน')
    await page.getByRole('dialog').getByRole('button', { name: 'บันทึก' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('แก้ไขครั้งที่ 2').first()).toBeVisible()

    await page.getByRole('button', { name: 'แก้ไขหมายเหตุ' }).click()
    const dialog = page.getByRole('dialog', { name: 'แก้ไขหมายเหตุ' })
    await dialog.getByRole('textbox', { name: 'หมายเหตุ' }).fill('ขอเรียนวันเสาร์')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    const summary = page.getByRole('region', { name: 'สรุปยอด' })
    await expect(summary.getByText('ขอเรียนวันเสาร์')).toBeVisible()
  },
)
