import { course } from '@khapdee/contract/entities/course'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { type FakeRequest, fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aCourse } from '../../test/records.ts'
import { aUser } from '../../test/user.ts'
import { sessionStore } from '../session/session.ts'
import { ListScreen } from './list-screen.tsx'
import { useTable } from './use-table.ts'

const columns = [{ id: 'name', header: 'ชื่อ', cell: (row: { name: string }) => row.name }]
const defaults = { start: '2026-11-29' }

function Courses() {
  const table = useTable(course.gettable, { defaults })
  return (
    <ListScreen
      title="หลักสูตร"
      name="course"
      filters={[{ name: 'type', label: 'ประเภท' }]}
      columns={columns}
      rowKey={(row) => row.course_id}
      table={table}
    />
  )
}

interface View {
  list_view_id: number
  list: string
  name: string
  filters: object
  sort: string | null
}
const cars: View = {
  list_view_id: 1,
  list: '/',
  name: 'รถยนต์',
  filters: { type: 'car' },
  sort: '-name',
}
let views: View[]
let requests: FakeRequest[]
let answerOfSave: () => ReturnType<typeof ok> | ReturnType<typeof fail>
const rowsOf = (path: string) => (path.includes('type=car') ? 4 : 7)

beforeEach(() => {
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser() })
  views = [cars]
  answerOfSave = () => ok({ ...cars, list_view_id: 2 })
  requests = fakeFetch(
    ({ method, path }) => {
      if (method === 'PUT') return answerOfSave()
      if (method === 'DELETE') {
        views = []
        return fail(404, 'NOT_FOUND')
      }
      const meta = { page: 1, perPage: 10, total: rowsOf(path), totalPages: 1 }
      return ok([aCourse], { meta, filter: {} })
    },
    () => views,
  )
})
afterEach(() => void vi.unstubAllGlobals())

const viewButton = (name: string) => screen.findByRole('button', { name })
const courseRequests = () =>
  requests.map(({ path }) => path).filter((path) => path.startsWith('course/'))

it('shows the views of this list only, and counts them after the rows are loaded', async () => {
  views = [cars, { ...cars, list_view_id: 2, list: '/payments', name: 'ของหน้าอื่น' }]
  await renderScreen(<Courses />)
  await viewButton('รถยนต์ 4 รายการ')
  expect(screen.queryByText('ของหน้าอื่น')).toBeNull()
  expect(courseRequests()).toEqual([
    'course/gettable?page=1&perPage=10&start=2026-11-29',
    'course/gettable?page=1&perPage=1&type=car&start=2026-11-29',
  ])
})

it('shows the filters and the order of a view, with the number of rows that the list has', async () => {
  const router = await renderScreen(<Courses />, '/?text=ก&start=all')
  await userEvent.setup().click(await viewButton('รถยนต์ 4 รายการ'))
  await waitFor(() => expect(router.state.location.search).toEqual({ type: 'car', sort: '-name' }))
  const shown = await viewButton('รถยนต์ 4 รายการ')
  expect(shown.getAttribute('aria-pressed')).toBe('true')
})

it('saves what differs from the defaults, so that the first day of the view stays today', async () => {
  await renderScreen(<Courses />, '/?type=truck&sort=-name')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'บันทึกมุมมอง' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/ชื่อมุมมอง/), 'ของฉัน')
  await user.click(dialog.getByRole('button', { name: 'บันทึก' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    list: '/',
    name: 'ของฉัน',
    filters: { type: 'truck' },
    sort: '-name',
  })
})

it('keeps the dialog open with the reason when the server refuses the view', async () => {
  answerOfSave = () => fail(409, 'STATE')
  await renderScreen(<Courses />, '/?type=truck')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'บันทึกมุมมอง' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'บันทึก' }))
  expect(await dialog.findByText('กรุณากรอกชื่อมุมมอง')).toBeTruthy()
  await user.type(dialog.getByLabelText(/ชื่อมุมมอง/), 'ของฉัน')
  await user.click(dialog.getByRole('button', { name: 'บันทึก' }))
  expect(await dialog.findByText('ข้อความ STATE')).toBeTruthy()
})

it('removes a view that another tab has deleted', async () => {
  await renderScreen(<Courses />)
  const user = userEvent.setup()
  await user.click(await viewButton('ลบมุมมอง รถยนต์'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /รถยนต์ 4/ })).toBeNull())
})
