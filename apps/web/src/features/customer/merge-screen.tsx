/** The screen that merges two customer records into one. */
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { actionWords } from '@khapdee/domain/words'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../shared/paths.ts'
import { useEndpoint } from '../../api/queries.ts'
import { CustomerLookup } from '../../shared/customer/customer-lookup.tsx'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { BackButton } from '../../crud/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, RecordLoading } from '../../ui/feedback.tsx'
import { MergeForm } from './merge-form.tsx'

const title = actionWords.mergeCustomers

interface MergeScreenProps {
  /** Id of the record that is kept. */
  customer: number
  /** Id of the record that is merged into it; absent until it is chosen. */
  other?: number | undefined
}

export function MergeScreen(props: MergeScreenProps) {
  return (
    <Permitted permission="customer.merge">
      <Screen {...props} />
    </Permitted>
  )
}

function Screen({ customer, other }: MergeScreenProps) {
  const navigate = useNavigate()
  const [isSearching, setSearching] = useState(false)
  useDocumentTitle(title)
  const openPair = (pair: MergeScreenProps) =>
    void navigate({ to: paths.customers.merge, search: pair, replace: true })
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <BackButton to={paths.customers.record(customer)} />
            {other !== undefined && (
              <Button
                icon={ArrowLeftRight}
                onPress={() => openPair({ customer: other, other: customer })}
              >
                สลับรายการที่เก็บไว้
              </Button>
            )}
            <Button icon={UserRoundSearch} onPress={() => setSearching(true)}>
              {other === undefined ? 'เลือกรายการที่ซ้ำ' : 'เลือกรายการอื่น'}
            </Button>
          </>
        }
      />
      {other === undefined ? (
        <ChooseOther customer={customer} onSearch={() => setSearching(true)} />
      ) : (
        <Comparison key={`${customer} ${other}`} customer={customer} other={other} />
      )}
      {isSearching && (
        <CustomerLookup
          endpoint={customerMerge.find}
          excludedId={customer}
          onClose={() => setSearching(false)}
          onChoose={(row) => {
            setSearching(false)
            openPair({ customer, other: row.customer_id })
          }}
        />
      )}
    </>
  )
}

/** Shown until the second record is chosen. */
function ChooseOther({ customer, onSearch }: { customer: number; onSearch: () => void }) {
  const { data } = useEndpoint(customerRecord.get, { customer_id: customer })
  const name = data?.data.customer.name ?? '…'
  return (
    <Card title={name}>
      <EmptyState
        title="เลือกข้อมูลอีกรายการของคนเดียวกัน"
        hint={`ข้อมูลของ ${name} จะถูกเก็บไว้ และรับใบสมัครทั้งหมดของอีกรายการมา`}
        action={
          <Button icon={UserRoundSearch} onPress={onSearch}>
            {actionWords.findCustomer}
          </Button>
        }
      />
    </Card>
  )
}

function Comparison({ customer, other }: { customer: number; other: number }) {
  const query = useEndpoint(
    customerMerge.preview,
    { customer_id: customer, other_id: other },
    { staleTime: 0 },
  )
  // Cached data may have outdated versions.
  const preview = query.isSuccess && query.isFetchedAfterMount ? query.data.data : null
  if (preview === null || query.isError) {
    return <RecordLoading error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <MergeForm
      // The key resets the choices when another user has changed a record.
      key={`${preview.customer.version} ${preview.other.version}`}
      preview={preview}
      reload={() => void query.refetch()}
    />
  )
}
