import { act, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '../../test/user.ts'
import { loseSession } from '../api/tokens.ts'
import { alerts, useAlert } from './alerts.ts'
import { keepDraft, saveDraftsOnUnload, useFormDraft } from './form-draft.ts'
import { sessionStore } from '../session/session.ts'

const signIn = (user_id = 7) =>
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ user_id }) })

function openForm(key = '/courses/new', ready = true) {
  return renderHook(
    ({ isReady }) => {
      const form = useForm({ defaultValues: { name: '', price: null as number | null } })
      useFormDraft(form, key, { ready: isReady })
      return { form, isDirty: form.formState.isDirty, alert: useAlert() }
    },
    { initialProps: { isReady: ready } },
  )
}
type OpenedForm = ReturnType<typeof openForm>

const type = ({ result }: OpenedForm, name: string) =>
  act(() => result.current.form.setValue('name', name, { shouldDirty: true }))
const valuesOf = ({ result }: OpenedForm) => result.current.form.getValues()

beforeEach(() => {
  sessionStorage.clear()
  alerts.reset()
  signIn()
})

describe('a draft', () => {
  it('is restored once for the same user, as unsaved changes with a warning', () => {
    const before = openForm()
    type(before, 'หลักสูตรใหม่')
    act(() => loseSession('a'))
    before.unmount()

    signIn()
    const after = openForm()
    expect(valuesOf(after)).toEqual({ name: 'หลักสูตรใหม่', price: null })
    expect(after.result.current.isDirty).toBe(true)
    expect(after.result.current.alert).toMatchObject({ active: true, warning: true })
    after.unmount()
    expect(valuesOf(openForm())).toEqual({ name: '', price: null })
  })

  it('is kept when another user replaces the session at once, for the former user only', () => {
    const before = openForm()
    type(before, 'หลักสูตรใหม่')
    act(() => signIn(8))
    before.unmount()
    const ofOther = openForm()
    expect(valuesOf(ofOther).name).toBe('')
    ofOther.unmount()
    signIn()
    expect(valuesOf(openForm()).name).toBe('หลักสูตรใหม่')
  })

  it('is not restored for another user', () => {
    const before = openForm()
    type(before, 'ความลับ')
    act(() => loseSession('a'))
    before.unmount()
    signIn(8)
    expect(valuesOf(openForm())).toEqual({ name: '', price: null })
  })

  it('is restored only into the form with the same key', () => {
    const before = openForm('/courses/3')
    type(before, 'x')
    act(() => loseSession('a'))
    before.unmount()
    signIn()
    expect(valuesOf(openForm('/courses/4')).name).toBe('')
    expect(valuesOf(openForm('/courses/3')).name).toBe('x')
  })

  it('is restored only after the record has loaded', () => {
    const before = openForm()
    type(before, 'x')
    act(() => loseSession('a'))
    before.unmount()
    signIn()
    const after = openForm('/courses/new', false)
    expect(valuesOf(after).name).toBe('')
    after.rerender({ isReady: true })
    expect(valuesOf(after).name).toBe('x')
  })

  it('is not stored for an unchanged form, nor when a form is closed during the session', () => {
    const untouched = openForm()
    act(() => loseSession('a'))
    untouched.unmount()
    signIn()
    const typed = openForm()
    type(typed, 'x')
    typed.unmount()
    expect(sessionStorage).toHaveLength(0)
  })

  it('is tracked without rendering the form on the first keystroke', () => {
    let renders = 0
    const { result, unmount } = renderHook(() => {
      renders += 1
      const form = useForm({ defaultValues: { name: '' } })
      useFormDraft(form, '/courses/new')
      return form
    })
    const rendersBefore = renders
    act(() => result.current.setValue('name', 'x', { shouldDirty: true }))
    expect(renders).toBe(rendersBefore)
    act(() => loseSession('a'))
    unmount()
    signIn()
    expect(valuesOf(openForm()).name).toBe('x')
  })

  it('is stored on a reload after saveDraftsOnUnload, and on no other reload', () => {
    const before = openForm()
    type(before, 'หลักสูตรใหม่')
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage).toHaveLength(0)
    saveDraftsOnUnload()
    window.dispatchEvent(new Event('pagehide'))
    before.unmount()
    expect(valuesOf(openForm()).name).toBe('หลักสูตรใหม่')
  })

  it('that was stored without a form is restored before the draft of the open form, and no draft is lost', () => {
    const before = openForm()
    for (const name of ['พักไว้ไม่ได้ 1', 'พักไว้ไม่ได้ 2']) {
      keepDraft('/courses/new', { name, price: null })
    }
    type(before, 'แบบฟอร์มถัดไป')
    act(() => loseSession('a'))
    before.unmount()

    signIn()
    const first = openForm()
    expect(valuesOf(first).name).toBe('พักไว้ไม่ได้ 1')
    type(first, 'พักไว้ไม่ได้ 1 แก้ไข')
    act(() => loseSession('a'))
    first.unmount()

    signIn()
    const restored = ['พักไว้ไม่ได้ 2', 'แบบฟอร์มถัดไป', 'พักไว้ไม่ได้ 1 แก้ไข', '']
    for (const name of restored) {
      const next = openForm()
      expect(valuesOf(next).name).toBe(name)
      next.unmount()
    }
    expect(sessionStorage).toHaveLength(0)
  })

  it('is stored once for a form that stays open', () => {
    const before = openForm()
    type(before, 'x')
    act(() => loseSession('a'))
    act(() => signIn(8))
    before.unmount()
    expect(sessionStorage).toHaveLength(1)
  })
})
