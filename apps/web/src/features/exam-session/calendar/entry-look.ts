/** Colours and icons of the categories of the calendar. */
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
  /**
   * The icon as a single SVG path: the month draws many entries, and every further element of an
   * entry slows it down.
   */
  path: string
  /** The name of a colour token. */
  colour: 'accent' | 'primary' | 'info' | 'ok' | 'warn'
}

export const categoryLooks: Record<CalendarCategory, Look> = {
  Personal: {
    icon: UserRound,
    path: 'M7 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0M20 21a8 8 0 0 0-16 0',
    colour: 'accent',
  },
  Business: {
    icon: GraduationCap,
    path: 'M21.42 10.922a1 1 0 0 0-.019-1.838L12.83 5.18a2 2 0 0 0-1.66 0L2.6 9.08a1 1 0 0 0 0 1.832l8.57 3.908a2 2 0 0 0 1.66 0zM22 10v6M6 12.5V16a6 3 0 0 0 12 0v-3.5',
    colour: 'primary',
  },
  Family: {
    icon: Heart,
    path: 'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
    colour: 'info',
  },
  Holiday: {
    icon: CalendarOff,
    path: 'M16 2v3M2 2l20 20M21 9h-5.5M3 9h6M3.586 3.586A2 2 0 0 0 3 5v14a2 2 0 0 0 2 2h14a2 2 0 0 0 1.414-.586M8.656 3H19a2 2 0 0 1 2 2v10.344',
    colour: 'ok',
  },
  ETC: {
    icon: CarFront,
    path: 'M21 8l-2 2-1.5-3.7A2 2 0 0 0 15.646 5H8.4a2 2 0 0 0-1.903 1.257L5 10 3 8M7 14h.01M17 14h.01M5 10h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2M5 18v2M19 18v2',
    colour: 'warn',
  },
}
