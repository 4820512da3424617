import { unconfirmedFilter } from '@khapdee/domain/fee-kinds'
import type { TableState } from '../../crud/use-table.ts'
import { Alert } from '../../ui/feedback.tsx'

/** Shown while the kind of a fee is unconfirmed; its button filters the list for these fees. */
export function UnconfirmedNotice({ table }: { table: TableState }) {
  const option = table.optionsOf('type').find(({ value }) => value === unconfirmedFilter)
  if (option === undefined) return null
  return (
    <Alert
      tone="warning"
      action={
        <button type="button" onClick={() => table.setFilter('type', unconfirmedFilter)}>
          แสดงรายการเหล่านี้
        </button>
      }
    >
      {option.name} กรุณาเปิดแต่ละรายการ ตรวจสอบประเภทที่แนะนำ แล้วบันทึก
    </Alert>
  )
}
