/** The screen that takes payments of balances: it begins with a search or scan field, and takes the payment in place. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { type OwedRow, payment } from '@khapdee/contract/entities/payment'
import { listNames } from '@khapdee/domain/list-names'
import { applicationSearchHint } from '@khapdee/domain/words'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../../../api/queries.ts'
import { alerts, showError } from '../../../shared/alerts.ts'
import { Permitted } from '../../../shared/screen.tsx'
import { useShortcut } from '../../../shared/shortcuts.ts'
import { useAwaitedEnter } from '../../../shared/use-awaited-enter.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Card } from '../../../ui/page.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import { OwedList, type OwedSearchProps } from '../lists/owed-list.tsx'
import { PaymentDone } from '../payment-done.tsx'
import { clearTakenPayment, useTakenPayment } from '../taken-payment.ts'
import { isTouchScreen } from '../../../ui/hooks.ts'

const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog)

export function PayBalanceList() {
  return (
    <Permitted permission="application.pay">
      <PayBalance />
    </Permitted>
  )
}

function PayBalance() {
  const [paying, setPaying] = useState<OwedRow | null>(null)
  return (
    <>
      <OwedList
        endpoint={payment.owed}
        exportEndpoint={payment.exportOwed}
        name="pay-balance"
        title={listNames['pay-balance']}
        // A search that is answered late does not replace the payment that is being entered.
        onPay={(row) => setPaying((current) => current ?? row)}
        Search={CounterSearch}
      />
      {paying !== null && (
        <PayInPlace key={paying.application_id} row={paying} onClose={() => setPaying(null)} />
      )}
    </>
  )
}

/** The field in which the clerk types or scans, and the end screen of the last payment. Enter pays the only match. */
function CounterSearch({ table, onPay }: OwedSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const { rows, state, stale, filters, setFilter } = table
  const taken = useTakenPayment()
  useEffect(() => {
    // On a touch screen, focusing would open the keyboard.
    if (!isTouchScreen()) field.current?.focus()
  }, [])
  useShortcut('search', () => field.current?.select())
  // A new function at each render would restart the debounce timer of the field.
  const change = useMemo(() => (text: string) => setFilter('text', text), [setFilter])
  const text = filters.text ?? ''
  // The text of the field at the last key press; the filter gets it after the debounce.
  const [entered, setEntered] = useState(text)
  const isAnswered = state === 'ready' && !stale && entered === text
  const onEnter = useAwaitedEnter(isAnswered, () => {
    if (text === '') return
    const payable = rows.filter(({ payable }) => payable)
    const [only] = payable
    if (only !== undefined && payable.length === 1) return onPay(only)
    alerts.warning(
      only === undefined ? 'ไม่พบยอดค้างชำระที่ตรงกับคำค้นหา' : 'พบหลายรายการ กรุณาเลือกจากรายการด้านล่าง',
    )
  })
  return (
    <>
      {taken !== null && (
        <PaymentDone
          payment={taken}
          onNext={() => {
            clearTakenPayment()
            alerts.reset()
            change('')
            field.current?.focus()
          }}
        />
      )}
      <Card>
        {/* The keys are pressed in the field. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          onKeyDown={(event) => {
            setEntered(field.current?.value ?? '')
            onEnter(event)
          }}
          className="max-w-160"
        >
          <SearchField
            label="ค้นหาหรือสแกน"
            placeholder={applicationSearchHint}
            description="กด Enter เพื่อรับชำระเมื่อพบรายการเดียว"
            value={text}
            onChange={change}
            inputRef={field}
          />
        </div>
      </Card>
    </>
  )
}

/** Loads the application of a row and opens its payment dialog. */
function PayInPlace({ row, onClose }: { row: OwedRow; onClose: () => void }) {
  const { application_id, type } = row
  const query = useEndpoint(
    applicationKindConfigs[type].api.get,
    { application_id },
    { staleTime: 0 },
  )
  // A cached application may have an old version, with which the payment would be refused.
  const detail = query.isSuccess && query.isFetchedAfterMount ? query.data.data : null
  // The dialog stays open when another user changes the application, and then shows the server's
  // message.
  const [opened, setOpened] = useState<ApplicationDetail | null>(null)
  if (opened === null && detail?.can.pay === true) setOpened(detail)
  const { error } = query
  const isRefused = opened === null && detail?.can.pay === false
  useEffect(() => {
    if (opened !== null || (error === null && !isRefused)) return
    if (error !== null) showError(error)
    else alerts.warning('ใบสมัครนี้รับชำระเงินไม่ได้ในขณะนี้')
    onClose()
  }, [opened, error, isRefused, onClose])
  if (opened === null) return null
  return (
    <Suspense>
      <PayDialog detail={opened} onClose={onClose} />
    </Suspense>
  )
}
