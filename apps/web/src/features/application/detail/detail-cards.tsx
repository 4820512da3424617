/** The lines and the summary of a saved application, with names and prices at the time of sale. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { payTypes, requestDecisions } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { actionWords, headings } from '@khapdee/domain/words'
import { Ban, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/columns.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/page.tsx'
import { Money, StateChip, ThaiDay, ThaiInstant } from '../../../ui/values.tsx'
import { Amount, Amounts, Balance } from '../amounts.tsx'
import { lineKinds, type StoredLine, storedLines } from '../line-values.ts'
import type { OpenDialog } from './application-dialogs.tsx'

const columns: readonly Column<StoredLine>[] = [
  {
    id: 'name',
    header: headings.item,
    phone: 'title',
    cell: ({ kind, name, note, promotion_code }) => (
      <>
        <span className="block">{name}</span>
        <span className="block text-xs text-muted">
          {[lineKinds[kind].title, promotion_code && `รหัสส่วนลด ${promotion_code}`, note]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    id: 'exam_date',
    header: 'วันสอบ',
    nowrap: true,
    cell: ({ exam_date }) => <ThaiDay value={exam_date} />,
  },
  {
    id: 'permission_date',
    header: 'สิทธิ์สอบถึงวันที่',
    nowrap: true,
    narrow: {
      below: 960,
      under: 'exam_date',
      cell: ({ permission_date }) =>
        permission_date && (
          <>
            สิทธิ์ถึง <ThaiDay value={permission_date} />
          </>
        ),
    },
    cell: ({ permission_date }) => <ThaiDay value={permission_date} />,
  },
  { id: 'cost', header: 'ราคา', align: 'end', cell: ({ cost }) => <Money value={cost} /> },
  {
    id: 'discount',
    header: 'ส่วนลด',
    align: 'end',
    narrow: {
      below: 960,
      under: 'cost',
      cell: ({ discount }) =>
        discount > 0 && (
          <>
            ลด <Money value={discount} />
          </>
        ),
    },
    cell: ({ discount }) => <Money value={discount} tone={discount > 0 ? 'plain' : 'muted'} />,
  },
  { id: 'net', header: 'ยอดสุทธิ', align: 'end', cell: ({ net }) => <Money value={net} /> },
  { id: 'paid', header: 'ชำระแล้ว', align: 'end', cell: ({ paid }) => <Money value={paid} /> },
  {
    id: 'balance',
    header: 'ค้างชำระ',
    align: 'end',
    cell: ({ balance }) => <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />,
  },
  {
    id: 'pay_type',
    header: 'วิธีชำระเงิน',
    nowrap: true,
    narrow: { below: 960, under: 'paid', cell: payTypeOf },
    cell: (row) => payTypeOf(row) ?? '–',
  },
]

/** The label of the pay type; null while the line is unpaid. */
function payTypeOf({ pay_type, paid }: StoredLine) {
  return pay_type === null || paid === 0 ? null : payTypes[pay_type].label
}

export function LineTable({ application }: { application: ApplicationDetail }) {
  return (
    <Card title={headings.item} flush>
      <DataTable
        label={headings.item}
        columns={columns}
        rows={storedLines(application)}
        rowKey={({ line_id }) => line_id}
        state="ready"
      />
    </Card>
  )
}

interface StoredSummaryProps {
  detail: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

/** The totals of a saved application, who recorded it, and the refund and cancel actions. */
export function StoredSummary({ detail, onOpen }: StoredSummaryProps) {
  const { total, discount, net, paid, balance, note, branch, createdAt, user, can } = detail
  return (
    <div className="flex flex-col gap-3.5">
      {detail.decision !== null && <Decision {...detail} onOpen={onOpen} />}
      <Card title={headings.summary}>
        <div className="flex flex-col gap-3">
          <Amounts>
            <Amount label="ยอดรวม" value={total} />
            <Amount label="ส่วนลด" value={discount} />
            <Amount label="ยอดสุทธิ" value={net} isStrong />
            <Amount label="ชำระแล้ว" value={paid} />
          </Amounts>
          <Balance value={balance} />
          <Facts>
            <Fact label={entities.branch.label}>{branch}</Fact>
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
                  {actionWords.refund}
                </Button>
              )}
              {can.delete && (
                <Button icon={Ban} onPress={() => onOpen({ name: 'cancel' })}>
                  {actionWords.cancelApplication}
                </Button>
              )}
            </div>
          )}
        </div>
      </Card>
    </div>
  )
}

/** The decision on a request fee, or the button that opens the decision dialog. */
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
