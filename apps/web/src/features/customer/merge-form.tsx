/** Both records side by side: one value chosen of each two, and what goes over. */
import {
  customerMerge,
  type MergedField,
  type MergePreview,
} from '@khapdee/contract/entities/customer-merge'
import { useNavigate } from '@tanstack/react-router'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../shared/paths.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { invalidate } from '../../api/queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { alerts } from '../../shared/alerts.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { MergeFields } from './merge-fields.tsx'
import { MergeMoves } from './merge-moves.tsx'

interface MergeFormProps {
  preview: MergePreview
  /** Reads both again, for somebody changed one of them meanwhile. */
  reload: () => void
}

export function MergeForm({ preview, reload }: MergeFormProps) {
  const { customer, other, fields, moves, refusal } = preview
  const suggested = fields.filter((each) => each.suggested === 'other').map(({ field }) => field)
  const [taken, setTaken] = useState<readonly MergedField[]>(suggested)
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()

  const merge = async () => {
    try {
      const { message } = await call(customerMerge.merge, {
        customer_id: customer.customer_id,
        version: customer.version,
        other_id: other.customer_id,
        other_version: other.version,
        take: [...taken],
      })
      await navigate({ to: paths.customers.record(customer.customer_id), replace: true })
      alerts.success(message)
      await invalidate(client, [...moneyQueryKeys, 'customer', 'search'])
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') reload()
      throw error
    }
  }

  return (
    <>
      {refusal !== null && <Alert tone="error">{refusal}</Alert>}
      <Card title="ข้อมูลที่จะใช้" flush>
        <MergeFields
          customer={customer}
          other={other}
          fields={fields}
          taken={taken}
          onChange={setTaken}
        />
      </Card>
      <Card title="สิ่งที่จะย้ายมา">
        <MergeMoves moves={moves} />
      </Card>
      <div className="flex justify-end">
        <Button
          kind="primary"
          icon={Merge}
          isDisabled={refusal !== null}
          onPress={() => setAsking(true)}
        >
          รวมข้อมูล
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="รวมข้อมูลผู้สมัครซ้ำ"
        kind="danger"
        confirmLabel="รวมข้อมูล"
        onConfirm={merge}
      >
        ต้องการรวม “{other.name}” เข้ากับ “{customer.name}” ใช่หรือไม่ เมื่อรวมแล้วจะแยกออกจากกันไม่ได้
      </ConfirmDialog>
    </>
  )
}
