/** Tests the course registration: customer, lines, payment, receipt. */
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  test,
  navigate,
  withoutCardPrograms,
} from './support/test.ts'
import {
  chooseItem,
  fillCustomer,
  lineGroup,
  newIdNumber,
  openForm,
  saveButton,
  readPdfText,
} from './support/registration.ts'

// No card program answers.
test.use({ expectedErrors: /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED/ })

const summary = 'สรุปยอด'

test('a clerk registers from an ID card, with two lines, a promotion and part payment, and prints the receipt', async ({
  page,
  signIn,
}) => {
  await withoutCardPrograms(page)
  await signIn('registrar.kkn')
  await openForm(page)
  // Waits for the lookup of a known customer, because its message would replace later messages.
  const lookup = page.waitForResponse(/customer\/check/)
  await page.getByRole('button', { name: 'อ่านบัตรประชาชน' }).click()
  await expect(page.getByLabel('นามสกุล')).not.toHaveValue('')
  await lookup
  const name = `${await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).inputValue()} ${await page.getByLabel('นามสกุล').inputValue()}`
  await page.getByLabel('โทรศัพท์มือถือ').fill('0812345678')

  const course = lineGroup(page, 'หลักสูตร 1')
  await chooseItem(course, 'เกียร์อัตโนมัติ')
  await course.getByLabel('รหัสส่วนลด', { exact: true }).fill('friend300')
  await course.getByRole('button', { name: 'ใช้รหัสส่วนลด' }).click()
  await expect(page.getByText('ใช้รหัสส่วนลดแล้ว ลด 300.00 บาท')).toBeVisible()
  await course.getByLabel('ชำระครั้งนี้').fill('2,000.50')

  await page.getByRole('button', { name: 'เพิ่มรายการ สินค้าและบริการอื่น' }).click()
  const fee = lineGroup(page, 'สินค้าและบริการอื่น 1')
  await chooseItem(fee, 'หนังสือ')
  await fee.getByRole('button', { name: /รับเต็มจำนวน/ }).click()
  await fee.getByText('โอนเงิน').click()

  const totals = page.getByRole('region', { name: summary })
  for (const amount of ['6,150.00', '300.00', '5,850.00', '2,150.50', '3,699.50']) {
    await expect(totals.getByText(amount, { exact: true }).first()).toBeVisible()
  }
  await totals.getByLabel('รับเงินมา').fill('2500')
  await totals.getByLabel('รับเงินมา').blur()
  await expect(totals.getByText('499.50')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  const tab = page.waitForEvent('popup')
  await saveButton(page).click()
  await expect(page.getByText(/ลงทะเบียนเรียบร้อยแล้ว เลขที่ AP-KKN-\d{4}-\d{4}/)).toBeVisible()
  await tab
  await expect(page).toHaveURL(/\/registrations\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^AP-KKN-/)
  await expectAccessible(page)

  const link = await page.getByRole('link', { name: 'เปิดไฟล์ PDF' }).getAttribute('href')
  const text = await readPdfText(page, link ?? '')
  for (const printed of [
    'ใบเสร็จรับเงิน',
    'ต้นฉบับ',
    name,
    'รหัสส่วนลด FRIEND300',
    '2,000.50',
    'สองพันบาทห้าสิบสตางค์',
    '150.00',
  ]) {
    expect(text).toContain(printed)
  }

  const code = await page.getByRole('heading', { level: 1 }).innerText()
  await navigate(page, '/registrations?status=outstanding')
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'คำค้นหา' }))
    .first()
    .fill(code)
  await expect(page).toHaveURL(/text=/)
  await expect(page.getByRole('link', { name: code })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: code })).toBeVisible()
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await page.getByRole('link', { name: code }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
  await page.goBack()
  await expect(page).toHaveURL(/status=outstanding/)
})

test('a registration is completed by keyboard alone', async ({ page, signIn, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await signIn('cashier.kkn')
  await openForm(page)
  const { keyboard } = page
  await page.getByLabel('เลขประจำตัวประชาชน').focus()
  await keyboard.type(newIdNumber())
  await keyboard.press('Tab')
  await keyboard.type('21112540')
  await keyboard.press('Enter')
  await expect(page.getByLabel('วันเกิด', { exact: true })).toHaveValue('21/11/2540')
  await expect(page.getByRole('combobox', { name: 'คำนำหน้า' })).toBeFocused()
  await keyboard.type('นาง')
  await keyboard.press('Escape')
  await keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toBeFocused()
  await keyboard.type('คีย์บอร์ด')
  await keyboard.press('Enter')
  await keyboard.type('ล้วนล้วน')
  await keyboard.press('Enter')
  await keyboard.type('0898765432')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await expect(page.getByLabel('บ้านเลขที่')).toBeFocused()
  await keyboard.type('12/3')
  const subdistrict = page.getByRole('combobox', { name: 'ตำบล' })
  while (!(await subdistrict.evaluate((field) => field === document.activeElement))) {
    await keyboard.press('Tab')
  }
  await keyboard.type('บ้านไผ่')
  await expect(page.getByRole('option').first()).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'รหัสไปรษณีย์' })).toHaveValue('40110')

  const line = lineGroup(page, 'หลักสูตร 1')
  const item = line.getByRole('combobox').first()
  while (!(await item.evaluate((field) => field === document.activeElement))) {
    await keyboard.press('Tab')
  }
  await keyboard.type('จักรยานยนต์ พร้อมสอบ')
  await expect(page.getByRole('option').first()).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const paidField = line.getByLabel('ชำระครั้งนี้')
  while (!(await paidField.evaluate((field) => field === document.activeElement))) {
    await keyboard.press('Tab')
  }
  await keyboard.type('500')
  await keyboard.press('Control+s')
  await expect(page.getByText(/ลงทะเบียนเรียบร้อยแล้ว เลขที่ AP-KKN/)).toBeVisible()
})

test('invalid input shows Thai messages at its fields, focuses the first one, and sends nothing', async ({
  page,
  signIn,
}) => {
  await signIn('registrar.kkn')
  await openForm(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('application/create')) sent.push(request.url())
  })
  await page.getByLabel('เลขประจำตัวประชาชน').fill('1100000000017')
  await page.getByLabel('วันเกิด', { exact: true }).fill('31/04/2540')
  await saveButton(page).click()
  await expect(page.getByText('เลขประจำตัวประชาชนไม่ถูกต้อง กรุณาตรวจสอบ')).toBeVisible()
  await expect(page.getByLabel('เลขประจำตัวประชาชน')).toBeFocused()
  await expect(page.getByText(/วันที่ไม่ถูกต้อง/).first()).toBeVisible()
  await expect(page.getByLabel('วันเกิด', { exact: true })).toHaveValue('31/04/2540')
  await expect(page.getByText('กรุณากรอกชื่อ', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(sent).toEqual([])
})

test(
  'a double click registers once, and going back does not offer it again',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('registrar.kkn')
    await openForm(page)
    await fillCustomer(page)
    await chooseItem(lineGroup(page, 'หลักสูตร 1'), 'ทบทวน')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('application/create')) sent.push(request.url())
    })
    await saveButton(page).dblclick()
    await expect(page.getByText(/ลงทะเบียนเรียบร้อยแล้ว/)).toBeVisible()
    expect(sent).toHaveLength(1)
    await expect(page).toHaveURL(/\/registrations\/\d+$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/registrations(\/new)?$/)
    await expect(
      page.getByLabel('นามสกุล').and(page.locator('[value]:not([value=""])')),
    ).toHaveCount(0)
  },
)

test(
  'a request with a lost answer is repeated with the same key',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('registrar.kkn')
    await openForm(page)
    const idNumber = newIdNumber()
    await fillCustomer(page, idNumber)
    await chooseItem(lineGroup(page, 'หลักสูตร 1'), 'ทบทวน')
    const keys: (string | undefined)[] = []
    await page.route('**/application/create', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await saveButton(page).click()
    await expect(page.getByText(/ยังไม่ทราบผลการบันทึก/)).toBeVisible()
    await saveButton(page).click()
    await expect(page.getByText(/ลงทะเบียนเรียบร้อยแล้ว/)).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    await navigate(page, `/registrations?text=${idNumber}`)
    await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  },
)

test('typed input survives the end of the session', desktopOnly, async ({ page, signIn }) => {
  await signIn('registrar.udn')
  await openForm(page)
  await fillCustomer(page)
  await page.getByLabel('นามสกุล').fill('ยังอยู่ครบ')
  await chooseItem(lineGroup(page, 'หลักสูตร 1'), 'ทบทวน')
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'expired')
    localStorage.setItem('refreshToken', 'expired')
  })
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('ชื่อผู้ใช้').fill('registrar.udn')
  await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill('khapdee-demo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/registrations\/new/)
  await expect(page.getByLabel('นามสกุล')).toHaveValue('ยังอยู่ครบ')
  await saveButton(page).click()
  await expect(page.getByText(/ลงทะเบียนเรียบร้อยแล้ว เลขที่ AP-UDN/)).toBeVisible()
})

test(
  'leaving with unsaved input asks for confirmation',
  desktopOnly,
  async ({ page, signIn, isMobile }) => {
    await signIn('registrar.bpi')
    await openForm(page)
    await page.getByLabel('นามสกุล').fill('ยังไม่บันทึก')
    if (isMobile) await page.goBack()
    else await page.getByRole('link', { name: 'รายการค้างชำระ', exact: true }).click()
    await expect(page.getByText('มีข้อมูลที่ยังไม่ได้บันทึก ต้องการออกจากหน้านี้หรือไม่')).toBeVisible()
    await page.getByRole('button', { name: 'ยกเลิก' }).click()
    await expect(page.getByLabel('นามสกุล')).toHaveValue('ยังไม่บันทึก')
  },
)
