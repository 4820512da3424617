import { role } from '@khapdee/contract/entities/role'
import { allPermissions } from '@khapdee/domain/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderScreen } from '../../../test/app-providers.tsx'
import { type FakeRequest, fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { alerts } from '../../shared/alerts.ts'
import { sessionStore } from '../../session/session.ts'
import { ResourceForm } from '../../crud/resource-form.tsx'
import { roles } from './resource.tsx'

const aRole = {
  role_id: 4,
  key: null,
  name: 'ฝ่ายขาย',
  detail: '',
  all_branches: false,
  may_self_decide: false,
  permissions: ['course.view', 'payment.void'],
  users: 1,
  is_delete: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  version: 3,
}
const aPerson = {
  user_id: 9,
  name: 'นายสมชาย ใจดี',
  username: 'somchai',
  position: 'ผู้ช่วย',
  branch: 'ขอนแก่น',
  is_active: false,
}

const meta = { page: 1, perPage: 100, total: 1, totalPages: 1 }
const answer =
  (record: object) =>
  ({ path }: FakeRequest) => {
    if (path.startsWith('role/people')) return ok([aPerson])
    if (path.startsWith('role/gettable')) return ok([record], { meta, filter: {} })
    return ok(record)
  }
const signIn = (permissions: readonly string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({
      all_branches: true,
      ability: permissions.map((permission) => {
        const [subject = '', action = ''] = permission.split('.')
        return { subject, action }
      }),
    }),
  })

const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const isChecked = async (name: string) => (await box(name)).checked

// The first import takes longer than `findBy` waits.
beforeAll(() => import('./role-fields.tsx'))
beforeEach(() => alerts.reset())
afterEach(() => void vi.unstubAllGlobals())

describe('the form of a role', { timeout: 20_000 }, () => {
  it('saves permissions that were changed individually, by row and by column', async () => {
    signIn(allPermissions)
    const requests = fakeFetch(answer(aRole))
    await renderScreen(<ResourceForm resource={roles} id={4} />)
    const user = userEvent.setup()
    expect(await isChecked('หลักสูตร: ดู')).toBe(true)
    expect((await box('หลักสูตร')).indeterminate).toBe(true)
    await user.click(await box('สาขา: แก้ไข'))
    expect(await isChecked('สาขา: ดู')).toBe(true)
    await user.click(await box('หลักสูตร'))
    await user.click(await box('ลบ'))
    expect(await isChecked('ส่วนลด: ลบ')).toBe(true)
    await user.click(await box('การชำระเงิน: อนุมัติลบรายการชำระเงิน'))
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
    const body = requests.find(({ method }) => method === 'PUT')?.body
    const { permissions, version } = role.update.input.parse(body)
    expect(version).toBe(3)
    expect(permissions).toEqual(
      expect.arrayContaining(['branch.update', 'branch.view', 'course.create', 'promotion.delete']),
    )
    expect(permissions).not.toContain('payment.void')
  })

  it('moves between check boxes by arrow keys and leaves the grid with Tab', async () => {
    signIn(allPermissions)
    fakeFetch(answer(aRole))
    await renderScreen(<ResourceForm resource={roles} id={4} />)
    const user = userEvent.setup()
    const first = await box('รายการทั้งหมด')
    const grid = screen.getByRole('grid', { name: 'สิทธิ์' })
    const boxes = within(grid).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.filter(({ tabIndex }) => tabIndex === 0)).toEqual([first])
    const labelAfter = async (keys: string) => {
      await user.keyboard(keys)
      return document.activeElement?.closest('label')?.textContent
    }
    first.focus()
    expect(await labelAfter('{ArrowRight}')).toBe('ดู')
    expect(await labelAfter('{ArrowDown}')).toBe('ใบสมัคร: ดู')
    expect(await labelAfter('{End}')).toBe('ใบสมัคร: ส่งออก Excel')
    expect(await labelAfter('{Home}')).toBe('ใบสมัคร')
    expect(await labelAfter('{ArrowUp}')).toBe('ลงทะเบียน')
    const last = boxes.at(-1)?.closest('label')?.textContent ?? ''
    expect(await labelAfter('{Control>}{End}{/Control}')).toBe(last)
    await user.keyboard(' ')
    expect(await isChecked(last)).toBe(true)
    await user.tab()
    expect(grid.contains(document.activeElement)).toBe(false)
    expect(boxes.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  it('disables permissions that the user may not grant', async () => {
    signIn(['role.view', 'role.update', 'course.view', 'course.create'])
    fakeFetch(answer({ ...aRole, permissions: ['course.view'] }))
    await renderScreen(<ResourceForm resource={roles} id={4} />)
    const user = userEvent.setup()
    const disabled = async (name: string) => (await box(name)).disabled
    expect(await disabled('หลักสูตร: ลบ')).toBe(true)
    expect(await disabled('หลักสูตร: เพิ่ม')).toBe(false)
    await user.click(await box('หลักสูตร'))
    expect([await isChecked('หลักสูตร: เพิ่ม'), await isChecked('หลักสูตร: ลบ')]).toEqual([true, false])
  })

  it('disables a role with permissions that the user does not have', async () => {
    signIn(['role.view', 'role.update', 'course.view', 'course.create'])
    fakeFetch(answer(aRole))
    await renderScreen(<ResourceForm resource={roles} id={4} />)
    expect((await box('หลักสูตร: เพิ่ม')).disabled).toBe(true)
    expect(screen.getByText('บทบาทนี้มีสิทธิ์ที่คุณไม่มี จึงแก้ไขหรือลบไม่ได้')).toBeTruthy()
  })

  it('shows the administrator role read-only, with its users', async () => {
    signIn(allPermissions)
    fakeFetch(answer({ ...aRole, key: 'admin', permissions: [...allPermissions] }))
    await renderScreen(<ResourceForm resource={roles} id={4} />)
    expect((await box('รายการทั้งหมด')).disabled).toBe(true)
    expect(screen.getByText('บทบาทผู้ดูแลระบบมีสิทธิ์ทุกอย่างเสมอ')).toBeTruthy()
    expect(await screen.findByText('นายสมชาย ใจดี')).toBeTruthy()
    expect(screen.getByText('ปิดใช้งาน')).toBeTruthy()
  })

  it('copies the permissions of the role given in the URL to a new role', async () => {
    signIn(allPermissions)
    const requests = fakeFetch(answer(aRole))
    await renderScreen(
      <ResourceForm resource={roles} />,
      '/?copy=4',
      z.object({ copy: z.coerce.number() }),
    )
    await waitFor(async () => expect(await isChecked('หลักสูตร: ดู')).toBe(true))
    expect((await screen.findByLabelText<HTMLInputElement>(/ชื่อบทบาท/)).value).toBe('')
    expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('shows the error when the server rejects a permission', async () => {
    signIn(allPermissions)
    const refusal = fail(400, 'VALIDATION', {
      errors: [{ path: 'permissions', message: 'ให้สิทธิ์ที่คุณไม่มีไม่ได้' }],
    })
    fakeFetch((request) => (request.method === 'PUT' ? refusal : answer(aRole)(request)))
    await renderScreen(<ResourceForm resource={roles} id={4} />)
    const user = userEvent.setup()
    await user.click(await box('สาขา: ดู'))
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    expect(await screen.findByText('ให้สิทธิ์ที่คุณไม่มีไม่ได้')).toBeTruthy()
  })
})
