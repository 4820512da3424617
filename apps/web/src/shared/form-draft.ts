/** Drafts: unsaved form input survives the end of a session, and the reload that loads a new version of the web app. */
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { withoutPasswords } from '../api/idempotency.ts'
import { alerts } from './alerts.ts'
import { sessionStore } from '../session/session.ts'

const storageKey = (userId: number, key: string) => `khapdee.draft.${userId}.${key}`

/** The storage keys of a form's drafts, in the order in which they are restored: `name`, `name 1`, `name 2` and so on. */
function storedDrafts(name: string): string[] {
  return Object.keys(sessionStorage)
    .filter((stored) => stored === name || stored.startsWith(`${name} `))
    .toSorted((a, b) => numberOf(a, name) - numberOf(b, name))
}

const numberOf = (stored: string, name: string) => Number(stored.slice(name.length))

/** A free storage key, whose draft is restored after those that are stored already. */
function nextDraft(name: string): string {
  const last = storedDrafts(name).at(-1)
  return last === undefined ? name : `${name} ${numberOf(last, name) + 1}`
}

const storeDraft = (stored: string, values: unknown) =>
  sessionStorage.setItem(stored, JSON.stringify(values, withoutPasswords))

/**
 * Keeps values as a draft of a form that is not open; it is restored when the user opens the form, before drafts that are
 * stored later. See {@link useFormDraft}.
 */
export function keepDraft(key: string, values: FieldValues): void {
  const userId = sessionStore.user()?.user_id
  if (userId !== undefined) storeDraft(nextDraft(storageKey(userId, key)), values)
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
 * @param options.ready whether the form has loaded its record; the draft is restored only after that
 * @param options.onUnload false for a form that is put aside on the server when the page is unloaded
 */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  key: string,
  { ready = true, onUnload = true }: { ready?: boolean; onUnload?: boolean } = {},
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
    const name = storageKey(userId, key)
    let own: string | null = null
    const saveDraft = () => {
      if (!isDirty) return
      own ??= nextDraft(name)
      storeDraft(own, form.getValues())
    }
    const unsubscribeSession = sessionStore.subscribe(() => {
      if (sessionStore.user()?.user_id !== userId) saveDraft()
    })
    // On `pagehide`, not now: the user may still cancel in the browser's leave dialog. After a cancellation the
    // listener remains, because browsers do not report cancellations; a later unload then saves a draft as well.
    const onSaveDrafts = () => {
      if (onUnload) window.addEventListener('pagehide', saveDraft)
    }
    window.addEventListener(saveDraftsEvent, onSaveDrafts)
    return () => {
      unsubscribeForm()
      unsubscribeSession()
      window.removeEventListener(saveDraftsEvent, onSaveDrafts)
      window.removeEventListener('pagehide', saveDraft)
    }
  }, [form, key, onUnload])

  useEffect(() => {
    const userId = sessionStore.user()?.user_id
    if (!ready || userId === undefined) return
    const [stored = ''] = storedDrafts(storageKey(userId, key))
    const draft = sessionStorage.getItem(stored)
    if (draft === null) return
    sessionStorage.removeItem(stored)
    // The cast is safe: the effect above stored the values of this form.
    form.reset(JSON.parse(draft) as Values, { keepDefaultValues: true })
    alerts.warning('นำข้อมูลที่กรอกค้างไว้กลับมาแล้ว กรุณาตรวจสอบและบันทึก')
  }, [form, key, ready])
}
