import { course } from '@khapdee/contract/entities/course'
import { satang } from '@khapdee/domain/money'
import { act, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { type FakeRoute, fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { loseSession } from '../api/tokens.ts'
import { type AlertState, alerts, useAlert } from '../shared/alerts.ts'
import { sessionStore } from '../session/session.ts'
import { aCourse } from '../../test/records.ts'
import { type EntityForm, useEntityForm } from './use-entity-form.ts'

let entityForm: EntityForm<typeof course>
let alert: AlertState
const onSaved = vi.fn()

function Form({ id }: { id?: number }) {
  const form = useEntityForm(course, {
    id,
    draftKey: `/courses/${id ?? 'new'}`,
    ...(id === undefined && { defaults: { branch_id: 1 } }),
    onSaved,
  })
  const currentAlert = useAlert()
  useEffect(() => {
    entityForm = form
    alert = currentAlert
  })
  const { errors } = form.form.formState
  return <p>{Object.entries(errors).map(([name, error]) => `${name}: ${error?.message}`)}</p>
}

const typeName = (name: string) =>
  act(() => entityForm.form.setValue('name', name, { shouldDirty: true }))
const waitUntilReady = () => waitFor(() => expect(entityForm.state).toBe('ready'))
const shownErrors = () => document.body.textContent

/** A fake server that returns the stored record and answers writes by `write`. */
const fakeServer = (write: FakeRoute) =>
  fakeFetch((request) => (request.method === 'GET' ? ok(aCourse) : write(request)))

beforeEach(() => {
  onSaved.mockClear()
  alerts.reset()
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser() })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a new record', () => {
  it('clears the alert', async () => {
    alerts.success('บันทึกแล้ว')
    fakeServer(() => ok(aCourse))
    await renderScreen(<Form />)
    expect(alert.active).toBe(false)
  })

  it('starts with defaults, is validated and is sent in baht', async () => {
    const requests = fakeServer(() => ok(aCourse))
    await renderScreen(<Form />)
    expect(entityForm.form.getValues()).toMatchObject({ name: '', price: null, branch_id: 1 })
    await act(() => entityForm.save())
    expect(shownErrors()).toContain('กรุณากรอกชื่อหลักสูตร')
    expect(requests).toHaveLength(0)

    act(() =>
      entityForm.form.reset({
        ...entityForm.form.getValues(),
        type: 'รถยนต์',
        price: satang(99_950),
      }),
    )
    typeName('หลักสูตรใหม่')
    await act(() => entityForm.save())
    expect(requests[0]).toMatchObject({
      path: 'course/create',
      body: { name: 'หลักสูตรใหม่', price: 999.5, branch_id: 1 },
    })
    expect(onSaved).toHaveBeenCalledTimes(1)
    expect(alert).toMatchObject({ active: true, err: false })
  })
})

describe('a stored record', () => {
  it('keeps the alert of another form that has just saved the record', async () => {
    alerts.success('บันทึกแล้ว')
    fakeServer(() => ok(aCourse))
    await renderScreen(<Form id={7} />)
    expect(alert).toMatchObject({ active: true, message: 'บันทึกแล้ว' })
  })

  it('is loaded and sent back with its version', async () => {
    const requests = fakeServer(() => ok(aCourse))
    await renderScreen(<Form id={3} />)
    await waitUntilReady()
    expect(entityForm.form.getValues()).toMatchObject({ name: 'หลักสูตรรถยนต์', price: 450_000 })
    typeName('ชื่อใหม่')
    await act(() => entityForm.save())
    const sent = requests.find(({ method }) => method === 'PUT')
    expect(sent?.body).toMatchObject({ course_id: 3, version: 2, name: 'ชื่อใหม่' })
    expect(sent?.body).not.toHaveProperty('branch_name')
  })

  it("shows the server's errors on its fields", async () => {
    const errors = [{ path: 'name', message: 'ชื่อหลักสูตร นี้มีในระบบแล้ว' }]
    fakeServer(() => fail(409, 'DUPLICATE', { errors }))
    await renderScreen(<Form id={3} />)
    await waitUntilReady()
    await act(() => entityForm.save())
    expect(shownErrors()).toContain('ชื่อหลักสูตร นี้มีในระบบแล้ว')
    expect(alert).toMatchObject({ err: true, message: 'ข้อความ DUPLICATE', action: null })
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('is not overwritten when another user has changed it, and can be loaded again', async () => {
    let version = 2
    fakeFetch((request) => {
      if (request.method === 'GET') return ok({ ...aCourse, name: `ชื่อรุ่น ${version}`, version })
      version = 3
      return fail(409, 'CONFLICT')
    })
    await renderScreen(<Form id={3} />)
    await waitUntilReady()
    typeName('ของฉัน')
    await act(() => entityForm.save())
    expect(alert).toMatchObject({ err: true, action: { label: 'โหลดใหม่' } })
    expect(entityForm.form.getValues('name')).toBe('ของฉัน')
    const { action } = alert
    act(() => action && 'onAction' in action && action.onAction())
    await waitFor(() => expect(entityForm.form.getValues('name')).toBe('ชื่อรุ่น 3'))
    expect(entityForm.form.getValues()).toMatchObject({ version: 3 })
    expect(alert.active).toBe(false)
  })

  it('does not replace typed values when it is read again in the background', async () => {
    let version = 2
    fakeFetch(() => ok({ ...aCourse, name: `ชื่อรุ่น ${version}`, version: version++ }))
    await renderScreen(<Form id={3} />)
    await waitUntilReady()
    act(() => entityForm.refetch())
    await waitFor(() => expect(entityForm.form.getValues('name')).toBe('ชื่อรุ่น 3'))
    typeName('ของฉัน')
    act(() => entityForm.refetch())
    await waitFor(() => expect(entityForm.record?.version).toBe(4))
    expect(entityForm.form.getValues()).toMatchObject({ name: 'ของฉัน', version: 3 })
  })

  it('shows the error when it cannot be loaded', async () => {
    fakeFetch(() => fail(404, 'NOT_FOUND'))
    await renderScreen(<Form id={3} />)
    await waitFor(() => expect(entityForm.state).toBe('error'))
    expect(entityForm.loadError?.status).toBe(404)
  })

  it('is stored as a draft with its version when the session ends', async () => {
    fakeServer(() => ok(aCourse))
    await renderScreen(<Form id={3} />)
    await waitUntilReady()
    typeName('ยังไม่บันทึก')
    act(() => loseSession('a'))
    const draft = JSON.parse(sessionStorage.getItem('khapdee.draft.7./courses/3')!)
    expect(draft).toMatchObject({ name: 'ยังไม่บันทึก', price: 450_000, version: 2 })
  })
})
