/** The screen of a saved application: amounts, lines, receipts and actions, then a form for its customer. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { isOpenRefund, refundPending } from '@khapdee/domain/application/approval-request'
import { type ApplicationKind, shownState } from '@khapdee/domain/application/status'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link, Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { HandCoins, Plus, Printer, UserRound } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useEndpoint } from '../../../api/queries.ts'
import { OverCapChip } from '../../../crud/columns.tsx'
import { BackButton } from '../../../crud/actions.tsx'
import { useSession } from '../../../session/session.ts'
import { alerts } from '../../../shared/alerts.ts'
import { CustomerBlock } from '../../../shared/customer/customer-block.tsx'
import { useCustomerForm } from '../../../shared/customer/use-customer.ts'
import {
  applicationPath,
  followUpHash,
  paths,
  payHash,
  receiptOfRefundHash,
} from '../../../shared/paths.ts'
import { printApplicationForm } from '../../../shared/print.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../../shared/screen.tsx'
import { ShortcutKeys } from '../../../shared/shortcut-keys.tsx'
import { useSaveShortcut, useShortcut } from '../../../shared/shortcuts.ts'
import { UnsavedGuard } from '../../../shared/unsaved-guard.tsx'
import { Button, buttonClass, SaveButton } from '../../../ui/button.tsx'
import { RecordLoading } from '../../../ui/feedback.tsx'
import { EntryForm } from '../../../ui/form/entry-form.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { StateChip } from '../../../ui/values.tsx'
import { AmendmentCard } from '../amend/amendment-card.tsx'
import { type ApplicationKindConfig, applicationKindConfigs } from '../kinds.ts'
import { PaymentDone } from '../payment-done.tsx'
import { useTakenPayment } from '../taken-payment.ts'
import { PaymentTable } from '../pay/payment-table.tsx'
import { RefundRequests } from '../refund/refund-requests.tsx'
import { RefundTable } from '../refund/refund-table.tsx'
import { ApplicationDialogs, type OpenDialog } from './application-dialogs.tsx'
import { LineTable, ExamRightTable, ApplicationSummary, VehicleFacts } from './detail-cards.tsx'
import { DocumentCard } from '../documents/document-card.tsx'
import { FollowUpCard } from '../follow-up/follow-up-card.tsx'
import { WorklistNavigation } from './worklist.tsx'

const formId = 'application'

interface ApplicationScreenProps {
  id: number
  kind: ApplicationKind
}

export function ApplicationScreen({ id, kind }: ApplicationScreenProps) {
  return (
    <Permitted permission="application.view">
      <Application key={id} id={id} config={applicationKindConfigs[kind]} />
    </Permitted>
  )
}

function Application({ id, config }: { id: number; config: ApplicationKindConfig }) {
  const { form, detail, loadError, retry, save, pending } = useApplication(id, config)
  const dialog = useDialog(detail)
  const { can } = useSession()
  const canEditCustomer = can('customer.update')
  useDocumentTitle(detail?.application_code ?? config.title)
  useSaveShortcut(() => {
    if (canEditCustomer && detail !== null && dialog.open === null) void save()
  })
  useShortcut('pay', () => dialog.show({ name: 'pay' }), detail?.can.pay === true)
  const taken = useTakenPayment()
  const navigate = useNavigate()

  if (loadError?.status === 404) return <NotFoundScreen />
  if (detail !== null && detail.type !== config.kind) {
    return <Navigate to={applicationPath(detail)} replace />
  }
  return (
    <>
      <Header
        config={config}
        detail={detail}
        canEditCustomer={canEditCustomer}
        pending={pending}
        dirty={form.formState.isDirty}
        hasPrimary={taken?.application_id === id}
        onOpen={dialog.show}
      />
      {taken?.application_id === id && (
        <PaymentDone
          payment={taken}
          onNext={() =>
            void navigate({ to: can('application.create') ? config.paths.new : paths.payBalance })
          }
        />
      )}
      <WorklistNavigation id={id} />
      {detail === null && <RecordLoading error={loadError} onRetry={retry} />}
      {detail !== null && (
        <>
          <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
            <div className="flex min-w-0 flex-col gap-3.5">
              <VehicleFacts {...detail} />
              <LineTable application={detail} onOpen={dialog.show} />
              <ExamRightTable application={detail} />
              <PaymentTable detail={detail} onOpen={dialog.show} />
              <RefundRequests detail={detail} onOpen={dialog.show} />
              <RefundTable {...detail} />
              <DocumentCard detail={detail} />
              <AmendmentCard {...detail} />
            </div>
            {/* On a narrow screen the amounts come first, too. */}
            <div className="flex flex-col gap-3.5 max-lg:order-first">
              <ApplicationSummary detail={detail} onOpen={dialog.show} />
              <FollowUpCard detail={detail} onOpen={dialog.show} />
            </div>
          </div>
          <EntryForm form={form} id={formId} label="ข้อมูลผู้สมัคร" onSubmit={save}>
            <fieldset disabled={!canEditCustomer} className="min-w-0">
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
  config: ApplicationKindConfig
  detail: ApplicationDetail | null
  canEditCustomer: boolean
  pending: boolean
  /** Whether the customer has unsaved changes: saving is then the primary action, else the payment of a balance. */
  dirty: boolean
  /** Whether another part of the screen has the primary button. */
  hasPrimary: boolean
  onOpen: (dialog: OpenDialog) => void
}

function Header({
  config,
  detail,
  canEditCustomer,
  pending,
  dirty,
  hasPrimary,
  onOpen,
}: HeaderProps) {
  const { can } = useSession()
  const mayPay = detail?.can.pay === true
  return (
    <PageHeader
      title={detail?.application_code ?? config.title}
      aside={
        detail && (
          <span className="inline-flex flex-wrap items-baseline gap-x-1.5 gap-y-1">
            <span className="font-medium wrap-anywhere text-ink">{detail.customer.name}</span>
            <StateChip state={shownState(detail)} />
            {detail.revision > 0 && (
              <span className="text-sm text-muted">
                {headings.revision} {detail.revision}
              </span>
            )}
            {detail.requests.some(({ kind, state }) => isOpenRefund(kind, state)) && (
              <StateChip state={refundPending} />
            )}
            {detail.over_cap && <OverCapChip />}
          </span>
        )
      }
      actions={
        <>
          <BackButton to={config.paths.list} />
          {detail?.can.print && (
            <Button icon={Printer} onPress={() => void printApplicationForm(detail)}>
              {actionWords.printApplication}
            </Button>
          )}
          {can('application.create') && (
            <Link to={config.paths.new} className={buttonClass()}>
              <Plus size={16} aria-hidden />
              {actionWords.create}
            </Link>
          )}
          {canEditCustomer && (
            <SaveButton
              form={formId}
              kind={dirty && !hasPrimary ? 'primary' : 'secondary'}
              pending={pending}
              isDisabled={detail === null}
            />
          )}
          {mayPay && (
            <Button
              kind={hasPrimary || dirty ? 'secondary' : 'primary'}
              icon={HandCoins}
              onPress={() => onOpen({ name: 'pay' })}
            >
              {actionWords.payBalance}
              <ShortcutKeys name="pay" />
            </Button>
          )}
        </>
      }
    />
  )
}

/** The dialogs that a URL fragment opens, the actions that they need, and the warning when these are not possible. */
const dialogsByHash = {
  [payHash]: { name: 'pay', action: 'pay', refusal: 'ใบสมัครนี้รับชำระเงินไม่ได้ในขณะนี้' },
  [followUpHash]: {
    name: 'followUp',
    action: 'follow_up',
    refusal: 'ใบสมัครนี้บันทึกการติดตามไม่ได้ในขณะนี้',
  },
} as const
type DialogHash = keyof typeof dialogsByHash

/** The state of the open dialog. A URL fragment opens one: those of `dialogsByHash`, and `refundHash` of paths.ts. */
function useDialog(detail: ApplicationDetail | null) {
  const navigate = useNavigate()
  const hash = useLocation({ select: ({ hash }) => hash })
  const requested = Object.hasOwn(dialogsByHash, hash) ? dialogsByHash[hash as DialogHash] : null
  const receipt_id = receiptOfRefundHash(hash)
  const [open, show] = useState<OpenDialog | null>(requested && { name: requested.name })
  // False while the application is loading.
  const isRefused = ({ action }: (typeof dialogsByHash)[DialogHash]) =>
    detail?.can[action] === false
  // The hash may be set while the screen is already open.
  if (requested !== null && open === null && !isRefused(requested)) show({ name: requested.name })
  // Closes a dialog whose action is no longer possible, e.g. because another user took the payment.
  const opened = Object.values(dialogsByHash).find(({ name }) => name === open?.name)
  if (opened !== undefined && isRefused(opened)) show(null)

  if (receipt_id !== null && open === null && detail !== null) {
    const { refund, request_refund } = detail.can
    if (refund || request_refund) show({ name: refund ? 'refund' : 'requestRefund', receipt_id })
  }

  const isRefundRefused =
    receipt_id !== null && detail !== null && !detail.can.refund && !detail.can.request_refund
  const refusal =
    requested !== null && isRefused(requested)
      ? requested.refusal
      : isRefundRefused
        ? 'ใบสมัครนี้คืนเงินหรือขอคืนเงินไม่ได้ในขณะนี้'
        : null
  useEffect(() => {
    if (refusal !== null) alerts.warning(refusal)
  }, [refusal])

  const isRequested = (requested !== null || receipt_id !== null) && detail !== null
  useEffect(() => {
    if (!isRequested) return
    // Removes the hash: a reload of the page must not open the dialog again.
    const search = (current: object) => current
    void navigate({
      to: '.',
      hash: '',
      search: search as never,
      replace: true,
      ignoreBlocker: true,
    })
  }, [isRequested, navigate])

  return { open, show, close: useCallback(() => show(null), []) }
}

/** Loads a saved application and creates the form of its customer. */
function useApplication(application_id: number, config: ApplicationKindConfig) {
  const query = useEndpoint(config.api.get, { application_id }, { staleTime: 0 })
  // Cached data may be stale, and saving with a stale customer version would conflict.
  const detail = query.isSuccess && query.isFetchedAfterMount ? query.data.data : null
  const customer = useCustomerForm({
    row: detail?.customer ?? null,
    draftKey: config.paths.record(application_id),
    reload: async () => (await query.refetch()).data?.data.customer,
  })
  return { ...customer, detail, loadError: query.error, retry: () => void query.refetch() }
}
