import type { promotion as promotionApi } from '@khapdee/contract/entities/promotion'
import { type PromotionProblem, promotionProblem } from '@khapdee/domain/promotion'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { Tone } from '@khapdee/domain/tone'
import type { RecordOf } from '../../crud/resource.ts'
import { Chip } from '../../ui/values.tsx'

type Promotion = RecordOf<typeof promotionApi>

const usable = { text: 'เปิดใช้งาน', tone: 'ok' } as const
const closed = { text: 'ปิดใช้งาน', tone: 'muted' } as const
const looks: Record<PromotionProblem, { text: string; tone: Tone }> = {
  PROMO_NOT_FOUND: closed,
  PROMO_NOT_APPLY: closed,
  PROMO_NOT_STARTED: { text: 'ยังไม่เริ่ม', tone: 'info' },
  PROMO_EXPIRED: { text: 'หมดอายุ', tone: 'muted' },
  PROMO_USED_UP: { text: 'ใช้ครบจำนวนแล้ว', tone: 'danger' },
}

/** Whether the code works today, where it is meant to. */
export function PromotionChip({ promotion }: { promotion: Promotion }) {
  const problem = problemToday(promotion)
  const { text, tone } = problem === null ? usable : looks[problem]
  return <Chip tone={tone}>{text}</Chip>
}

/** By the very rule that registration asks. */
const problemToday = (row: Promotion) =>
  promotionProblem(
    { ...row, is_delete: false },
    {
      today: todayInBangkok(new Date()),
      lineKind: row.type === 'all' ? 'course' : row.type,
      branchId: row.branch_id ?? 0,
    },
  )
