import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, type FakeRoute, ok } from '../../../test/fake-fetch.ts'
import { answerUploads } from '../../../test/fake-upload.ts'
import { aUser } from '../../../test/user.ts'
import { alerts } from '../../shared/alerts.ts'
import { sessionStore } from '../../session/session.ts'
import { AlertArea } from '../../shell/notices.tsx'
import { ImportScreen } from './import-screen.tsx'
import { passwordFile } from './outcome.tsx'

const row = (line: number, state: string, values: object = {}) => ({
  line,
  state,
  id: null,
  name: `หลักสูตร ${line}`,
  cells: [`หลักสูตร ${line}`, '5,500.00'],
  before: {},
  errors: [],
  ...values,
})
const planOf = (digest: string, ...rows: ReturnType<typeof row>[]) => {
  const count = (state: string) => rows.filter((planned) => planned.state === state).length
  const counts = {
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    wrong: count('wrong'),
  }
  return { columns: ['ชื่อหลักสูตร', 'ราคา (บาท)'], counts, rows, digest }
}
const good = planOf(
  'one',
  row(2, 'new'),
  row(3, 'changed', { id: 7, before: { 1: '5,000.00' } }),
  row(4, 'same', { id: 8 }),
)
const outcome = {
  counts: { new: 1, changed: 1, same: 1, wrong: 0 },
  rows: [{ line: 2, id: 9, name: 'หลักสูตร 2', state: 'new' }],
  passwords: [],
}

async function open(route: FakeRoute) {
  const requests = fakeFetch(route)
  answerUploads(route, requests)
  await renderScreen(
    <>
      <AlertArea />
      <ImportScreen kind="course" />
    </>,
  )
  const user = userEvent.setup()
  const choose = async (content = 'ก') =>
    user.upload(
      await screen.findByLabelText(/เลือกไฟล์ หรือลากไฟล์/),
      new File([content], 'courses.csv', { type: 'text/csv' }),
    )
  return { requests, user, choose }
}

const saveButton = () => screen.findByRole('button', { name: /^นำเข้า \d/ })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  alerts.reset()
  sessionStore.signIn({
    userData: aUser({ ability: [{ action: 'create', subject: 'course' }] }),
    accessToken: 'a',
    refreshToken: 'r',
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the import screen', () => {
  it('sends the unchanged file and confirms the plan shown', async () => {
    const { requests, user, choose } = await open(({ path }) =>
      ok(path.startsWith('import/course/preview') ? good : outcome),
    )
    await choose('ชื่อ')
    expect(
      await screen.findByText('จะนำเข้า 2 รายการ: ใหม่ 1 เปลี่ยนแปลง 1 กรุณาตรวจสอบก่อนบันทึก'),
    ).toBeTruthy()
    expect(screen.getByText('5,000.00', { exact: false })).toBeTruthy()
    await user.dblClick(await saveButton())
    expect(await screen.findByText(/เรียบร้อยแล้ว 2 รายการ/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'หลักสูตร 2' }).getAttribute('href')).toBe('/courses/9')
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST import/course/preview',
      'POST import/course/confirm?digest=one',
    ])
    const [, saved] = requests
    expect(saved?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    const file = saved?.body as File
    expect([file.name, await file.text()]).toEqual(['courses.csv', 'ชื่อ'])
  })

  it('disables saving while a row is invalid, and shows the invalid rows first', async () => {
    const errors = [{ column: 1, message: 'กรุณากรอกเป็นตัวเลข' }]
    const { user, choose } = await open(() =>
      ok(planOf('x', row(2, 'new'), row(3, 'wrong', { cells: ['ก', 'ฟรี'], errors }))),
    )
    await choose()
    expect((await saveButton()).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('ราคา (บาท) “ฟรี”:')).toBeTruthy()
    expect(screen.queryByText('หลักสูตร 2')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'ทั้งหมด 2' }))
    expect(screen.getByText('หลักสูตร 2')).toBeTruthy()
  })

  it('requests a new preview when records changed before saving', async () => {
    let previews = 0
    const { user, choose } = await open(({ path }) => {
      if (!path.startsWith('import/course/preview')) return fail(409, 'IMPORT_CHANGED')
      return ok(++previews === 1 ? good : planOf('two', row(2, 'same')))
    })
    await choose()
    await user.click(await saveButton())
    expect(await screen.findByText(/ทุกรายการในไฟล์ตรงกับที่มีอยู่แล้ว/)).toBeTruthy()
    expect(screen.getByText('ข้อความ IMPORT_CHANGED')).toBeTruthy()
    expect((await saveButton()).hasAttribute('disabled')).toBe(true)
  })

  it('keeps the focus within the screen when the step changes', async () => {
    const { user, choose } = await open(({ path }) =>
      ok(path.startsWith('import/course/preview') ? good : outcome),
    )
    await choose()
    await saveButton()
    expect(document.activeElement?.contains(await saveButton())).toBe(true)
    await user.tab()
    expect(document.activeElement?.textContent).toBe('เลือกไฟล์ใหม่')
    await user.tab()
    await user.keyboard('{Enter}')
    const again = await screen.findByRole('button', { name: 'นำเข้าไฟล์อื่น' })
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.contains(again)).toBe(true)
  })

  it('shows the error of an invalid file and accepts another', async () => {
    let previews = 0
    const { choose } = await open(() => (++previews === 1 ? fail(400, 'IMPORT_FILE') : ok(good)))
    await choose()
    expect(await screen.findByText('ข้อความ IMPORT_FILE')).toBeTruthy()
    await choose()
    await waitFor(() => expect(screen.queryByText('ข้อความ IMPORT_FILE')).toBeNull())
    expect(await saveButton()).toBeTruthy()
  })

  it('does not send a file that is too large', async () => {
    const { requests, choose } = await open(() => ok(good))
    await choose('x'.repeat(5 * 1024 * 1024 + 1))
    expect(await screen.findByText(/ใหญ่เกิน 5 MB/)).toBeTruthy()
    expect(requests).toEqual([])
  })
})

it('escapes cells of the password file that look like formulas', () => {
  const passwords = [{ username: 'a.b', name: '=1+1"', first_password: 'abcd-efgh-jkmn' }]
  expect(passwordFile(passwords)).toBe(
    '\uFEFF"ชื่อ","ชื่อผู้ใช้","รหัสผ่านเริ่มต้น"\r\n"\'=1+1""","a.b","abcd-efgh-jkmn"\r\n',
  )
})
