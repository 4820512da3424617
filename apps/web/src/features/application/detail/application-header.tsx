/** The top line of a saved application: number, customer, state and actions; on a phone all but the primary one in a menu. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { isOpenRefund, refundPending } from '@khapdee/domain/application/approval-request'
import { entities } from '@khapdee/domain/entities'
import { applicationKinds, shownState } from '@khapdee/domain/application/status'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { Ellipsis, HandCoins, Pencil, Plus, Printer } from 'lucide-react'
import { BackButton } from '../../../crud/actions.tsx'
import { OverCapChip } from '../../../crud/columns.tsx'
import { useSession } from '../../../session/session.ts'
import { printApplicationForm } from '../../../shared/print.ts'
import { ShortcutKeys } from '../../../shared/shortcut-keys.tsx'
import { Button, buttonClass, SaveButton } from '../../../ui/button.tsx'
import { ActionMenuButton, type MenuAction } from '../../../ui/menu.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { StateChip } from '../../../ui/values.tsx'
import type { ApplicationKindConfig } from '../kinds.ts'
import type { OpenDialog } from './application-dialogs.tsx'
import { endingActions } from './ending-actions.ts'

const menuLabel = `${actionWords.manage}${entities.application.label}`

interface ApplicationHeaderProps {
  config: ApplicationKindConfig
  detail: ApplicationDetail | null
  /** The form that the save button submits. */
  formId: string
  /** Whether the form of the customer is open. */
  isEditing: boolean
  /** Opens the form of the customer; absent when it is open or not permitted. */
  onEditCustomer: (() => void) | undefined
  pending: boolean
  /**
   * Whether the customer has unsaved changes: then the primary action is saving, otherwise the
   * payment of a balance.
   */
  dirty: boolean
  /** Whether another part of the screen has the primary button. */
  hasPrimary: boolean
  onOpen: (dialog: OpenDialog) => void
}

export function ApplicationHeader({
  config,
  detail,
  formId,
  isEditing,
  onEditCustomer,
  pending,
  dirty,
  hasPrimary,
  onOpen,
}: ApplicationHeaderProps) {
  const { can } = useSession()
  const print = () => detail && void printApplicationForm(detail)
  const phoneActions: MenuAction[] =
    detail === null
      ? []
      : [
          detail.can.print && {
            id: 'print',
            label: actionWords.printApplication,
            icon: Printer,
            onAction: print,
          },
          onEditCustomer && {
            id: 'customer',
            label: 'แก้ไขข้อมูลผู้สมัคร',
            icon: Pencil,
            onAction: onEditCustomer,
          },
          detail.can.update && {
            id: 'note',
            label: actionWords.editNote,
            icon: Pencil,
            onAction: () => onOpen({ name: 'note' }),
          },
          ...endingActions(detail, onOpen),
          can('application.create') && {
            id: 'new',
            label: applicationKinds[config.kind].create,
            icon: Plus,
            href: config.paths.new,
          },
        ].filter((action) => action !== false && action !== undefined)
  return (
    <PageHeader
      title={detail?.application_code ?? config.title}
      aside={detail && <NameAndState detail={detail} />}
      actions={
        <>
          <BackButton to={config.paths.list} />
          <span className="contents max-md:hidden">
            {detail?.can.print && (
              <Button icon={Printer} onPress={print}>
                {actionWords.printApplication}
              </Button>
            )}
            {can('application.create') && (
              <Link to={config.paths.new} className={buttonClass()}>
                <Plus size={16} aria-hidden />
                {applicationKinds[config.kind].create}
              </Link>
            )}
          </span>
          {isEditing && (
            <SaveButton
              form={formId}
              kind={dirty && !hasPrimary ? 'primary' : 'secondary'}
              pending={pending}
              isDisabled={detail === null}
            />
          )}
          {detail?.can.pay && (
            <Button
              kind={hasPrimary || dirty ? 'secondary' : 'primary'}
              icon={HandCoins}
              onPress={() => onOpen({ name: 'pay' })}
            >
              {actionWords.payBalance}
              <ShortcutKeys name="pay" />
            </Button>
          )}
          {phoneActions.length > 0 && (
            <span className="contents md:hidden">
              <ActionMenuButton label={menuLabel} actions={phoneActions} iconOnly>
                <Ellipsis size={16} aria-hidden />
              </ActionMenuButton>
            </span>
          )}
        </>
      }
    />
  )
}

function NameAndState({ detail }: { detail: ApplicationDetail }) {
  return (
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
