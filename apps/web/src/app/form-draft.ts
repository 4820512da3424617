/** What was typed survives the end of a session. */
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { alerts } from './alerts.ts'
import { session } from './session.ts'

const storageKey = (userId: number, key: string) => `khapdee.draft.${userId}.${key}`

/**
 * Keeps the unsaved content of `form` when the session ends, in this tab and for this user alone,
 * and puts it back, with a notice, when he comes to the same form again.
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
    const unsubscribe = session.subscribe(() => {
      if (!isDirty || session.user() !== null) return
      sessionStorage.setItem(storageKey(userId, key), JSON.stringify(form.getValues()))
    })
    return () => {
      unfollow()
      unsubscribe()
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
