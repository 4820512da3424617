/** Which dialog is open above a saved application; its address may ask for the payment. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { payHash } from '../../shared/paths.ts'
import type { OpenDialog } from './application-dialogs.tsx'

export function useDialog(detail: ApplicationDetail | null) {
  const navigate = useNavigate()
  const isAsked = useLocation({ select: ({ hash }) => hash === payHash })
  const [open, show] = useState<OpenDialog | null>(isAsked ? { name: 'pay' } : null)
  const mayPay = detail?.can.pay !== false
  // The screen may have been there before the address asked.
  if (isAsked && open === null && mayPay) show({ name: 'pay' })
  // Nothing is owed, or somebody else took the money meanwhile.
  if (open?.name === 'pay' && !mayPay) show(null)

  useEffect(() => {
    // Asked once: a reload of the page does not ask again.
    if (isAsked) void navigate({ to: '.', hash: '', replace: true, ignoreBlocker: true })
  }, [isAsked, navigate])

  return { open, show, close: useCallback(() => show(null), []) }
}
