import { course } from '@khapdee/contract/entities/course'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { alerts } from '../shared/alerts.ts'
import { sessionStore } from '../session/session.ts'
import { AlertArea } from '../shell/notices.tsx'
import { aCourse } from '../../test/records.ts'
import { ResourceList } from './resource-list.tsx'
import { defineResource } from './resource.ts'

const courses = defineResource({
  api: course,
  path: '/courses',
  title: 'หลักสูตร',
  itemLabel: 'หลักสูตร',
  nameOf: (row) => row.name,
  columns: [{ id: 'name', header: 'ชื่อหลักสูตร', cell: (row) => row.name }],
  filters: [{ name: 'text', label: 'คำค้นหา' }],
  invalidates: ['course'],
  Fields: () => null,
})

const list = ok([aCourse], { meta: { page: 1, perPage: 10, total: 1, totalPages: 1 }, filter: {} })
const signIn = (...actions: string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: actions.map((action) => ({ subject: 'course', action })) }),
  })
const show = () =>
  renderScreen(
    <>
      <AlertArea />
      <ResourceList resource={courses} />
    </>,
  )

beforeEach(() => alerts.reset())
afterEach(() => void vi.unstubAllGlobals())

async function deleteAndConfirm() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^จัดการ/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'ลบ' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('ต้องการลบ “หลักสูตรรถยนต์” ใช่หรือไม่')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'ลบ' }))
}

describe('ResourceList', () => {
  it("deletes a record after confirmation and sends the row's version", async () => {
    signIn('view', 'delete')
    const requests = fakeFetch(({ method }) => (method === 'GET' ? list : ok({ course_id: 3 })))
    await show()
    await deleteAndConfirm()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requests.find(({ method }) => method === 'DELETE')).toMatchObject({
      path: 'course/delete',
      body: { course_id: 3, version: 2 },
    })
    await waitFor(() => expect(requests.at(-1)?.method).toBe('GET'))
  })

  it('shows an IN_USE failure only in the dialog', async () => {
    signIn('view', 'delete')
    fakeFetch(({ method }) => (method === 'GET' ? list : fail(409, 'IN_USE')))
    await show()
    await deleteAndConfirm()
    const dialog = screen.getByRole('alertdialog')
    expect(await within(dialog).findByText('ข้อความ IN_USE')).toBeTruthy()
    expect(screen.getAllByText('ข้อความ IN_USE')).toHaveLength(1)
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'ยกเลิก' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('หลักสูตรรถยนต์')).toBeTruthy()
  })

  it('keeps the dialog open with the message when the connection is lost, so that deletion can be tried again', async () => {
    signIn('view', 'delete')
    let isOffline = true
    fakeFetch(({ method }) => {
      if (method === 'GET') return list
      return isOffline ? 'offline' : ok({ course_id: 3 })
    })
    await show()
    await deleteAndConfirm()
    const dialog = within(screen.getByRole('alertdialog'))
    await dialog.findByText(/เชื่อมต่อระบบไม่ได้/)
    isOffline = false
    await userEvent.setup().click(dialog.getByRole('button', { name: 'ลบ' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('shows in the alert that another user has changed the record', async () => {
    signIn('view', 'delete')
    fakeFetch(({ method }) => (method === 'GET' ? list : fail(409, 'CONFLICT')))
    await show()
    await deleteAndConfirm()
    expect(await screen.findByText('ข้อความ CONFLICT')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('offers only the actions that the role permits', async () => {
    signIn('view')
    fakeFetch(() => list)
    await show()
    await screen.findByText('หลักสูตรรถยนต์')
    expect(screen.queryByText('เพิ่มหลักสูตร')).toBeNull()
    expect(screen.queryByText('แก้ไข')).toBeNull()
    expect(screen.queryByRole('button', { name: /^จัดการ/ })).toBeNull()
  })

  it('is not shown without the permission to view', async () => {
    signIn()
    const requests = fakeFetch(() => list)
    await show()
    expect(await screen.findByText('คุณไม่มีสิทธิ์ใช้งานส่วนนี้')).toBeTruthy()
    expect(requests).toHaveLength(0)
  })
})
