/** The changes of an application, newest first: user, action, time and values. */
import {
  applicationTimeline,
  type TimelineEntry,
} from '@khapdee/contract/entities/application-timeline'
import { headings } from '@khapdee/domain/words'
import { useState } from 'react'
import { useEndpoint } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailed } from '../../../ui/feedback.tsx'
import { Card } from '../../../ui/page.tsx'
import { ThaiInstant } from '../../../ui/values.tsx'

/** Number of entries shown before the user requests all. */
const shownFirst = 5

interface TimelineCardProps {
  application_id: number
  /** The number of the application, which is not repeated in each entry. */
  application_code: string
}

export function TimelineCard({ application_id, application_code }: TimelineCardProps) {
  const { data, error, refetch } = useEndpoint(applicationTimeline.list, { application_id })
  const [showsAll, setShowsAll] = useState(false)
  const entries = data?.data
  if (entries?.length === 0) return null
  return (
    <Card title={headings.timeline}>
      {entries === undefined ? (
        error && <LoadFailed onRetry={() => refetch()} />
      ) : (
        <div className="flex flex-col items-start gap-3">
          <ol aria-label={headings.timeline} className="flex w-full flex-col gap-3">
            {entries.slice(0, showsAll ? undefined : shownFirst).map((entry) => (
              <li
                key={entry.audit_id}
                className="grid gap-x-4 border-t border-line pt-3 text-sm first:border-0 first:pt-0 md:grid-cols-[11rem_minmax(0,1fr)]"
              >
                <span className="text-muted">
                  <ThaiInstant value={entry.at} />
                </span>
                <Event entry={entry} isOfApplication={entry.record === application_code} />
              </li>
            ))}
          </ol>
          {!showsAll && entries.length > shownFirst && (
            <Button size="sm" onPress={() => setShowsAll(true)}>
              แสดงทั้งหมด {entries.length} รายการ
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function Event({ entry, isOfApplication }: { entry: TimelineEntry; isOfApplication: boolean }) {
  const { action, record, user, changes } = entry
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        <span className="font-medium">{action}</span>
        {!isOfApplication && ` ${record}`}
        <span className="text-muted"> · {user ?? 'ระบบ'}</span>
      </p>
      {changes.length > 0 && (
        <dl className="text-xs text-muted">
          {changes.map(({ label, before, after }) => (
            <div key={label} className="flex flex-wrap gap-x-1.5">
              <dt>{label}</dt>
              <dd className="min-w-0 whitespace-pre-line text-ink">
                {[before, after].filter((value) => value !== null && value !== '').join(' → ')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
