/** The screen that creates an application of any kind: customer, lines and first payment. */
import { formInput, lineInput, sums } from '@khapdee/contract/entities/application-shapes'
import { customer } from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { type ApplicationKind, applicationKinds } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { zeroSatang } from '@khapdee/domain/money'
import { personName } from '@khapdee/domain/person-name'
import type { LineKind } from '@khapdee/domain/promotion'
import { actionWords } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { CirclePause, CreditCard, Layers, RotateCcw, UserRoundSearch } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { FormProvider, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useCurrentBranch, useSession } from '../../../session/session.ts'
import { CustomerBlock } from '../../../shared/customer/customer-block.tsx'
import { Permitted, useDocumentTitle } from '../../../shared/screen.tsx'
import { ShortcutKeys } from '../../../shared/shortcut-keys.tsx'
import { useSaveShortcut, useShortcut } from '../../../shared/shortcuts.ts'
import { UnsavedGuard } from '../../../shared/unsaved-guard.tsx'
import { Button, SaveButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { Alert, LoadFailed } from '../../../ui/feedback.tsx'
import { EntryForm } from '../../../ui/form/entry-form.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PageHeader } from '../../../ui/page.tsx'
import { Money, ThaiInstant } from '../../../ui/values.tsx'
import { type ApplicationKindConfig, applicationKindConfigs } from '../kinds.ts'
import { useCardReader } from '../../../shared/customer/card-reader.ts'
import { itemLabels } from '../line-values.ts'
import { LineEditor } from './line-editor.tsx'
import type { RegistrationValues } from './registration-values.ts'
import { SummaryCard, useRegistrationPreview } from './summary-card.tsx'
import { VehicleCard } from './vehicle-card.tsx'
import type { useHeldForms } from './use-held-forms.ts'
import { usePrefilledCustomer, useRegistrationForm } from './use-registration-form.ts'

const { FormSelect, FormTextArea } = fieldsOf<RegistrationValues>()

const formId = 'registration'

const CustomerDifferences = lazyPart(
  async () => (await import('./customer-differences.tsx')).CustomerDifferences,
)
const CustomerLookup = lazyPart(
  async () => (await import('../../../shared/customer/customer-lookup.tsx')).CustomerLookup,
)
const HeldFormsDialog = lazyPart(
  async () => (await import('./held-forms-dialog.tsx')).HeldFormsDialog,
)

interface RegistrationScreenProps {
  kind: ApplicationKind
  /** Id of the stored customer that the form is prefilled with. */
  customerId?: number | undefined
}

export function RegistrationScreen({ kind, customerId }: RegistrationScreenProps) {
  return (
    <Permitted permission="application.create">
      <Registration key={kind} config={applicationKindConfigs[kind]} customerId={customerId} />
    </Permitted>
  )
}

interface RegistrationProps extends Pick<RegistrationScreenProps, 'customerId'> {
  config: ApplicationKindConfig
}

function Registration({ config, customerId }: RegistrationProps) {
  const { form, customerAccess, matcher, items, ...registration } = useRegistrationForm(config)
  const { save, pending } = registration
  const reader = useCardReader({ ...customerAccess, kind: config.kind, matcher })
  const [isSearching, setSearching] = useState(false)
  const { can } = useSession()
  const takesPayment = can('application.pay')
  usePrefilledCustomer(registration.heldForms.isReturning ? undefined : customerId, matcher)
  useDocumentTitle('ใบสมัครใหม่')
  useSaveShortcut(() => void save())
  useShortcut('readCard', () => void reader.read(), !reader.pending)
  useShortcut('findCustomer', () => setSearching(true))
  useShortcut('chooseItem', () => form.setFocus(`${config.lines[0]}.0.item_id`))

  return (
    <FormProvider {...form}>
      <PageHeader
        title={config.title}
        aside="ใบสมัครใหม่"
        actions={
          <>
            <BranchField />
            <HeldForms {...registration.heldForms} />
            <Restart onConfirm={registration.restart} />
          </>
        }
      />
      <UnansweredSaves {...registration.heldForms} />
      <EntryForm form={form} id={formId} label={config.title} onSubmit={save}>
        <div className="flex flex-col gap-3.5">
          <CustomerBlock
            matcher={matcher}
            acceptsWalkIns={applicationKinds[config.kind].acceptsWalkIns}
            actions={
              <>
                <Button icon={UserRoundSearch} onPress={() => setSearching(true)}>
                  {actionWords.findCustomer}
                  <ShortcutKeys name="findCustomer" />
                </Button>
                <Button
                  icon={CreditCard}
                  pending={reader.pending}
                  onPress={() => void reader.read()}
                >
                  {actionWords.readCard}
                  <ShortcutKeys name="readCard" />
                </Button>
              </>
            }
          />
          {config.kind === 'vehicle_check' && <VehicleCard matcher={matcher} />}
          {registration.hasCatalogueError && <LoadFailed onRetry={registration.retryCatalogue} />}
          <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
            <div className="flex min-w-0 flex-col gap-3.5">
              {registration.lacksItems(config.lines[0]) && <NoItems kind={config.lines[0]} />}
              {config.lines.map((kind, index) => (
                <LineEditor
                  key={kind}
                  kind={kind}
                  items={items[kind]}
                  promotions={registration.promotions}
                  isMain={index === 0}
                  takesPayment={takesPayment}
                />
              ))}
            </div>
            <SummaryCard takesPayment={takesPayment} hasPromptPay={registration.hasPromptPay}>
              <FormTextArea name="note" label={titleOf(formInput, 'note')} rows={2} />
            </SummaryCard>
          </div>
          <SaveBar pending={pending} />
        </div>
      </EntryForm>
      <Suspense>
        {matcher.pendingMatch && (
          <CustomerDifferences
            {...matcher.pendingMatch}
            onResolve={matcher.resolve}
            onDismiss={matcher.dismiss}
          />
        )}
        {isSearching && (
          <CustomerLookup
            endpoint={customer.check}
            onClose={() => setSearching(false)}
            onChoose={(row, search) => {
              setSearching(false)
              matcher.link(row, search)
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={reader.offered !== null}
        onClose={reader.decline}
        title="แทนที่ข้อมูลลูกค้า"
        confirmLabel="แทนที่"
        onConfirm={reader.accept}
      >
        แบบฟอร์มนี้มีข้อมูลลูกค้าที่กรอกไว้แล้ว ต้องการแทนที่ด้วยข้อมูลในบัตรที่เสียบใช่หรือไม่
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={matcher.pendingReplacement !== null}
        onClose={matcher.keep}
        title="แทนที่ข้อมูลลูกค้า"
        confirmLabel="แทนที่"
        onConfirm={matcher.replace}
      >
        เลขประจำตัวในแบบฟอร์มนี้เป็นของคนอื่น ต้องการแทนที่ข้อมูลที่กรอกไว้ด้วยข้อมูลของ{' '}
        {matcher.pendingReplacement && personName(matcher.pendingReplacement)} ใช่หรือไม่
      </ConfirmDialog>
      <Guard />
    </FormProvider>
  )
}

/**
 * The select for the branch of the application. It is shown while the header shows all branches, or
 * another one than that of a recalled form.
 */
function BranchField() {
  const { branches } = useSession()
  const current = useCurrentBranch()
  const { control } = useFormContext<RegistrationValues>()
  const branchId = useWatch({ control, name: 'branch_id' })
  const choices = useMemo(
    () => branches.map(({ value, name }) => ({ value: Number(value), name })),
    [branches],
  )
  if (choices.length < 2) return null
  if (current.value !== 'all' && current.id === branchId) return null
  return (
    <FormSelect
      name="branch_id"
      label={entities.branch.label}
      hideLabel
      items={choices}
      className="w-58"
    />
  )
}

/** The buttons that put the form aside, and that list the forms put aside. */
function HeldForms({ forms, putAside, recall, remove, pending }: ReturnType<typeof useHeldForms>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={CirclePause} pending={pending} onPress={() => void putAside()}>
        {actionWords.hold}
      </Button>
      {(forms.length > 0 || isOpen) && (
        <Button icon={Layers} onPress={() => setOpen(true)}>
          {entities.held_form.label} ({forms.length})
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <HeldFormsDialog
            forms={forms}
            pending={pending}
            onRecall={(id) => {
              setOpen(false)
              void recall(id)
            }}
            onDelete={(id) => void remove(id)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Shows each save whose outcome is unknown, with the button that requests the outcome. */
function UnansweredSaves({ forms, recall, pending }: ReturnType<typeof useHeldForms>) {
  return forms
    .filter(({ is_unanswered }) => is_unanswered)
    .map(({ held_form_id, name, createdAt }) => (
      <Alert
        key={held_form_id}
        tone="warning"
        action={
          <button
            type="button"
            className="underline"
            disabled={pending}
            onClick={() => void recall(held_form_id)}
          >
            ตรวจผล
          </button>
        }
      >
        ยังไม่ทราบว่าใบสมัคร{name === '' ? '' : `ของ ${name} `}ที่ส่งเมื่อ <ThaiInstant value={createdAt} />{' '}
        บันทึกสำเร็จหรือไม่ กดตรวจผลก่อนลงทะเบียนคนเดิมอีกครั้ง จะไม่บันทึกซ้ำ
      </Alert>
    ))
}

function Restart({ onConfirm }: { onConfirm: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button icon={RotateCcw} onPress={() => setConfirming(true)}>
        เริ่มใหม่
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="เริ่มใหม่"
        confirmLabel="เริ่มใหม่"
        onConfirm={onConfirm}
      >
        ต้องการล้างข้อมูลที่กรอกไว้ทั้งหมดใช่หรือไม่
      </ConfirmDialog>
    </>
  )
}

/** Explains where to create items for the main lines while the branch offers none. */
function NoItems({ kind }: { kind: LineKind }) {
  const { can } = useSession()
  const { path, permission } = entities[kind]
  const label = itemLabels[kind]
  return (
    <Alert tone="warning">
      ยังไม่มี{label}ที่เปิดใช้งานในสาขานี้{' '}
      {can(`${permission.resource}.create`) ? (
        <Link to={path} className="underline">
          {actionWords.add}
          {label}
        </Link>
      ) : (
        'กรุณาแจ้งผู้ดูแลให้เพิ่มก่อน'
      )}
    </Alert>
  )
}

/** A bar with the amounts and the save button, which stays at the bottom of the screen while the form scrolls. */
function SaveBar({ pending }: { pending: boolean }) {
  const { net, paid, balance } = useRegistrationPreview()
  return (
    <div
      data-noprint
      className="sticky bottom-0 z-20 -mx-3.5 -mb-3.5 flex items-center justify-between gap-3 border-t border-line bg-surface px-3.5 py-2 shadow-pop"
    >
      <dl className="flex min-w-0 gap-4 md:gap-8">
        <div>
          <dt className="text-xs text-muted">{titleOf(sums, 'net')}</dt>
          <dd className="font-semibold">
            <Money value={net} />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-muted">{titleOf(lineInput, 'paid')}</dt>
          <dd className="font-semibold">
            <Money value={paid} />
          </dd>
        </div>
        <div className="max-md:hidden">
          <dt className="text-xs text-muted">{titleOf(sums, 'balance')}</dt>
          <dd className="font-semibold">
            <Money
              value={balance > 0 ? balance : zeroSatang}
              tone={balance > 0 ? 'owed' : 'plain'}
            />
          </dd>
        </div>
      </dl>
      <SaveButton form={formId} pending={pending} after={<ShortcutKeys name="saveForm" />} />
    </div>
  )
}

/** A separate component, because otherwise the first keystroke would render the whole form. */
function Guard() {
  const { isDirty } = useFormState<RegistrationValues>()
  return <UnsavedGuard dirty={isDirty} />
}
