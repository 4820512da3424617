/** Markup that somebody wrote into every text is read as text on every screen. */
import type { Page } from '@playwright/test'
import { course } from '@khapdee/contract/entities/course'
import { application } from '@khapdee/contract/entities/application'
import { crudResources } from '../apps/server/test/crud-resources.ts'
import { mischief, withMischief } from '../apps/server/test/make/markup.ts'
import { callsOf } from './support/calls.ts'
import { newIdNumber } from './support/registration.ts'
import { expect, sameOnPhone, settled, test } from './support/test.ts'

const paths: Readonly<Record<string, string>> = {
  branch: '/branches',
  role: '/roles',
  course: '/courses',
  promotion: '/promotions',
  other_fee: '/other-fees',
  request_fee: '/request-fees',
  list_expenses: '/expense-items',
  evaluate: '/evaluations',
  vehicle: '/vehicles',
}

/** The page shows the text, as text or in a field, and nothing was made of it. */
async function expectText(page: Page, text: string): Promise<void> {
  await settled(page)
  const shown = () =>
    page.evaluate(
      (part) =>
        document.body.innerText.includes(part) ||
        [...document.querySelectorAll('input, textarea')].some((field) =>
          (field as HTMLInputElement).value.includes(part),
        ),
      text,
    )
  await expect.poll(shown).toBe(true)
  await expect(page.locator('[onerror], img[src="x"], body script:not([src])')).toHaveCount(0)
}

const pick = (shape: object, row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in shape))

test('what is written as markup is read as text', sameOnPhone, async ({ page, signIn }) => {
  test.setTimeout(180_000)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const call = await callsOf(page.request, 'admin')
  await signIn('admin')
  const n = Date.now() % 17_000
  for (const { api, table, label, oneBranch, body } of crudResources) {
    await test.step(table, async () => {
      const closed = 'is_activate' in api.fields.shape ? { is_activate: false } : {}
      const whole = { ...body(n), ...(oneBranch && { branch_id: 1 }), ...closed }
      const { body: mean, texts } = withMischief(api.fields.shape, whole)
      const text = String(texts[label])
      const answer = await call(api.create, mean as never)
      const row = answer.data as Record<string, unknown>
      try {
        await page.goto(`${paths[table]}?text=${encodeURIComponent(text)}`)
        await expectText(page, text)
        await page.goto(`${paths[table]}/${String(row[api.idName])}`)
        await expectText(page, text)
        if (table === 'branch') {
          await page.goto(`${paths[table]}/${String(row[api.idName])}/settings`)
          await expectText(page, text)
        }
      } finally {
        await call(api.delete, { [api.idName]: row[api.idName], version: row['version'] } as never)
      }
    })
  }
  const [worst] = mischief
  await test.step('registration', async () => {
    const { data } = await call(course.create, { name: worst, type: worst, price: 100 })
    const person = { prefix: worst.slice(0, 40), fname: worst, sname: worst, address: worst }
    const { data: made } = await call(application.create, {
      customer: { ...person, idcard: newIdNumber(), phone_1: '0812345678' },
      course: [{ course_id: data.course_id, cost: 100, paid: 40, note: worst }],
      note: worst,
    })
    await call(course.update, {
      ...pick(course.update.input.shape, data),
      is_activate: false,
    } as never)
    const code = `?text=${made.application_code}`
    for (const path of [
      `/registrations${code}`,
      `/registrations/${made.application_id}`,
      `/overdue${code}`,
      `/pay-balance${code}`,
      `/payments?text=${made.payments[0]?.payment_code ?? ''}`,
      `/audit?text=${encodeURIComponent(worst)}`,
    ]) {
      await page.goto(path)
      await expectText(page, worst)
    }
  })
  expect(dialogs).toEqual([])
})
