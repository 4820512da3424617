/**
 * A number at the end of a menu entry, with words for screen readers; renders nothing when it is 0.
 */
interface CountBadgeProps {
  count: number
  before: string
  /** The unit of the count. */
  after: string
}

export const CountBadge = ({ count, before, after }: CountBadgeProps) =>
  count > 0 && (
    <span className="ms-auto rounded-full bg-warn-soft px-1.5 text-xs leading-[1.7] font-medium text-warn">
      <span className="sr-only">{`${before} `}</span>
      {count > 99 ? '99+' : count}
      <span className="sr-only">{` ${after}`}</span>
    </span>
  )
