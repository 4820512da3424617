/** Unsaved form input survives the end of a session and a reload for a new version. */
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { withoutPasswords } from '../api/idempotency.ts'
import { alerts } from './alerts.ts'
import { session } from '../session/session.ts'

const storageKey = (userId: number, key: string) => `khapdee.draft.${userId}.${key}`

/** Event on window that makes the open forms store a draft when the page is left. */
const keepEvent = 'khapdee:keep-drafts'

/** Makes the open forms keep their unsaved input when the page is next left or reloaded. */
export function keepDrafts(): void {
  window.dispatchEvent(new Event(keepEvent))
}

/**
 * Stores the unsaved input of `form` when the session ends, or when the page is left after
 * `keepDrafts`; in this tab and for this user only, without passwords. Restores it with a warning
 * when the user opens the same form again.
 * @param key names the form and its record, e.g. `/courses/12`
 * @param ready whether the form has loaded its record, over which the draft is restored
 */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  key: string,
  ready = true,
): void {
  useEffect(() => {
    const userId = session.user()?.user_id
    if (userId === undefined) return
    // Reading `formState` would render the whole form on the first key typed.
    let isDirty = false
    const unfollow = form.subscribe({
      formState: { isDirty: true },
      callback: (state) => (isDirty = state.isDirty ?? isDirty),
    })
    const keep = () => {
      if (!isDirty) return
      sessionStorage.setItem(
        storageKey(userId, key),
        JSON.stringify(form.getValues(), withoutPasswords),
      )
    }
    const unsubscribe = session.subscribe(() => {
      if (session.user() === null) keep()
    })
    // On `pagehide`, not now: the user may still cancel leaving in the browser's dialog.
    const onKeep = () => window.addEventListener('pagehide', keep)
    window.addEventListener(keepEvent, onKeep)
    return () => {
      unfollow()
      unsubscribe()
      window.removeEventListener(keepEvent, onKeep)
      window.removeEventListener('pagehide', keep)
    }
  }, [form, key])

  useEffect(() => {
    const userId = session.user()?.user_id
    if (!ready || userId === undefined) return
    const draft = sessionStorage.getItem(storageKey(userId, key))
    if (draft === null) return
    sessionStorage.removeItem(storageKey(userId, key))
    // The cast is safe: the effect above wrote this form's own values.
    form.reset(JSON.parse(draft) as Values, { keepDefaultValues: true })
    alerts.warning('นำข้อมูลที่กรอกค้างไว้กลับมาแล้ว กรุณาตรวจสอบและบันทึก')
  }, [form, key, ready])
}
