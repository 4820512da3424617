/** The customer of a saved application: the facts, and on request the form that changes them. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { customer as customerApi } from '@khapdee/contract/entities/customer'
import { titlesOf } from '@khapdee/contract/field-meta'
import { formatAddress } from '@khapdee/domain/format-address'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDayLong } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { Pencil, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSession } from '../../../session/session.ts'
import { CustomerBlock } from '../../../shared/customer/customer-block.tsx'
import type { CustomerFormValues } from '../../../shared/customer/customer-values.ts'
import { paths } from '../../../shared/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EntryForm } from '../../../ui/form/entry-form.tsx'
import { Card, DescriptionList } from '../../../ui/page.tsx'
import type { useCustomerForm } from '../../../shared/customer/use-customer.ts'

const labels = titlesOf(customerApi.row.shape)

interface CustomerFoldProps {
  customer: ApplicationDetail['customer']
  form: ReturnType<typeof useCustomerForm>['form']
  formId: string
  isOpen: boolean
  /** Whether the opened form gets the focus, because the button that opened it is gone. */
  takesFocus: boolean
  /** Absent for users who may not change customers. */
  onOpen: (() => void) | undefined
  onSubmit: () => void
}

export function CustomerFold({
  customer,
  form,
  formId,
  isOpen,
  takesFocus,
  onOpen,
  onSubmit,
}: CustomerFoldProps) {
  const container = useRef<HTMLDivElement>(null)
  const focuses = isOpen && takesFocus
  useEffect(() => {
    // A menu that opens the form returns the focus to its button before the next frame.
    if (focuses) requestAnimationFrame(() => container.current?.querySelector('input')?.focus())
  }, [focuses])
  return (
    <div ref={container}>
      {isOpen ? (
        <EntryForm<CustomerFormValues, unknown>
          form={form}
          id={formId}
          label={title}
          onSubmit={onSubmit}
        >
          <CustomerBlock actions={<RecordLink id={customer.customer_id} />} />
        </EntryForm>
      ) : (
        <Card
          title={title}
          actions={
            <>
              <RecordLink id={customer.customer_id} />
              {onOpen && (
                <Button icon={Pencil} size="sm" onPress={onOpen}>
                  {actionWords.edit}
                </Button>
              )}
            </>
          }
        >
          <DescriptionList items={factsOf(customer)} />
        </Card>
      )}
    </div>
  )
}

const title = 'ข้อมูลผู้สมัคร'

function factsOf(customer: ApplicationDetail['customer']) {
  const { idcard, passport, birthday, phone_1, phone_2, is_walk_in } = customer
  const numbers = [phone_1, phone_2].filter(Boolean).map(formatPhone)
  const phones = numbers.map((number) => (
    <span key={number} className="block whitespace-nowrap">
      {number}
    </span>
  ))
  if (is_walk_in) return [{ label: labels.phone_1, value: numbers.length === 0 ? '' : phones }]
  return [
    { label: labels.phone_1, value: numbers.length === 0 ? '' : phones },
    { label: labels.idcard, value: idcard },
    ...(passport === '' ? [] : [{ label: labels.passport, value: passport }]),
    { label: labels.birthday, value: birthday === null ? '' : formatDayLong(birthday) },
    { label: headings.address, value: formatAddress(customer), isWide: true },
  ]
}

function RecordLink({ id }: { id: number }) {
  const { can } = useSession()
  if (!can('customer.view')) return null
  return (
    <Link to={paths.customers.record(id)} className={buttonClass({ size: 'sm' })}>
      <UserRound size={15} aria-hidden />
      ประวัติผู้สมัคร
    </Link>
  )
}
