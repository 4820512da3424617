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
import type { RequestOptions } from '../../../api/transport.ts'
import { beforeSignOut } from '../../../session/session.ts'

/** Where the tab remembers that it left a form, with the id of the latest held form before it. */
const storageKey = (kind: ApplicationKind) => `khapdee.left-form.${currentUserId()}.${kind}`

/** How often the tab asks for the form that it left, because its request may arrive after the page has loaded again. */
const lookups = { count: 4, pauseMs: 700 }

/** The form that was held after `latestBefore`; undefined if its request has not arrived. */
async function findLeftForm(kind: ApplicationKind, latestBefore: number) {
  for (let lookup = 0; lookup < lookups.count; lookup++) {
    if (lookup > 0) await new Promise((resolve) => setTimeout(resolve, lookups.pauseMs))
    const { data: forms } = await call(heldForm.gettable, {})
    const left = forms.find(
      ({ type, held_form_id, is_unanswered }) =>
        type === kind && held_form_id > latestBefore && !is_unanswered,
    )
    if (left !== undefined) return left.held_form_id
  }
  return undefined
}

interface LeftFormOptions {
  kind: ApplicationKind
  /** Whether the form has input that is not stored yet. */
  hasInput: () => boolean
  /** Id of the user's latest held form, or 0. */
  latestId: () => number
  /** Puts the form aside. @returns the id of the held form */
  hold: (options: RequestOptions) => Promise<number>
  /** Makes the input count as stored. */
  markStored: () => void
  recall: (heldFormId: number) => Promise<void>
}

/** @returns whether the form that this tab left is still looked up */
export function useLeftForm({ kind, ...options }: LeftFormOptions): boolean {
  const [latestBefore] = useState(() => sessionStorage.getItem(storageKey(kind)))
  const [isReturning, setReturning] = useState(latestBefore !== null)
  const recall = useEffectEvent(options.recall)
  const markStored = useEffectEvent(options.markStored)
  /** Puts the form aside if it has input. */
  const leave = useEffectEvent((requestOptions: RequestOptions): Promise<number> | null => {
    if (!options.hasInput()) return null
    sessionStorage.setItem(storageKey(kind), String(options.latestId()))
    return options.hold(requestOptions)
  })

  useEffect(() => {
    if (latestBefore === null) return
    let isOpen = true
    sessionStorage.removeItem(storageKey(kind))
    void findLeftForm(kind, Number(latestBefore))
      .then((id) => (isOpen && id !== undefined ? recall(id) : undefined))
      .catch(() => {})
      .finally(() => setReturning(false))
    return () => void (isOpen = false)
  }, [kind, latestBefore])

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
