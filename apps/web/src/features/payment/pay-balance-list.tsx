import { payment } from '@khapdee/contract/entities/payment'
import { Permitted } from '../../app/permitted.tsx'
import { OwedList } from './owed-list.tsx'

/** Where a clerk finds whoever comes to pay what is left. */
export function PayBalanceList() {
  return (
    <Permitted to="application.pay">
      <OwedList
        endpoint={payment.owed}
        file={payment.exportOwed}
        name="pay-balance"
        title="รับชำระยอดค้าง"
      />
    </Permitted>
  )
}
