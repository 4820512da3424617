/** The card with the licences of an employee to teach and examine. */
import { employeeLicence, type LicenceRow } from '@khapdee/contract/entities/employee-licence'
import { licenceKinds } from '@khapdee/domain/employee-licence'
import { entities } from '@khapdee/domain/entities'
import { examKinds } from '@khapdee/domain/evaluation'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { examLicences } from '@khapdee/domain/licence-types'
import { daysBetween, formatDay } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { ConfirmDelete } from '../../crud/confirm-delete.tsx'
import { useToday } from '../../ui/use-today.ts'
import { useSession } from '../../session/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FormSkeleton, LoadFailed } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page.tsx'
import { Chip } from '../../ui/values.tsx'

const LicenceDialog = lazyPart(async () => (await import('./licence-dialog.tsx')).LicenceDialog)

const title = entities.user_licence.label
/** Days before the last valid day from which a reminder is shown. */
const remindDays = 30

export function LicenceCard({ userId }: { userId: number }) {
  const { can } = useSession()
  const { data, isError, refetch } = useEndpoint(
    employeeLicence.list,
    { user_id: userId },
    { staleTime: 0 },
  )
  const [edited, setEdited] = useState<LicenceRow | 'new' | null>(null)
  const mayWrite = can('user.update')
  return (
    <Card
      title={title}
      actions={
        mayWrite && (
          <Button size="sm" icon={Plus} onPress={() => setEdited('new')}>
            {actionWords.add}ใบอนุญาต
          </Button>
        )
      }
    >
      {isError && <LoadFailed onRetry={refetch} />}
      {data === undefined && !isError && <FormSkeleton fields={2} />}
      {data !== undefined && (
        <Licences licences={data.data} {...(mayWrite && { onEdit: setEdited })} />
      )}
      {edited !== null && (
        <Suspense fallback={null}>
          <LicenceDialog
            userId={userId}
            licence={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Card>
  )
}

/** `ผู้ทดสอบ ภาคปฏิบัติ` */
const nameOf = ({ kind, subject }: LicenceRow) =>
  `${licenceKinds[kind].label} ${examKinds[subject].label}`

interface LicencesProps {
  licences: readonly LicenceRow[]
  /** Set when the user may change licences. */
  onEdit?: (licence: LicenceRow) => void
}

function Licences({ licences, onEdit }: LicencesProps) {
  const [pendingDelete, setPendingDelete] = useState<LicenceRow | null>(null)
  const remove = useCommand(employeeLicence.delete, { alert: 'success' })
  if (licences.length === 0) return <p className="text-muted">ยังไม่มีใบอนุญาต</p>
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {licences.map((licence) => (
          <li
            key={licence.licence_id}
            className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {nameOf(licence)}
                <ValidityChip licence={licence} />
              </p>
              <p className="text-sm text-muted">{detailsOf(licence)}</p>
            </div>
            {onEdit && (
              <span className="flex shrink-0">
                <IconButton
                  label={`${actionWords.edit} ${nameOf(licence)}`}
                  icon={Pencil}
                  size="sm"
                  onPress={() => onEdit(licence)}
                />
                <IconButton
                  label={`${actionWords.delete} ${nameOf(licence)}`}
                  icon={Trash2}
                  size="sm"
                  onPress={() => setPendingDelete(licence)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {pendingDelete !== null && (
        <ConfirmDelete
          label={fieldTitles.licence}
          name={nameOf(pendingDelete)}
          onClose={() => setPendingDelete(null)}
          onConfirm={() =>
            remove.mutateOrThrow({
              licence_id: pendingDelete.licence_id,
              version: pendingDelete.version,
            })
          }
        />
      )}
    </>
  )
}

/** Licence types, number and last valid day. */
const detailsOf = ({ licence_types, number, valid_until }: LicenceRow): string =>
  [
    licence_types.map((type) => examLicences[type].label).join(', '),
    number && `${headings.number} ${number}`,
    valid_until && `ถึง ${formatDay(valid_until)}`,
  ]
    .filter(Boolean)
    .join(' · ')

function ValidityChip({ licence: { valid_until } }: { licence: LicenceRow }) {
  const today = useToday()
  if (valid_until === null) return null
  const daysLeft = daysBetween(today, valid_until)
  if (daysLeft < 0) return <Chip tone="danger">หมดอายุแล้ว</Chip>
  return daysLeft <= remindDays ? <Chip tone="warn">ใกล้หมดอายุ</Chip> : null
}
