import { useWaitingDecisions } from '../shared/waiting-decisions.ts'

/** How many decisions wait, beside the entry of the menu that leads to them; nothing when none do. */
export function DecisionCount() {
  const waiting = useWaitingDecisions()
  if (waiting === 0) return null
  return (
    <span className="ms-auto rounded-full bg-warn-soft px-1.5 text-xs leading-[1.7] font-medium text-warn tabular-nums">
      <span className="sr-only">รออนุมัติ </span>
      {waiting > 99 ? '99+' : waiting}
      <span className="sr-only"> รายการ</span>
    </span>
  )
}
