/** The cards of a saved application: vehicle, lines, exam rights and summary, with names and prices at the time of sale. */
import {
  type ApplicationDetail,
  courseLine,
  applicationDetail,
  refund,
} from '@khapdee/contract/entities/application-shapes'
import { examRight } from '@khapdee/contract/entities/exams'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { refundPending } from '@khapdee/domain/application/approval-request'
import {
  lineStatuses,
  refundDueStates,
  payTypes,
  requestDecisions,
  showsDecision,
} from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { examDocuments, printLabel } from '@khapdee/domain/exam-document-names'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { examName } from '@khapdee/domain/exams'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { Pencil, Printer } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { checkedVehicleFields } from '@khapdee/contract/entities/checked-vehicle'
import { vehicleAge } from '@khapdee/domain/checked-vehicle'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { columnsOf } from '../../../crud/columns.tsx'
import { examRightColumns } from '../../../crud/exam-right-columns.tsx'
import { useSession } from '../../../session/session.ts'
import { lineOutcomeText } from '../../../shared/ending-notice.tsx'
import { printSlip } from '../../../shared/exam-print.ts'
import { pathsOf } from '../../../shared/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { RowAction } from '../../../ui/menu.tsx'
import { Card } from '../../../ui/page.tsx'
import { Money, StateChip, ThaiDay, ThaiInstant } from '../../../ui/values.tsx'
import { Amount, Amounts, Balance } from '../amounts.tsx'
import { itemLabels, lineLabels, type StoredLine, storedLines } from '../line-values.ts'
import type { OpenDialog } from './application-dialogs.tsx'
import { endingActions } from './ending-actions.ts'

const labels = titlesOf(applicationDetail.shape)
const lineTitle = titleOf(courseLine.shape, 'course_name')

type ShownLine = StoredLine & {
  /** Whether the line was ended individually; false when the application was cancelled. */
  ended: boolean
  /** The state of a line of a rejected request fee whose money is still to be paid back; null for others. */
  dueState: typeof refundDueStates.refund_due | null
}

const columns = columnsOf<ShownLine>(courseLine.shape, [
  {
    id: 'name',
    header: lineTitle,
    phoneSlot: 'title',
    cell: ({
      kind,
      name,
      note,
      promotion_code,
      status,
      ended,
      end_note,
      dueState,
      refund_pending,
      right,
    }) => (
      <>
        <span className="block">
          {name} {ended && <StateChip state={dueState ?? lineStatuses[status]} />}
          {refund_pending && <StateChip state={refundPending} />}
        </span>
        <span className="block text-xs text-muted">
          {[
            itemLabels[kind],
            right && examName(right),
            promotion_code && `${lineLabels.promotion_code} ${promotion_code}`,
            note,
            ended && end_note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    id: 'exam_date',
    nowrap: true,
    cell: ({ exam_date }) => <ThaiDay value={exam_date} />,
  },
  {
    id: 'permission_date',
    nowrap: true,
    narrow: {
      belowWidth: 960,
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
  { id: 'cost', align: 'end', cell: ({ cost }) => <Money value={cost} /> },
  {
    id: 'discount',
    align: 'end',
    narrow: {
      belowWidth: 960,
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
  { id: 'net', align: 'end', cell: ({ net }) => <Money value={net} /> },
  { id: 'paid', align: 'end', cell: ({ paid }) => <Money value={paid} /> },
  {
    id: 'balance',
    align: 'end',
    cell: ({ balance }) => <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />,
  },
  {
    id: 'pay_type',
    nowrap: true,
    narrow: { belowWidth: 960, under: 'paid', cell: payTypeOf },
    cell: (row) => payTypeOf(row) ?? '–',
  },
])

/** The labels of the pay types; null while the line is unpaid. */
function payTypeOf({ pay_types, paid }: StoredLine) {
  return paid === 0 ? null : pay_types.map((type) => payTypes[type].label).join(' + ')
}

interface LineTableProps {
  application: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

export function LineTable({ application, onOpen }: LineTableProps) {
  return (
    <Card
      title={lineTitle}
      actions={
        application.can.amend && (
          <Button icon={Pencil} onPress={() => onOpen({ name: 'amend' })}>
            {actionWords.amend}
          </Button>
        )
      }
      flush
    >
      <DataTable
        label={lineTitle}
        columns={columns}
        rows={storedLines(application).map((line) => ({
          ...line,
          ended: application.status !== 'cancelled' && !isOpenLine(line),
          dueState: application.refund_due && line.paid > 0 ? refundDueStates.refund_due : null,
        }))}
        rowKey={({ line_id }) => line_id}
        state="ready"
      />
    </Card>
  )
}

const vehicleLabels = titlesOf(checkedVehicleFields)

/** The vehicle of a vehicle check, with its age on the day of the check. */
export function VehicleFacts({ vehicle, createdAt }: ApplicationDetail) {
  if (vehicle === null) return null
  const { first_registration, mileage } = vehicle
  const age = vehicleAge(first_registration, todayInBangkok(new Date(createdAt)))
  const facts: [label: string, value: ReactNode][] = [
    [vehicleLabels.plate, [vehicle.plate, vehicle.plate_province].filter(Boolean).join(' ')],
    [vehicleLabels.vehicle_type, [vehicle.vehicle_type, vehicle.brand].filter(Boolean).join(' ')],
    [vehicleLabels.chassis_number, vehicle.chassis_number],
    [
      vehicleLabels.first_registration,
      first_registration && (
        <>
          <ThaiDay value={first_registration} /> (อายุรถ {age} ปี)
        </>
      ),
    ],
    [vehicleLabels.mileage, mileage === null ? '' : `${mileage.toLocaleString('en')} กม.`],
  ]
  return (
    <Card title={headings.checkedVehicle}>
      <dl className="form-grid text-sm">
        {facts
          .filter(([, value]) => value !== '' && value !== null)
          .map(([label, value]) => (
            <div key={label} className="col-span-1 md:col-span-4">
              <dt className="text-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

type GrantedRight = ApplicationDetail['exam_rights'][number] & { name: string }

const grantedColumns = examRightColumns<GrantedRight>([
  {
    id: 'valid_from',
    header: titleOf(examRight.shape, 'valid_from'),
    nowrap: true,
    cell: ({ valid_from }) => <ThaiDay value={valid_from} />,
  },
])

/** The exam rights that the lines granted; renders nothing without rights. */
export function ExamRightTable({ application }: { application: ApplicationDetail }) {
  const { can } = useSession()
  const mayPrint = can('exam.book')
  const rowActions = useCallback(
    ({ last_exam }: GrantedRight): readonly RowAction[] =>
      !mayPrint || last_exam?.status !== 'waiting'
        ? []
        : [
            {
              id: 'slip',
              label: printLabel(examDocuments.slip),
              icon: Printer,
              onAction: () => void printSlip(last_exam.exam_id),
            },
          ],
    [mayPrint],
  )
  const names = new Map(storedLines(application).map(({ line_id, name }) => [line_id, name]))
  const rows = application.exam_rights.map((right) => ({
    ...right,
    name: names.get(right.line_id) ?? '',
  }))
  if (rows.length === 0) return null
  return (
    <Card
      title={entities.exam_right.label}
      actions={
        can('exam.view') && (
          <Link
            to={pathsOf('exam_right').record(application.application_id)}
            className={buttonClass({ size: 'sm' })}
          >
            ประวัติและต่ออายุ
          </Link>
        )
      }
      flush
    >
      <DataTable
        label={entities.exam_right.label}
        columns={grantedColumns}
        rows={rows}
        rowKey={({ right_id }) => right_id}
        state="ready"
        rowActions={rowActions}
      />
    </Card>
  )
}

interface ApplicationSummaryProps {
  detail: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

/** The totals of a saved application, who recorded it, and the actions that refund, end or cancel it. */
export function ApplicationSummary({ detail, onOpen }: ApplicationSummaryProps) {
  const { total, discount, net, paid, written_off, balance, note, branch, createdAt, user, can } =
    detail
  const endings = endingActions(detail, onOpen)
  return (
    <div className="flex flex-col gap-3.5">
      {showsDecision(detail.status, detail.decision) && (
        <DecisionCard {...detail} onOpen={onOpen} />
      )}
      <Card title={headings.summary}>
        <div className="flex flex-col gap-3">
          <Amounts>
            <Amount label={labels.total} value={total} />
            <Amount label={labels.discount} value={discount} />
            <Amount label={labels.net} value={net} isStrong />
            <Amount label={labels.paid} value={paid} />
            {written_off > 0 && <Amount label={labels.written_off} value={written_off} />}
          </Amounts>
          {written_off > 0 && <WrittenOff detail={detail} />}
          <Balance value={balance} />
          <Facts>
            <Fact label={labels.branch}>{branch}</Fact>
            <Fact label={labels.createdAt}>
              <ThaiInstant value={createdAt} />
            </Fact>
            <Fact label={labels.user}>{user}</Fact>
            {note !== '' && <Fact label={labels.note}>{note}</Fact>}
            {detail.mode !== '' && (
              <Fact
                label={
                  detail.mode === 'refund'
                    ? titleOf(refund.shape, 'note')
                    : detail.mode === 'end'
                      ? 'เหตุผลที่ยุติ'
                      : fieldTitles.cancelReason
                }
              >
                {detail.end_note}
              </Fact>
            )}
          </Facts>
          {/* A phone has these actions in the menu of the header. */}
          {can.update && (
            <Button
              icon={Pencil}
              className="max-md:hidden"
              onPress={() => onOpen({ name: 'note' })}
            >
              {actionWords.editNote}
            </Button>
          )}
          {endings.length > 0 && (
            <div className="flex flex-wrap gap-2 border-t border-line pt-3 *:flex-1 max-md:hidden">
              {endings.map(({ id, label, icon, onAction }) => (
                <Button key={id} icon={icon} onPress={onAction}>
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
      </Card>
    </div>
  )
}

/**
 * The written-off amount of each line that ended: the part that was refunded, the part that moved to the course that replaced
 * the line, and the part that was never paid.
 */
function WrittenOff({ detail }: { detail: ApplicationDetail }) {
  const refunds = detail.refunds.flatMap(({ lines }) => lines)
  const replacements = detail.amendments.flatMap(({ replaced }) => replaced)
  const movedOf = (name: string) =>
    sumSatang(replacements.flatMap(({ from, moved }) => (from === name ? [moved] : [])))
  const refundedOf = (id: number) =>
    sumSatang(refunds.flatMap(({ line_id, value }) => (line_id === id ? [value] : [])))
  return (
    <ul aria-label={labels.written_off} className="flex flex-col gap-1 text-xs text-muted">
      {storedLines(detail)
        .filter((line) => line.written_off > 0)
        .map(({ line_id, name, written_off }) => {
          const refunded = refundedOf(line_id)
          const moved = movedOf(name)
          const unpaid = satang(Math.max(0, written_off - refunded - moved))
          return (
            <li key={line_id} className="flex justify-between gap-3">
              <span>
                <span className="block">{name}</span>
                {lineOutcomeText({ refunded, kept: zeroSatang, writtenOff: unpaid, moved })}
              </span>
              <Money value={written_off} tone="muted" />
            </li>
          )
        })}
    </ul>
  )
}

/** The decision on a request fee, or the button that opens the decision dialog. */
function DecisionCard(props: ApplicationDetail & Pick<ApplicationSummaryProps, 'onOpen'>) {
  const { decision, decided_by, decided_at, decision_note, can, onOpen } = props
  if (decision === null) return null
  return (
    <Card title="การพิจารณา" actions={<StateChip state={requestDecisions[decision]} />}>
      <div className="flex flex-col gap-3">
        {decided_at === null ? (
          <p className="text-muted">รับชำระเงินได้ระหว่างรออนุมัติ</p>
        ) : (
          <dl className="flex flex-col gap-1.5 text-sm">
            <Fact label={decision === 'approved' ? fieldTitles.approvedBy : 'ผู้ไม่อนุมัติ'}>
              {decided_by}
            </Fact>
            <Fact label={labels.decided_at}>
              <ThaiInstant value={decided_at} />
            </Fact>
            {decision_note !== '' && <Fact label={labels.decision_note}>{decision_note}</Fact>}
          </dl>
        )}
        {can.approve && (
          <Button
            onPress={() => onOpen({ name: 'decide' })}
          >{`${actionWords.approve} / ${actionWords.reject}`}</Button>
        )}
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
      <dd className="min-w-0 text-end whitespace-pre-line">{children}</dd>
    </div>
  )
}
