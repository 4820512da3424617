/** The figures of today, beside those of the same weekday a week ago. */
import type { DashboardContent } from '@khapdee/contract/entities/dashboard'
import { agreedDayStates } from '@khapdee/domain/application/agreed-day'
import {
  type ApplicationKind,
  applicationKinds,
  payTypes,
} from '@khapdee/domain/application/status'
import { dashboardSpans } from '@khapdee/domain/dashboard'
import { formatBaht, satang, sumSatang } from '@khapdee/domain/money'
import { listNames } from '@khapdee/domain/list-names'
import { units, headings } from '@khapdee/domain/words'
import { RecordLink } from '../../crud/actions.tsx'
import { paths } from '../../shared/paths.ts'
import { Stat, Stats } from '../../ui/page.tsx'
import { countText, Money } from '../../ui/values.tsx'
import { applicationsIn, receivedIn } from './sums.ts'

const kinds = Object.keys(applicationKinds) as ApplicationKind[]

export function TodayFigures({ content }: { content: DashboardContent }) {
  const { spans, received, registered, outstanding } = content
  if (received === null && registered === null) return null
  const { today } = spans
  return (
    <Stats>
      {received !== null && <Received received={received} days={today} />}
      {outstanding !== null && (
        <Stat
          label={listNames.overdue}
          value={
            <RecordLink to={paths.overdue}>
              {outstanding.balance === null ? (
                `${countText(outstanding.all.count, outstanding.all.capped)} ${units.entries}`
              ) : (
                <Money value={outstanding.balance} />
              )}
            </RecordLink>
          }
          note={
            <>
              {countText(outstanding.all.count, outstanding.all.capped)} {units.entries} ·{' '}
              <RecordLink to={paths.overdue} search={{ category: 'late' }}>
                {agreedDayStates.late.label}{' '}
                {countText(outstanding.late.count, outstanding.late.capped)}
              </RecordLink>
            </>
          }
        />
      )}
      {registered !== null &&
        kinds.map((kind) => {
          const count = applicationsIn(registered, 'today', kind)
          const before = applicationsIn(registered, 'last_week', kind)
          if (kind !== 'course' && count === 0 && before === 0) return null
          return (
            <Stat
              key={kind}
              label={applicationKinds[kind].label}
              value={
                <RecordLink to={paths.applications[kind].list} search={today}>
                  {countText(count)}
                </RecordLink>
              }
              note={`${dashboardSpans.last_week.label} ${countText(before)}`}
            />
          )
        })}
    </Stats>
  )
}

function Received({
  received,
  days,
}: {
  received: NonNullable<DashboardContent['received']>
  days: { start: string; end: string }
}) {
  const { cash, transfer } = receivedIn(received, 'today')
  const before = receivedIn(received, 'last_week')
  return (
    <Stat
      label={`${headings.receivedMoney}${dashboardSpans.today.label}`}
      value={
        <RecordLink to={paths.payments} search={days}>
          <Money value={sumSatang([cash, transfer])} />
        </RecordLink>
      }
      note={
        <>
          {payTypes.cash.label} {formatBaht(cash)}
          <br />
          {payTypes.transfer.label} {formatBaht(transfer)}
          <br />
          {dashboardSpans.last_week.label} {formatBaht(satang(before.cash + before.transfer))}
        </>
      }
    />
  )
}
