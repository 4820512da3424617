import type { ReactNode } from 'react'
import { UnsavedGuard } from '../shared/unsaved-guard.tsx'
import { ActionBar } from '../ui/action-bar.tsx'
import { PageHeader } from '../ui/page.tsx'
import { phoneScreen, useMedia } from '../ui/use-media.ts'
import { BackButton } from './back-button.tsx'

interface FormPageProps {
  title: string
  /** Whose form it is, once that is known. */
  name: string | undefined
  /** Where one leaves to. */
  back: string
  /** The button that saves, for who may; beside the title, on a phone at the foot of the screen. */
  save: ReactNode
  /** Whether leaving would lose something. */
  dirty: boolean
  children: ReactNode
}

/** A screen that is one form. */
export function FormPage({ title, name, back, save, dirty, children }: FormPageProps) {
  const isPhone = useMedia(phoneScreen)
  const buttons = (
    <>
      <BackButton to={back} />
      {save}
    </>
  )
  return (
    <>
      <PageHeader title={title} count={name} actions={isPhone ? undefined : buttons} />
      {children}
      {isPhone && <ActionBar>{buttons}</ActionBar>}
      <UnsavedGuard dirty={dirty} />
    </>
  )
}
