/** The agreed day of the next payment (`due_date`), and the follow-up notes. */
import {
  type ApplicationDetail,
  applicationDetail,
  followUp,
} from '@khapdee/contract/entities/application-shapes'
import { titleOf } from '@khapdee/contract/field-meta'
import {
  agreedDayState,
  agreedDayStates,
  followUpSources,
} from '@khapdee/domain/application/agreed-day'
import { actionWords } from '@khapdee/domain/words'
import { PhoneCall } from 'lucide-react'
import { useToday } from '../../../ui/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page.tsx'
import { StateChip, ThaiDay, ThaiInstant } from '../../../ui/values.tsx'
import type { OpenDialog } from '../detail/application-dialogs.tsx'

interface FollowUpCardProps {
  detail: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

const clearTitle = titleOf(followUp.shape, 'clears_date')
const dueTitle = titleOf(applicationDetail.shape, 'due_date')

/** Renders nothing if there is neither a balance nor a note. */
export function FollowUpCard({ detail, onOpen }: FollowUpCardProps) {
  const { balance, due_date, follow_ups, can } = detail
  const today = useToday()
  if (balance === 0 && follow_ups.length === 0) return null
  return (
    <Card
      title={balance > 0 ? dueTitle : actionWords.followUp}
      actions={
        balance > 0 && <StateChip state={agreedDayStates[agreedDayState(due_date, today)]} />
      }
    >
      <div className="flex flex-col gap-3">
        {due_date !== null && (
          <p className="text-lg font-semibold">
            <ThaiDay value={due_date} format="short" />
          </p>
        )}
        {can.follow_up && (
          <Button icon={PhoneCall} onPress={() => onOpen({ name: 'followUp' })}>
            {actionWords.followUp}
          </Button>
        )}
        {follow_ups.length > 0 && (
          <ul aria-label={actionWords.followUp} className="flex flex-col gap-3">
            {follow_ups.map(
              ({ follow_up_id, source, note, next_date, clears_date, user, createdAt }) => (
                <li key={follow_up_id} className="border-t border-line pt-3 text-sm">
                  {note === '' ? (
                    followUpSources[source].label
                  ) : (
                    <p className="whitespace-pre-line">{note}</p>
                  )}
                  {next_date !== null && (
                    <p>
                      {dueTitle} <ThaiDay value={next_date} format="short" />
                    </p>
                  )}
                  {clears_date && <p>{clearTitle}</p>}
                  <p className="text-xs text-muted">
                    <ThaiInstant value={createdAt} /> {user}
                  </p>
                </li>
              ),
            )}
          </ul>
        )}
      </div>
    </Card>
  )
}
