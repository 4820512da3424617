/** What a saved application comes to, where it stands, and what ends it. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { requestDecisions } from '@khapdee/domain/application/status'
import { Ban, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { StateChip, ThaiInstant } from '../../ui/values.tsx'
import { Amount, Amounts, Balance } from './amounts.tsx'
import type { OpenDialog } from './application-dialogs.tsx'

interface StoredSummaryProps {
  detail: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

export function StoredSummary({ detail, onOpen }: StoredSummaryProps) {
  const { total, discount, net, paid, balance, note, branch, createdAt, user, can } = detail
  return (
    <div className="flex flex-col gap-3.5">
      {detail.decision !== null && <Decision {...detail} onOpen={onOpen} />}
      <Card title="สรุปยอด">
        <div className="flex flex-col gap-3">
          <Amounts>
            <Amount label="ยอดรวม" value={total} />
            <Amount label="ส่วนลด" value={discount} />
            <Amount label="ยอดสุทธิ" value={net} isStrong />
            <Amount label="ชำระแล้ว" value={paid} />
          </Amounts>
          <Balance value={balance} />
          <Facts>
            <Fact label="สาขา">{branch}</Fact>
            <Fact label="วันที่บันทึก">
              <ThaiInstant value={createdAt} />
            </Fact>
            <Fact label="ผู้บันทึก">{user}</Fact>
            {note !== '' && <Fact label="หมายเหตุ">{note}</Fact>}
            {detail.mode !== '' && (
              <Fact label={detail.mode === 'refund' ? 'เหตุผลการคืนเงิน' : 'เหตุผลที่ยกเลิก'}>
                {detail.end_note}
              </Fact>
            )}
          </Facts>
          {(can.refund || can.delete) && (
            <div className="flex flex-wrap gap-2 border-t border-line pt-3 *:flex-1">
              {can.refund && (
                <Button icon={Undo2} onPress={() => onOpen({ name: 'refund' })}>
                  คืนเงิน
                </Button>
              )}
              {can.delete && (
                <Button icon={Ban} onPress={() => onOpen({ name: 'cancel' })}>
                  ยกเลิกใบสมัคร
                </Button>
              )}
            </div>
          )}
        </div>
      </Card>
    </div>
  )
}

/** What was decided on a request, or the way to decide it. */
function Decision(props: ApplicationDetail & Pick<StoredSummaryProps, 'onOpen'>) {
  const { decision, decided_by, decided_at, decision_note, can, onOpen } = props
  if (decision === null) return null
  return (
    <Card title="การพิจารณา" actions={<StateChip state={requestDecisions[decision]} />}>
      <div className="flex flex-col gap-3">
        {decided_at === null ? (
          <p className="text-muted">รับชำระเงินได้ระหว่างรออนุมัติ</p>
        ) : (
          <dl className="flex flex-col gap-1.5 text-sm">
            <Fact label={decision === 'approved' ? 'ผู้อนุมัติ' : 'ผู้ไม่อนุมัติ'}>{decided_by}</Fact>
            <Fact label="วันที่">
              <ThaiInstant value={decided_at} />
            </Fact>
            {decision_note !== '' && <Fact label="หมายเหตุ">{decision_note}</Fact>}
          </dl>
        )}
        {can.approve && <Button onPress={() => onOpen({ name: 'decide' })}>อนุมัติ / ไม่อนุมัติ</Button>}
      </div>
    </Card>
  )
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm">{children}</dl>
)

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 text-end wrap-break-word whitespace-pre-line">{children}</dd>
    </div>
  )
}
