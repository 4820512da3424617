import { ChevronDown } from 'lucide-react'
import { buttonClass } from './button.tsx'

interface RowDetailButtonProps {
  isOpen: boolean
  onToggle: () => void
  /** Id of what it opens. */
  controls: string
}

/** Opens more about a row below it. Native, as every button of a long list. */
export function RowDetailButton({ isOpen, onToggle, controls }: RowDetailButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
      className={buttonClass({ kind: 'quiet', size: 'sm' })}
    >
      รายละเอียด
      <ChevronDown size={15} aria-hidden className={isOpen ? 'rotate-180' : undefined} />
    </button>
  )
}
