import { applicationKinds } from '@khapdee/domain/application/status'
import { actionWords } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Plus } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { ActionMenuButton } from '../../ui/menu.tsx'
import { paths } from '../paths.ts'

interface RegisterButtonsProps {
  customerId: number
  kind?: 'primary' | 'secondary'
}

/** A link to the registration of a customer for a course, and a menu with the other kinds of application. */
export function RegisterButtons({ customerId, kind = 'primary' }: RegisterButtonsProps) {
  const { course, ...others } = paths.applications
  const actions = (Object.keys(others) as (keyof typeof others)[]).map((other) => ({
    id: other,
    label: applicationKinds[other].label,
    href: `${others[other].new}?customer=${customerId}`,
  }))
  return (
    <span className="flex gap-1">
      <Link to={course.new} search={{ customer: customerId }} className={buttonClass({ kind })}>
        <Plus size={16} aria-hidden />
        {actionWords.register}
      </Link>
      <ActionMenuButton label="รายการประเภทอื่น" actions={actions} iconOnly>
        <ChevronDown size={16} aria-hidden />
      </ActionMenuButton>
    </span>
  )
}
