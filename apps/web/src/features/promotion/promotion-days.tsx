import type { Day } from '@khapdee/domain/thai-date'
import { ThaiDay } from '../../ui/values.tsx'

/** The days a promotion holds, either side open. */
export function PromotionDays({ start, end }: { start: Day | null; end: Day | null }) {
  if (start === null && end === null) return <span className="text-muted">ไม่มีกำหนด</span>
  return (
    <>
      {start !== null && <ThaiDay value={start} />}
      {start !== null && end !== null ? ' – ' : start === null ? 'ถึง ' : ' เป็นต้นไป'}
      {end !== null && <ThaiDay value={end} />}
    </>
  )
}
