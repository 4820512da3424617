/** The open items of a branch up to a day: those that prevent locking, and those that do not. */
import { accountLock, type OpenGroup } from '@khapdee/contract/entities/account-lock'
import { openKinds } from '@khapdee/domain/account-lock'
import { bahtWithUnit } from '@khapdee/domain/money'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { units } from '@khapdee/domain/words'
import { useEndpoint } from '../../api/queries.ts'
import { Alert, SkeletonLine } from '../../ui/feedback.tsx'

/** Maximum number of named items of a kind. */
const maxNamed = 5

interface OpenItemsProps {
  branch_id: number
  until: Day
}

export function OpenItems({ branch_id, until }: OpenItemsProps) {
  const { data } = useEndpoint(accountLock.open, { branch_id, day: until }, { keepPrevious: true })
  if (data === undefined) return <SkeletonLine />
  const groups = data.data
  const ofKind = (isBlocking: boolean) =>
    groups.filter(({ is_blocking }) => is_blocking === isBlocking)
  const [blocking, shown] = [ofKind(true), ofKind(false)]
  if (groups.length === 0)
    return <Alert tone="success">{`ไม่มีรายการค้างถึงวันที่ ${formatDay(until)}`}</Alert>
  return (
    <>
      {blocking.length > 0 && (
        <Alert tone="error">
          <p className="font-medium">ต้องดำเนินการก่อนล็อกบัญชี</p>
          <Groups groups={blocking} />
        </Alert>
      )}
      {shown.length > 0 && (
        <Alert tone="warning">
          <p className="font-medium">ยังค้างอยู่ แต่ล็อกบัญชีได้</p>
          <Groups groups={shown} />
        </Alert>
      )}
    </>
  )
}

const Groups = ({ groups }: { groups: readonly OpenGroup[] }) =>
  groups.map(({ kind, count, value, items }) => (
    <div key={kind} className="text-sm">
      <p>{`${openKinds[kind].label} ${count} ${units.entries} ${bahtWithUnit(value)}`}</p>
      <ul className="ms-4 list-disc">
        {items.slice(0, maxNamed).map(({ id, code, name, date, value: amount }) => (
          <li key={id}>
            {[formatDay(date), code, name, bahtWithUnit(amount)].filter(Boolean).join(' · ')}
          </li>
        ))}
        {count > maxNamed && <li>{`และอีก ${count - maxNamed} ${units.entries}`}</li>}
      </ul>
    </div>
  ))
