/** How the categories of the calendar look: by colour and by symbol. */
import type { CalendarCategory } from '@khapdee/domain/calendar'
import {
  CalendarOff,
  CarFront,
  GraduationCap,
  Heart,
  type LucideIcon,
  UserRound,
} from 'lucide-react'

interface Look {
  icon: LucideIcon
  /** The name of a colour token. */
  colour: 'accent' | 'primary' | 'info' | 'ok' | 'warn'
}

export const categoryLooks: Record<CalendarCategory, Look> = {
  Personal: { icon: UserRound, colour: 'accent' },
  Business: { icon: GraduationCap, colour: 'primary' },
  Family: { icon: Heart, colour: 'info' },
  Holiday: { icon: CalendarOff, colour: 'ok' },
  ETC: { icon: CarFront, colour: 'warn' },
}
