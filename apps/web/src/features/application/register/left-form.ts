/**
 * A registration form that is left half-filled by a reload, by closing the tab or by signing out is put aside on the server, where it
 * is encrypted and deleted after a day. Its tab recalls it when the same user opens the form again; elsewhere it is listed among the
 * held forms. Source: product specification, section 4c.12.
 */
import { heldForm } from '@khapdee/contract/entities/held-form'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../api/client.ts'
import { currentUserId } from '../../../api/current-user.ts'
import { uuid } from '../../../api/idempotency.ts'
import type { RequestOptions } from '../../../api/transport.ts'
import { beforeSignOut } from '../../../session/session.ts'

/** Where the tab remembers the token of the form that it left. */
const storageKey = (kind: ApplicationKind) => `khapdee.left-form.${currentUserId()}.${kind}`

/** How often the tab asks for the form that it left, because its request may arrive after the page has loaded again. */
const lookups = { count: 4, pauseMs: 700 }

/** The values of a held form, with the token of the tab that left it. */
export interface LeftValues {
  left_token?: string
}

/** The held form with the token; undefined if its request has not arrived. The user may leave forms of the kind on other computers. */
async function findLeftForm(kind: ApplicationKind, token: string): Promise<number | undefined> {
  const others = new Set<number>()
  for (let lookup = 0; lookup < lookups.count; lookup++) {
    if (lookup > 0) await new Promise((resolve) => setTimeout(resolve, lookups.pauseMs))
    const { data: forms } = await call(heldForm.gettable, {})
    for (const { type, held_form_id, is_unanswered } of forms) {
      if (type !== kind || is_unanswered || others.has(held_form_id)) continue
      const { data } = await call(heldForm.get, { held_form_id })
      if ((JSON.parse(data.values) as LeftValues).left_token === token) return held_form_id
      others.add(held_form_id)
    }
  }
  return undefined
}

interface LeftFormOptions {
  kind: ApplicationKind
  /** Whether the form has input that is not stored yet. */
  hasInput: () => boolean
  /** Puts the form aside with further values. @returns the id of the held form */
  hold: (values: LeftValues, options: RequestOptions) => Promise<number>
  /** Makes the input count as stored. */
  markStored: () => void
  recall: (heldFormId: number) => Promise<void>
}

/** @returns whether the form that this tab left is still looked up */
export function useLeftForm({ kind, ...options }: LeftFormOptions): boolean {
  const [token] = useState(() => sessionStorage.getItem(storageKey(kind)))
  const [isReturning, setReturning] = useState(token !== null)
  // Input that began meanwhile stays on the screen; the left form is among the held forms.
  const recall = useEffectEvent((id: number) =>
    options.hasInput() ? undefined : options.recall(id),
  )
  const markStored = useEffectEvent(options.markStored)
  /** Puts the form aside if it has input. */
  const leave = useEffectEvent((requestOptions: RequestOptions): Promise<number> | null => {
    if (!options.hasInput()) return null
    const left_token = uuid()
    sessionStorage.setItem(storageKey(kind), left_token)
    return options.hold({ left_token }, requestOptions)
  })

  useEffect(() => {
    if (token === null) return
    let isOpen = true
    sessionStorage.removeItem(storageKey(kind))
    void findLeftForm(kind, token)
      .then((id) => (isOpen && id !== undefined ? recall(id) : undefined))
      .catch(() => {})
      .finally(() => setReturning(false))
    return () => void (isOpen = false)
  }, [kind, token])

  useEffect(() => {
    let left: Promise<number> | null = null
    const onPageHide = () => {
      left = leave({ keepalive: true })
      left?.catch(() => {})
    }
    // The browser may show the page again as it was left: the form is on the screen then.
    const onPageShow = () => {
      if (left === null) return
      sessionStorage.removeItem(storageKey(kind))
      void left.then((held_form_id) => call(heldForm.discard, { held_form_id })).catch(() => {})
      left = null
    }
    const stop = beforeSignOut(async () => {
      if ((await leave({})) !== null) markStored()
    })
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      stop()
      window.removeEventListener('pagehide', onPageHide)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [kind])

  return isReturning
}
