import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page.tsx'
import { useDocumentTitle } from './document-title.ts'

interface ScreenMessageProps {
  title: string
  children: ReactNode
  action: ReactNode
}

/** Instead of a screen: why there is none, and where to go from here. */
export function ScreenMessage({ title, children, action }: ScreenMessageProps) {
  useDocumentTitle(title)
  return (
    <div className="mx-auto flex w-full max-w-160 flex-col gap-3.5 py-8">
      <PageHeader title={title} />
      <Card>
        <div className="flex flex-col items-start gap-3">
          <div>{children}</div>
          {action}
        </div>
      </Card>
    </div>
  )
}
