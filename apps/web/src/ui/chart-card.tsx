/** A card that shows figures as a chart or as a table. */
import { headings } from '@khapdee/domain/words'
import { type ReactNode, useState } from 'react'
import { EmptyState } from './feedback.tsx'
import { SegmentedField } from './fields/choice-fields.tsx'
import { Card } from './page.tsx'

type View = 'chart' | 'table'
const views = [
  { value: 'chart', name: headings.chart },
  { value: 'table', name: 'ตาราง' },
] as const

interface ChartCardProps {
  title: string
  isEmpty: boolean
  /** The advice for the user when there are no figures. */
  emptyHint?: string
  chart: ReactNode
  table: ReactNode
}

/** A card that shows the same figures as a chart or as a table. */
export function ChartCard({ title, isEmpty, emptyHint, chart, table }: ChartCardProps) {
  const [view, setView] = useState<View>('chart')
  const showsTable = view === 'table' && !isEmpty
  return (
    <Card
      title={title}
      flush={showsTable}
      // Above the next card, which the details of a column under the pointer may reach.
      className="relative min-w-0 hover:z-1"
      actions={
        <div data-noprint>
          <SegmentedField
            label={`รูปแบบของ${title}`}
            hideLabel
            items={views}
            value={view}
            onChange={setView}
            className="w-40"
          />
        </div>
      }
    >
      {isEmpty ? (
        <EmptyState title="ไม่มีรายการในช่วงนี้" hint={emptyHint} />
      ) : showsTable ? (
        // The heading stays at the top of this box, which scrolls by itself.
        <div className="max-h-72 overflow-auto [--table-top:0px]">{table}</div>
      ) : (
        chart
      )}
    </Card>
  )
}
