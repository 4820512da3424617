/** A saved application: its money as it was booked and what may be done with it, its customer to correct. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { type ApplicationKind, applicationStatuses } from '@khapdee/domain/application/status'
import { Link, Navigate } from '@tanstack/react-router'
import { HandCoins, Plus, Printer, UserRound } from 'lucide-react'
import { applicationPath, paths } from '../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { useSession } from '../../session/session.ts'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { BackButton } from '../../crud/actions.tsx'
import { Button, buttonClass, SaveButton } from '../../ui/button.tsx'
import { StateChip } from '../../ui/values.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { ApplicationDialogs, type OpenDialog } from './application-dialogs.tsx'
import { CustomerBlock } from '../../shared/customer/customer-block.tsx'
import { type Face, faces } from './faces.ts'
import { LineTable } from './line-table.tsx'
import { PaymentTable } from './payment-table.tsx'
import { printForm } from '../../shared/print.ts'
import { RefundTable } from './refund-table.tsx'
import { StoredSummary } from './stored-summary.tsx'
import { useApplication } from './use-application.ts'
import { useDialog } from './use-dialog.ts'

const formId = 'application'

interface ApplicationScreenProps {
  id: number
  kind: ApplicationKind
}

export function ApplicationScreen({ id, kind }: ApplicationScreenProps) {
  return (
    <Permitted to="application.view">
      <Application key={id} id={id} face={faces[kind]} />
    </Permitted>
  )
}

function Application({ id, face }: { id: number; face: Face }) {
  const { form, detail, loadError, retry, save, pending } = useApplication(id, face)
  const dialog = useDialog(detail)
  const { can } = useSession()
  const mayWrite = can('customer.update')
  useDocumentTitle(detail?.application_code ?? face.title)
  useSaveShortcut(() => {
    if (mayWrite && detail !== null && dialog.open === null) void save()
  })

  if (loadError?.status === 404) return <NotFoundScreen />
  if (detail !== null && detail.type !== face.kind) {
    return <Navigate to={applicationPath(detail)} replace />
  }
  return (
    <>
      <Header
        face={face}
        detail={detail}
        mayWrite={mayWrite}
        pending={pending}
        onOpen={dialog.show}
      />
      {detail === null && <RecordLoading error={loadError} onRetry={retry} />}
      {detail !== null && (
        <>
          <EntryForm form={form} id={formId} label="ข้อมูลผู้สมัคร" onSubmit={save}>
            <fieldset disabled={!mayWrite} className="min-w-0">
              <CustomerBlock
                actions={
                  can('customer.view') && (
                    <Link
                      to={paths.customers.record(detail.customer.customer_id)}
                      className={buttonClass({ size: 'sm' })}
                    >
                      <UserRound size={15} aria-hidden />
                      ประวัติผู้สมัคร
                    </Link>
                  )
                }
              />
            </fieldset>
          </EntryForm>
          <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
            <div className="flex min-w-0 flex-col gap-3.5">
              <LineTable application={detail} />
              <PaymentTable detail={detail} onOpen={dialog.show} />
              <RefundTable {...detail} />
            </div>
            <StoredSummary detail={detail} onOpen={dialog.show} />
          </div>
          {dialog.open !== null && (
            <ApplicationDialogs detail={detail} open={dialog.open} onClose={dialog.close} />
          )}
        </>
      )}
      <UnsavedGuard dirty={form.formState.isDirty} />
    </>
  )
}

interface HeaderProps {
  face: Face
  detail: ApplicationDetail | null
  mayWrite: boolean
  pending: boolean
  onOpen: (dialog: OpenDialog) => void
}

function Header({ face, detail, mayWrite, pending, onOpen }: HeaderProps) {
  const { can } = useSession()
  const mayPay = detail?.can.pay === true
  return (
    <PageHeader
      title={detail?.application_code ?? face.title}
      count={detail && <StateChip state={applicationStatuses[detail.status]} />}
      actions={
        <>
          <BackButton to={face.paths.list} />
          {detail?.can.print && (
            <Button icon={Printer} onPress={() => void printForm(detail)}>
              พิมพ์ใบสมัคร
            </Button>
          )}
          {can('application.create') && (
            <Link to={face.paths.new} className={buttonClass()}>
              <Plus size={16} aria-hidden />
              สร้างรายการใหม่
            </Link>
          )}
          {mayWrite && (
            <SaveButton
              form={formId}
              kind={mayPay ? 'secondary' : 'primary'}
              pending={pending}
              isDisabled={detail === null}
            />
          )}
          {mayPay && (
            <Button kind="primary" icon={HandCoins} onPress={() => onOpen({ name: 'pay' })}>
              ชำระยอดค้าง
            </Button>
          )}
        </>
      }
    />
  )
}
