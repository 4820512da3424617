/** Which dialog is open above a saved application; its address may ask for the payment. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { payHash } from '../../app/application-address.ts'
import type { OpenDialog } from './application-dialogs.tsx'

export function useDialog(detail: ApplicationDetail | null) {
  const navigate = useNavigate()
  const isAsked = useLocation({ select: ({ hash }) => hash === payHash })
  const [open, show] = useState<OpenDialog | null>(isAsked ? { name: 'pay' } : null)
  // Nothing is owed, or somebody else took the money meanwhile.
  if (open?.name === 'pay' && detail?.can.pay === false) show(null)

  useEffect(() => {
    if (!isAsked) return
    // The screen may have been there before the address asked.
    show({ name: 'pay' })
    // Asked once: a reload of the page does not ask again.
    void navigate({ to: '.', hash: '', replace: true, ignoreBlocker: true })
  }, [isAsked, navigate])

  return { open, show, close: useCallback(() => show(null), []) }
}
