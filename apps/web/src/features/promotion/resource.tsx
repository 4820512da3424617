/** Promotion codes: list and form. */
import { promotion, promotionTypes } from '@khapdee/contract/entities/promotion'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { promotionProblem, type PromotionProblem } from '@khapdee/domain/promotion'
import { type Day, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Tone } from '@khapdee/domain/tone'
import { activeWords } from '@khapdee/domain/words'
import { RecordLink } from '../../crud/actions.tsx'
import { optionalBranchColumn } from '../../crud/columns.tsx'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { defineResource, type RecordOf } from '../../crud/resource.ts'
import { pathsOf } from '../../shared/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Chip, ThaiDay } from '../../ui/values.tsx'
import { unitOf } from './unit-of.ts'

const paths = pathsOf('promotion')

type Promotion = RecordOf<typeof promotion>

const typeLabel = titleOf(promotion.fields.shape, 'type')

export const promotions = defineResource({
  api: promotion,
  nameOf: (row) => row.name,
  columns: [
    {
      id: 'code',
      sortable: true,
      nowrap: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.promotion_id)}>{row.code}</RecordLink>,
    },
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'lead',
      cell: (row) => (
        <>
          {row.name}
          <div className="text-xs text-muted">{typeLabel + typeName(row)}</div>
        </>
      ),
    },
    {
      id: 'value',
      header: entities.promotion.label,
      align: 'end',
      nowrap: true,
      cell: (row) => `${row.value.toLocaleString('en-US')} ${unitOf(row.type_discount)}`,
    },
    {
      id: 'start',
      header: 'ช่วงวันที่ใช้',
      sortable: true,
      nowrap: true,
      narrow: { belowWidth: 960, under: 'name' },
      cell: (row) => <PromotionDays start={row.start} end={row.end} />,
    },
    {
      id: 'usage',
      header: 'ใช้ไปแล้ว',
      align: 'end',
      sortable: true,
      nowrap: true,
      narrow: { belowWidth: 960, under: 'value', cell: (row) => `ใช้ไปแล้ว ${usageOf(row)}` },
      cell: usageOf,
    },
    optionalBranchColumn,
    {
      id: 'status',
      header: fieldTitles.status,
      nowrap: true,
      phoneSlot: 'meta',
      cell: (row) => <PromotionChip promotion={row} />,
    },
  ],
  importKind: 'promotion',
  filters: [{ ...byType, label: typeLabel }, byStatus, byText],
  searchPlaceholder: 'รหัสส่วนลด หรือชื่อส่วนลด',
  invalidates: ['promotion', 'application'],
  Fields: lazyPart(async () => (await import('./promotion-fields.tsx')).PromotionFields),
})

/** The number of uses and the limit. */
function usageOf({ usage, is_unlimit, limit }: Promotion) {
  return `${usage} / ${is_unlimit ? 'ไม่จำกัด' : (limit ?? 0)}`
}

const typeName = ({ type }: Promotion) => promotionTypes[type].label

const usableChip = { text: activeWords[0], tone: 'ok' } as const
const inactiveChip = { text: activeWords[1], tone: 'muted' } as const
const problemChips: Record<PromotionProblem, { text: string; tone: Tone }> = {
  PROMO_NOT_FOUND: inactiveChip,
  PROMO_NOT_APPLY: inactiveChip,
  PROMO_NOT_STARTED: { text: 'ยังไม่เริ่ม', tone: 'info' },
  PROMO_EXPIRED: { text: 'หมดอายุ', tone: 'muted' },
  PROMO_USED_UP: { text: 'ใช้ครบจำนวนแล้ว', tone: 'danger' },
}

/** The status of the code today, in its own branch and for the kind of line it applies to. */
function PromotionChip({ promotion }: { promotion: Promotion }) {
  const problem = problemToday(promotion)
  const { text, tone } = problem === null ? usableChip : problemChips[problem]
  return <Chip tone={tone}>{text}</Chip>
}

/** Why the code cannot be used today, or null, by the rule that registration uses. */
const problemToday = (row: Promotion) =>
  promotionProblem(
    { ...row, is_delete: false },
    {
      today: todayInBangkok(new Date()),
      lineKind: row.type === 'all' ? 'course' : row.type,
      branchId: row.branch_id ?? 0,
    },
  )

/** The days on which the code is valid; null for no first or last day. */
function PromotionDays({ start, end }: { start: Day | null; end: Day | null }) {
  if (start === null && end === null) return <span className="text-muted">ไม่มีกำหนด</span>
  return (
    <>
      {start !== null && <ThaiDay value={start} />}
      {start !== null && end !== null ? ' – ' : start === null ? 'ถึง ' : ' เป็นต้นไป'}
      {end !== null && <ThaiDay value={end} />}
    </>
  )
}
