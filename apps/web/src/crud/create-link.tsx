import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useShortcut } from '../shared/shortcuts.ts'
import { buttonClass } from '../ui/button.tsx'

/** The list's one primary button: leads to a new record, as its shortcut does. */
export const CreateLink = memo(({ to, label }: { to: string; label: string }) => {
  const navigate = useNavigate()
  useShortcut('create', () => void navigate({ to }))
  return (
    <Link to={to} className={buttonClass({ kind: 'primary' })}>
      <Plus size={16} aria-hidden />
      {label}
    </Link>
  )
})
