/** The card below the form of a holiday of all branches: which of the user's branches are open on it. */
import { holiday } from '@khapdee/contract/entities/holiday'
import { titleOf } from '@khapdee/contract/field-meta'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import type { RecordOf } from '../../crud/resource.ts'
import { useSession } from '../../session/session.ts'
import { SwitchField } from '../../ui/fields/choice-fields.tsx'
import { Card } from '../../ui/page.tsx'

export function OpenBranches({ record }: { record: RecordOf<typeof holiday> }) {
  const { holiday_id } = record
  const { branches, can } = useSession()
  const { data } = useEndpoint(holiday.get, { holiday_id })
  const open = useCommand(holiday.open, { alert: 'success' })
  if (record.branch_id !== null) return null
  const openBranches = (data?.data ?? record).open_branches
  return (
    <Card title={titleOf(holiday.row.shape, 'open_branches')}>
      <p className="text-sm text-muted">มีผลทันที สาขาที่เปิดสวิตช์รับจองและจัดตารางได้ในวันหยุดนี้</p>
      <div className="flex flex-wrap gap-x-8">
        {branches.map(({ value, name }) => (
          <SwitchField
            key={value}
            label={name}
            value={openBranches.includes(Number(value))}
            isDisabled={!can('holiday.update') || open.pending}
            onChange={(is_open) =>
              void open.mutate({ holiday_id, branch_id: Number(value), is_open })
            }
          />
        ))}
      </div>
    </Card>
  )
}
