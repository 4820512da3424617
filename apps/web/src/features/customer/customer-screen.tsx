/** The screen of a customer: totals, personal data and history. */
import { sums } from '@khapdee/contract/entities/application-shapes'
import { customerRecord, type CustomerRecord } from '@khapdee/contract/entities/customer-record'
import { titlesOf } from '@khapdee/contract/field-meta'
import { isOpen } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fullName } from '@khapdee/domain/person-name'
import { nationalities } from '@khapdee/domain/privacy-notice'
import { actionWords, units } from '@khapdee/domain/words'
import { Link, Navigate } from '@tanstack/react-router'
import { Merge, Pencil } from 'lucide-react'
import { RegisterButtons } from '../../shared/customer/register-buttons.tsx'
import { paths } from '../../shared/paths.ts'
import { useEndpoint } from '../../api/queries.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSession } from '../../session/session.ts'
import { BackButton } from '../../crud/actions.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Chip, Money } from '../../ui/values.tsx'
import { PageHeader, Stat, Stats } from '../../ui/page.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { CustomerFacts, NoticeCard } from './customer-cards.tsx'
import { CustomerHistory } from './customer-history.tsx'

export function CustomerScreen({ id }: { id: number }) {
  return (
    <Permitted permission="customer.view">
      <Customer key={id} id={id} />
    </Permitted>
  )
}

type Person = CustomerRecord['customer']

function Customer({ id }: { id: number }) {
  const query = useEndpoint(customerRecord.get, { customer_id: id }, { staleTime: 0 })
  const record = query.data?.data ?? null
  useDocumentTitle(record === null ? entities.customer.label : fullName(record.customer))

  if (query.error?.status === 404) return <NotFoundScreen />
  // The id of a merged record leads to the record into which it was merged.
  if (record !== null && record.customer.customer_id !== id) {
    return <Navigate to={paths.customers.record(record.customer.customer_id)} replace />
  }
  return (
    <>
      <Header person={record?.customer ?? null} />
      {record === null && (
        <RecordLoading error={query.error} onRetry={() => void query.refetch()} />
      )}
      {record !== null && (
        <>
          {record.totals !== null && <Totals {...record.totals} {...record} />}
          <CustomerFacts person={record.customer} />
          <NoticeCard person={record.customer} />
          <CustomerHistory record={record} />
        </>
      )}
    </>
  )
}

function Header({ person }: { person: Person | null }) {
  const { can } = useSession()
  return (
    <PageHeader
      title={person === null ? entities.customer.label : fullName(person)}
      aside={person?.is_foreigner && <Chip tone="info">{nationalities.foreign.label}</Chip>}
      actions={
        <>
          <BackButton to={paths.customers.list} />
          {person !== null && can('customer.merge') && (
            <Link
              to={paths.customers.merge}
              search={{ customer: person.customer_id }}
              className={buttonClass()}
            >
              <Merge size={16} aria-hidden />
              รวมข้อมูลซ้ำ
            </Link>
          )}
          {person !== null && can('customer.update') && (
            <Link to={paths.customers.edit(person.customer_id)} className={buttonClass()}>
              <Pencil size={16} aria-hidden />
              {actionWords.edit}
            </Link>
          )}
          {person !== null && can('application.create') && (
            <RegisterButtons customerId={person.customer_id} />
          )}
        </>
      }
    />
  )
}

const labels = titlesOf(sums)

/** The number of the customer's applications, and the sums over the open ones, without refunded, ended or cancelled ones. */
function Totals({
  net,
  paid,
  written_off,
  balance,
  applications,
}: NonNullable<CustomerRecord['totals']> & Pick<CustomerRecord, 'applications'>) {
  const open = (applications ?? []).filter(({ status, over_cap }) => isOpen(status) && !over_cap)
  const ended = (applications ?? []).filter(({ status }) => !isOpen(status)).length
  const withBalance = open.filter((application) => application.balance > 0)
  return (
    <Stats>
      <Stat
        label={entities.application.label}
        value={applications?.length ?? 0}
        note={ended > 0 ? `คืนเงิน ยุติ หรือยกเลิกแล้ว ${ended} ${units.sheets}` : undefined}
      />
      <Stat
        label={labels.net}
        value={<Money value={net} />}
        note={`จาก ${open.length} ${entities.application.label}`}
      />
      <Stat label={labels.paid} value={<Money value={paid} />} />
      {written_off > 0 && <Stat label={labels.written_off} value={<Money value={written_off} />} />}
      <Stat
        label={labels.balance}
        value={<Money value={balance} />}
        tone={balance > 0 ? 'owed' : 'plain'}
        note={
          withBalance.length > 0
            ? `จาก ${withBalance.length} ${entities.application.label}`
            : undefined
        }
      />
    </Stats>
  )
}
