import { payment } from '@khapdee/contract/entities/payment'
import { Permitted } from '../../app/permitted.tsx'
import { OwedList } from './owed-list.tsx'

/** What customers of every kind owe, and how long they have. */
export function OverdueList() {
  return (
    <Permitted to="application.view">
      <OwedList
        endpoint={payment.overdue}
        file={payment.exportOverdue}
        name="overdue"
        title="รายการค้างชำระ"
      />
    </Permitted>
  )
}
