/** The end screen of a payment: the change, the receipts, and the way to the next customer. */
import { cashWords } from '@khapdee/domain/application/cash-received'
import { payTypes } from '@khapdee/domain/application/status'
import { sumSatang } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { CircleCheck, ReceiptText, UserPlus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { printReceipt } from '../../shared/print.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Money } from '../../ui/values.tsx'
import { clearTakenPayment, type TakenPayment } from './taken-payment.ts'

interface PaymentDoneProps {
  payment: TakenPayment
  /** Opens the screen of the next customer. Its button has the focus, so that Enter is enough. */
  onNext: () => void
}

/**
 * Time in milliseconds in which a press of the next button is ignored: the second press of a double Enter or double click
 * that took the payment would close the screen before the change is read.
 */
const guardMs = 700

const largest = 'text-[2.25rem] leading-tight font-semibold'

export function PaymentDone({ payment, onNext }: PaymentDoneProps) {
  const { type, receipts, change } = payment
  const next = useRef<HTMLButtonElement>(null)
  const isShown = useRef(false)
  const shownAt = useRef(Number.POSITIVE_INFINITY)
  // Also when the next payment takes the place of this one.
  useEffect(() => {
    shownAt.current = performance.now()
    next.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [payment])
  const pressNext = () => {
    if (performance.now() - shownAt.current >= guardMs) onNext()
  }
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      // Later, because strict mode runs the effect twice.
      setTimeout(() => {
        if (!isShown.current) clearTakenPayment()
      })
    }
  }, [])
  return (
    <section
      aria-label="รับชำระเงินแล้ว"
      data-noprint
      className="card flex flex-wrap items-center gap-x-8 gap-y-3 border-ok p-4"
    >
      <CircleCheck size={28} aria-hidden className="shrink-0 text-ok max-md:hidden" />
      <dl className="flex flex-wrap items-end gap-x-8 gap-y-2">
        {change !== null && (
          <div>
            <dt className="text-sm text-muted">{cashWords.change}</dt>
            <dd className={largest}>
              <Money value={change} />
            </dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-muted">รับชำระแล้ว</dt>
          <dd className={change === null ? largest : 'text-xl font-semibold'}>
            <Money value={sumSatang(receipts.map(({ paid }) => paid))} />
          </dd>
        </div>
        {receipts.map(({ payment_id, payment_code, pay_type, paid }) => (
          <div key={payment_id}>
            <dt className="text-sm text-muted">
              {headings.receipts} {payTypes[pay_type].label}
              {receipts.length > 1 && (
                <>
                  {' '}
                  <Money value={paid} />
                </>
              )}
            </dt>
            <dd className="flex items-center gap-1 font-medium whitespace-nowrap">
              {payment_code}
              <IconButton
                label={`${actionWords.printReceipt} ${payment_code} อีกครั้ง`}
                icon={ReceiptText}
                size="sm"
                onPress={() => void printReceipt(type, payment_id)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="ms-auto flex items-center gap-2">
        <Button ref={next} kind="primary" icon={UserPlus} onPress={pressNext}>
          ลูกค้าถัดไป
        </Button>
        <IconButton label={actionWords.close} icon={X} onPress={clearTakenPayment} />
      </div>
    </section>
  )
}
