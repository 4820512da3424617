/** The totals of the registration, and the buttons that change the payment of all lines. */
import { formInput, lineInput, money } from '@khapdee/contract/entities/application-shapes'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { payTypes } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { headings } from '@khapdee/domain/words'
import { type ReactNode, Suspense } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ShortcutKeys } from '../../../shared/shortcut-keys.tsx'
import { useShortcut } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { SegmentedField } from '../../../ui/fields/choice-fields.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Card } from '../../../ui/page.tsx'
import { BankAccountField } from '../../../crud/bank-account-field.tsx'
import { Amount, Amounts, Balance, CashChange } from '../amounts.tsx'
import { withPayChoice } from '../line-payment.ts'
import {
  type LineKind,
  type LineValues,
  netOf,
  withFullPayment,
  payTypeChoices,
  previewOf,
} from '../line-values.ts'
import { linesOf, type RegistrationValues } from './registration-values.ts'

const { FormDate } = fieldsOf<RegistrationValues>()

const SlipFields = lazyPart(async () => (await import('../slip-field.tsx')).SlipFields)
const PromptPayQr = lazyPart(async () => (await import('../promptpay-qr.tsx')).PromptPayQr)

const allLineKinds: readonly LineKind[] = ['course', 'other_fee', 'request_fee']

/** The totals of the current lines; the component renders again only when a total changes. */
export function useRegistrationPreview() {
  const { control } = useFormContext<RegistrationValues>()
  return useWatch({
    control,
    compute: (values: RegistrationValues) => previewOf(linesOf(values)),
  })
}

const labels = titlesOf(money)

interface SummaryCardProps {
  /** Whether the clerk may take payments. */
  takesPayment: boolean
  /** Whether the branch has a PromptPay id. */
  hasPromptPay: boolean
  children?: ReactNode
}

export function SummaryCard({ takesPayment, hasPromptPay, children }: SummaryCardProps) {
  const { getValues, setValue, setFocus } = useFormContext<RegistrationValues>()
  const { total, discount, net, paid, balance, byPayType, payType } = useRegistrationPreview()

  const changeAll = (change: (line: LineValues) => LineValues) => {
    for (const kind of allLineKinds) {
      // Sets line by line: setting the array would remount the rows and lose the focus.
      for (const [index, line] of getValues(kind).entries()) {
        setValue(`${kind}.${index}`, change(line), { shouldDirty: true })
      }
    }
  }
  const payAll = () => {
    changeAll(withFullPayment)
    // After the field of the received cash is shown.
    setTimeout(() => setFocus('cash_received'))
  }
  useShortcut('pay', payAll, takesPayment && net > 0)
  return (
    <Card title={headings.summary} className="lg:sticky lg:top-[calc(var(--table-top)+0.875rem)]">
      <div className="flex flex-col gap-3">
        <Amounts>
          <Amount label={labels.total} value={total} />
          <Amount label={labels.discount} value={discount} />
          <Amount label={labels.net} value={net} isStrong />
          {takesPayment && <Amount label={titleOf(lineInput, 'paid')} value={paid} />}
          {byPayType.cash > 0 && byPayType.transfer > 0 && (
            <>
              <Amount label={payTypes.cash.label} value={byPayType.cash} isPart />
              <Amount label={payTypes.transfer.label} value={byPayType.transfer} isPart />
            </>
          )}
        </Amounts>
        <Balance value={balance} />
        {balance > 0 && <FormDate name="due_date" label={titleOf(formInput, 'due_date')} />}
        {takesPayment && (
          <>
            <SegmentedField
              label="วิธีชำระเงินทุกรายการ"
              items={payTypeChoices}
              value={payType ?? undefined}
              onChange={(payType) => changeAll((line) => withPayChoice(line, payType, netOf(line)))}
            />
            <Button
              isDisabled={net <= 0 || balance === 0}
              onPress={() => changeAll(withFullPayment)}
            >
              รับเต็มจำนวนทุกรายการ
              <ShortcutKeys name="pay" />
            </Button>
          </>
        )}
        {byPayType.transfer > 0 && (
          <>
            {hasPromptPay && <TransferQr amount={byPayType.transfer} />}
            <Suspense>
              <SlipFields />
            </Suspense>
            <TransferAccount />
          </>
        )}
        {byPayType.cash > 0 && <CashChange due={byPayType.cash} />}
        {children}
      </div>
    </Card>
  )
}

/** The account of the branch of the form. */
function TransferAccount() {
  const { control } = useFormContext<RegistrationValues>()
  const branch_id = useWatch({ control, name: 'branch_id' })
  return <BankAccountField branch_id={branch_id} />
}

/** The PromptPay QR code for a transfer to the branch of the form. */
function TransferQr({ amount }: { amount: Satang }) {
  const { control } = useFormContext<RegistrationValues>()
  const branch_id = useWatch({ control, name: 'branch_id' })
  if (branch_id === null) return null
  return (
    <Suspense>
      <PromptPayQr branch_id={branch_id} amount={amount} />
    </Suspense>
  )
}
