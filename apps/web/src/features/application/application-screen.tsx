/** A saved application: its money as it was booked, its customer to correct. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft, Plus, Printer, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { useDocumentTitle } from '../../app/document-title.ts'
import { NotFoundScreen } from '../../app/not-found-screen.tsx'
import { Permitted } from '../../app/permitted.tsx'
import { useSaveShortcut } from '../../app/save-shortcut.ts'
import { useSession } from '../../app/session.ts'
import { UnsavedGuard } from '../../app/unsaved-guard.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import { ThaiInstant } from '../../ui/thai-date.tsx'
import { Amount, Amounts, Balance } from './amounts.tsx'
import { CustomerBlock } from './customer-block.tsx'
import { PaymentTable } from './payment-table.tsx'
import { printForm } from './print.ts'
import { StatusChip } from './status-chip.tsx'
import { StoredLines } from './stored-lines.tsx'
import { useApplication } from './use-application.ts'

const formId = 'application'
const title = 'สมัครเรียน'

export function ApplicationScreen({ id }: { id: number }) {
  return (
    <Permitted to="application.view">
      <Application key={id} id={id} />
    </Permitted>
  )
}

function Application({ id }: { id: number }) {
  const { form, detail, loadError, retry, save, pending } = useApplication(id)
  const { can } = useSession()
  const mayWrite = can('customer.update')
  useDocumentTitle(detail?.application_code ?? title)
  useSaveShortcut(() => {
    if (mayWrite && detail !== null) void save()
  })

  if (loadError?.status === 404) return <NotFoundScreen />
  return (
    <FormProvider {...form}>
      <Header detail={detail} mayWrite={mayWrite} pending={pending} />
      {detail === null && loadError === null && (
        <Card>
          <FormSkeleton />
        </Card>
      )}
      {detail === null && loadError !== null && (
        <Alert
          tone="error"
          action={
            <button type="button" className="underline" onClick={retry}>
              ลองอีกครั้ง
            </button>
          }
        >
          {loadError.message}
        </Alert>
      )}
      {detail !== null && (
        <>
          <EntryForm id={formId} label="ข้อมูลผู้สมัคร" onSubmit={save}>
            <fieldset disabled={!mayWrite} className="min-w-0">
              <CustomerBlock />
            </fieldset>
          </EntryForm>
          <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
            <div className="flex min-w-0 flex-col gap-3.5">
              <StoredLines application={detail} />
              <PaymentTable payments={detail.payments} />
            </div>
            <StoredSummary detail={detail} />
          </div>
        </>
      )}
      <UnsavedGuard dirty={form.formState.isDirty} />
    </FormProvider>
  )
}

interface HeaderProps {
  detail: ApplicationDetail | null
  mayWrite: boolean
  pending: boolean
}

function Header({ detail, mayWrite, pending }: HeaderProps) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { can } = useSession()
  // The list as it was left, with its filters.
  const leave = () =>
    canGoBack ? router.history.back() : void router.navigate({ to: '/registrations' })
  return (
    <PageHeader
      title={detail?.application_code ?? title}
      count={detail && <StatusChip status={detail.status} />}
      actions={
        <>
          <Button icon={ArrowLeft} onPress={leave}>
            ย้อนกลับ
          </Button>
          {detail?.can.print && (
            <Button icon={Printer} onPress={() => void printForm(detail.application_id)}>
              พิมพ์ใบสมัคร
            </Button>
          )}
          {can('application.create') && (
            <Link to="/registrations/new" className={buttonClass()}>
              <Plus size={16} aria-hidden />
              สร้างรายการใหม่
            </Link>
          )}
          {mayWrite && (
            <Button
              type="submit"
              form={formId}
              kind="primary"
              icon={Save}
              pending={pending}
              isDisabled={detail === null}
            >
              บันทึก
            </Button>
          )}
        </>
      }
    />
  )
}

function StoredSummary({ detail }: { detail: ApplicationDetail }) {
  const { total, discount, net, paid, balance, note, branch, createdAt, user } = detail
  return (
    <Card title="สรุปยอด">
      <div className="flex flex-col gap-3">
        <Amounts>
          <Amount label="ยอดรวม" value={total} />
          <Amount label="ส่วนลด" value={discount} />
          <Amount label="ยอดสุทธิ" value={net} isStrong />
          <Amount label="ชำระแล้ว" value={paid} />
        </Amounts>
        <Balance value={balance} />
        <dl className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm">
          <Fact label="สาขา">{branch}</Fact>
          <Fact label="วันที่บันทึก">
            <ThaiInstant value={createdAt} />
          </Fact>
          <Fact label="ผู้บันทึก">{user}</Fact>
          {note !== '' && <Fact label="หมายเหตุ">{note}</Fact>}
        </dl>
      </div>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 text-end wrap-break-word whitespace-pre-line">{children}</dd>
    </div>
  )
}
