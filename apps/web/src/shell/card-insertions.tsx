/**
 * Loads the panel of inserted cards only in browsers whose card settings enable it; others do not
 * download its code.
 */
import { Suspense } from 'react'
import { useSession } from '../session/session.ts'
import { useCardSettings } from '../shared/customer/card-settings.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const CardPanel = lazyPart(async () => (await import('./card-panel.tsx')).CardPanel)

export function CardInsertions() {
  const { can, user } = useSession()
  const { opensPanel } = useCardSettings()
  if (!opensPanel || !can('application.create')) return null
  return (
    <Suspense fallback={null}>
      {/* The panel of one user does not stay for the next. */}
      <CardPanel key={user?.user_id} />
    </Suspense>
  )
}
