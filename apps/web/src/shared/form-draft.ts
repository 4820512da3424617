/** Drafts: unsaved form input survives the end of a session, and the reload that loads a new version of the web app. */
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { withoutPasswords } from '../api/idempotency.ts'
import { alerts } from './alerts.ts'
import { sessionStore } from '../session/session.ts'

const storageKey = (userId: number, key: string) => `khapdee.draft.${userId}.${key}`

const storeDraft = (userId: number, key: string, values: unknown) =>
  sessionStorage.setItem(storageKey(userId, key), JSON.stringify(values, withoutPasswords))

/** Keeps values as the draft of a form that is not open; it is restored when the user opens the form. See {@link useFormDraft}. */
export function keepDraft(key: string, values: FieldValues): void {
  const userId = sessionStore.user()?.user_id
  if (userId !== undefined) storeDraft(userId, key, values)
}

/** Event on `window` that makes the open forms save a draft when the page is unloaded. */
const saveDraftsEvent = 'khapdee:save-drafts'

/** Makes the open forms save their unsaved input as drafts when the page is unloaded. */
export function saveDraftsOnUnload(): void {
  window.dispatchEvent(new Event(saveDraftsEvent))
}

/**
 * Saves the unsaved input of `form` when the session ends or becomes another user's, or when the page is unloaded after
 * `saveDraftsOnUnload`; in this tab and for this user only, without passwords. Restores it with a
 * warning when the user opens the same form again.
 * @param key identifies the form and its record, e.g. `/courses/12`
 * @param ready whether the form has loaded its record; the draft is restored only after that
 */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  key: string,
  ready = true,
): void {
  useEffect(() => {
    const userId = sessionStore.user()?.user_id
    if (userId === undefined) return
    // Reading `form.formState` would render the whole form on the first keystroke.
    let isDirty = false
    const unsubscribeForm = form.subscribe({
      formState: { isDirty: true },
      callback: (state) => (isDirty = state.isDirty ?? isDirty),
    })
    const saveDraft = () => {
      if (isDirty) storeDraft(userId, key, form.getValues())
    }
    const unsubscribeSession = sessionStore.subscribe(() => {
      if (sessionStore.user()?.user_id !== userId) saveDraft()
    })
    // On `pagehide`, not now: the user may still cancel in the browser's leave dialog. After a cancellation the
    // listener remains, because browsers do not report cancellations; a later unload then saves a draft as well.
    const onSaveDrafts = () => window.addEventListener('pagehide', saveDraft)
    window.addEventListener(saveDraftsEvent, onSaveDrafts)
    return () => {
      unsubscribeForm()
      unsubscribeSession()
      window.removeEventListener(saveDraftsEvent, onSaveDrafts)
      window.removeEventListener('pagehide', saveDraft)
    }
  }, [form, key])

  useEffect(() => {
    const userId = sessionStore.user()?.user_id
    if (!ready || userId === undefined) return
    const draft = sessionStorage.getItem(storageKey(userId, key))
    if (draft === null) return
    sessionStorage.removeItem(storageKey(userId, key))
    // The cast is safe: the effect above stored the values of this form.
    form.reset(JSON.parse(draft) as Values, { keepDefaultValues: true })
    alerts.warning('นำข้อมูลที่กรอกค้างไว้กลับมาแล้ว กรุณาตรวจสอบและบันทึก')
  }, [form, key, ready])
}
