/**
 * The screen of a saved application: amounts, lines, receipts and actions, then its customer and
 * its timeline.
 */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useEndpoint } from '../../../api/queries.ts'
import { useSession } from '../../../session/session.ts'
import { alerts } from '../../../shared/alerts.ts'
import { MergeWalkIn } from '../../../shared/customer/merge-walk-in.tsx'
import { useCustomerForm } from '../../../shared/customer/use-customer.ts'
import {
  applicationPath,
  followUpHash,
  paths,
  payHash,
  receiptOfRefundHash,
} from '../../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../../shared/screen.tsx'
import { useSaveShortcut, useShortcut } from '../../../shared/shortcuts.ts'
import { UnsavedGuard } from '../../../shared/unsaved-guard.tsx'
import { RecordLoading } from '../../../ui/feedback.tsx'
import { AmendmentCard } from '../amend/amendment-card.tsx'
import { type ApplicationKindConfig, applicationKindConfigs } from '../kinds.ts'
import { PaymentDone } from '../payment-done.tsx'
import { useTakenPayment } from '../taken-payment.ts'
import { PaymentTable } from '../pay/payment-table.tsx'
import { RefundRequests } from '../refund/refund-requests.tsx'
import { RefundTable } from '../refund/refund-table.tsx'
import { ApplicationDialogs, type OpenDialog } from './application-dialogs.tsx'
import { ApplicationHeader } from './application-header.tsx'
import { CustomerFold } from './customer-fold.tsx'
import { LineTable, ExamRightTable, ApplicationSummary, VehicleFacts } from './detail-cards.tsx'
import { DocumentCard } from '../documents/document-card.tsx'
import { FollowUpCard } from '../follow-up/follow-up-card.tsx'
import { TimelineCard } from './timeline-card.tsx'
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
  const { form, detail, loadError, retry, save, pending, merging } = useApplication(id, config)
  const dialog = useDialog(detail)
  const { can } = useSession()
  const canEditCustomer = can('customer.update')
  const [openedBy, setOpenedBy] = useState<'user' | 'draft' | null>(null)
  if (form.formState.isDirty && openedBy === null) setOpenedBy('draft')
  const isEditing = canEditCustomer && openedBy !== null
  const editCustomer = () => setOpenedBy('user')
  useDocumentTitle(detail?.application_code ?? config.title)
  useSaveShortcut(() => {
    if (isEditing && detail !== null && dialog.open === null) void save()
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
      <ApplicationHeader
        formId={formId}
        config={config}
        detail={detail}
        isEditing={isEditing}
        onEditCustomer={canEditCustomer && !isEditing ? editCustomer : undefined}
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
          <CustomerFold
            customer={detail.customer}
            form={form}
            formId={formId}
            isOpen={isEditing}
            takesFocus={openedBy === 'user'}
            onOpen={canEditCustomer ? editCustomer : undefined}
            onSubmit={() => void save()}
          />
          {detail.customer.is_walk_in && (
            <MergeWalkIn
              {...merging}
              walkIn={detail.customer}
              typedNumbers={() => form.getValues('customer')}
            />
          )}
          <TimelineCard {...detail} />
          {dialog.open !== null && (
            <ApplicationDialogs detail={detail} open={dialog.open} onClose={dialog.close} />
          )}
        </>
      )}
      <UnsavedGuard dirty={form.formState.isDirty} />
    </>
  )
}

/**
 * The dialogs that a URL fragment opens, the required actions, and the warning when these are not
 * possible.
 */
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

/**
 * Loads a saved application and creates the form of its customer; `merging` handles a typed number
 * that belongs to another customer.
 */
function useApplication(application_id: number, config: ApplicationKindConfig) {
  const query = useEndpoint(config.api.get, { application_id }, { staleTime: 0 })
  // Cached data may be stale, and saving with a stale customer version would conflict.
  const detail = query.isSuccess && query.isFetchedAfterMount ? query.data.data : null
  const [isNumberTaken, setNumberTaken] = useState(false)
  const { show, ...customer } = useCustomerForm({
    row: detail?.customer ?? null,
    draftKey: config.paths.record(application_id),
    reload: async () => (await query.refetch()).data?.data.customer,
    onDuplicate: () => setNumberTaken(true),
  })
  const merging = { isOpen: isNumberTaken, onClose: () => setNumberTaken(false), onMerged: show }
  return { ...customer, merging, detail, loadError: query.error, retry: () => void query.refetch() }
}
