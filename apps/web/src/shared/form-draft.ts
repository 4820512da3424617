/** Drafts of unsaved forms, kept over the end of a session and the reload for a new version. */
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { withoutPasswords } from '../api/idempotency.ts'
import { alerts } from './alerts.ts'
import { session } from '../session/session.ts'

const storageKey = (userId: number, key: string) => `khapdee.draft.${userId}.${key}`

/** Told to the open forms, through the page that they share. */
const keepEvent = 'khapdee:keep-drafts'

/** Unsaved content of the open forms outlives that the page is left or loaded anew. */
export function keepDrafts(): void {
  window.dispatchEvent(new Event(keepEvent))
}

/**
 * Keeps the unsaved content of `form` when the session ends, or the page after `keepDrafts`, in
 * this tab and for this user alone, and restores it, with a notice, when the user opens the same form
 * again.
 * @param key names the form and its record, e.g. `/courses/12`
 * @param ready whether the form holds its record, so that the draft is laid over it
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
    // Only when the page is left is it certain that the user did not choose to stay.
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
    // Written above, from this form's own values.
    form.reset(JSON.parse(draft) as Values, { keepDefaultValues: true })
    alerts.warning('นำข้อมูลที่กรอกค้างไว้กลับมาแล้ว กรุณาตรวจสอบและบันทึก')
  }, [form, key, ready])
}
