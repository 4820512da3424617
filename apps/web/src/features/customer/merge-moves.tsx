/** What goes over to the record that is kept, by number. */
import type { MergePreview } from '@khapdee/contract/entities/customer-merge'
import { Fragment } from 'react'

const kinds = {
  applications: { label: 'ใบสมัคร', unit: 'ใบ' },
  payments: { label: 'การชำระเงิน', unit: 'รายการ' },
  documents: { label: 'เอกสาร', unit: 'ใบ' },
  exam_rights: { label: 'สิทธิ์สอบ', unit: 'สิทธิ์' },
} as const satisfies Record<keyof MergePreview['moves'], object>

export function MergeMoves({ moves }: Pick<MergePreview, 'moves'>) {
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const moving = names.filter((name) => moves[name].count > 0)
  if (moving.length === 0) return <p className="text-muted">ไม่มีใบสมัครหรือเอกสารที่ต้องย้าย</p>
  return (
    <dl className="flex flex-col gap-2">
      {moving.map((name) => {
        const { count, codes } = moves[name]
        const { label, unit } = kinds[name]
        return (
          <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3">
            <dt className="text-muted">{label}</dt>
            <dd>
              {count} {unit}
              {name !== 'exam_rights' && (
                <span className="block text-sm text-muted">
                  {codes.map((code, place) => (
                    <Fragment key={code}>
                      <span className="whitespace-nowrap">
                        {code}
                        {place < codes.length - 1 && ','}
                      </span>{' '}
                    </Fragment>
                  ))}
                  {codes.length < count && 'และอื่น ๆ'}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
