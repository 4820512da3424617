/** Columns and row actions of the sections of a customer's history. */
import { applicationRow } from '@khapdee/contract/entities/application-shapes'
import { movement, payment } from '@khapdee/contract/entities/payment'
import { titleOf } from '@khapdee/contract/field-meta'
import {
  type CustomerRecord,
  examRight,
  issuedDocument,
} from '@khapdee/contract/entities/customer-record'
import { refundPending } from '@khapdee/domain/application/approval-request'
import { applicationKinds, payTypes, shownState } from '@khapdee/domain/application/status'
import { issuedDocuments } from '@khapdee/domain/document-number'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords, units } from '@khapdee/domain/words'
import { Printer } from 'lucide-react'
import { applicationPath } from '../../shared/paths.ts'
import { call } from '../../api/client.ts'
import { printApplicationForm, printPdf, printRefund } from '../../shared/print.ts'
import { examRightColumns } from '../../crud/exam-right-columns.tsx'
import {
  type FieldColumn,
  columnsOf,
  netAndBalanceColumns,
  requiredBranchColumn,
  PaymentAmount,
  PaymentChip,
  userColumn,
} from '../../crud/columns.tsx'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import { hasApplication, rightPath } from '../../crud/right-path.ts'
import { StateChip, ThaiInstant } from '../../ui/values.tsx'
import type { Column } from '../../ui/columns.tsx'
import type { RowAction } from '../../ui/menu.tsx'

type Rows<Part extends keyof CustomerRecord> =
  NonNullable<CustomerRecord[Part]> extends readonly (infer Row)[] ? Row : never
export type Application = Rows<'applications'>
export type Payment = Rows<'payments'>
export type IssuedDocument = Rows<'documents'>
export type ExamRight = Rows<'exams'>

/** Disables sorting, because each section shows all its rows, newest first. */
const unsorted = <Row,>(columns: readonly FieldColumn<Row>[]): readonly FieldColumn<Row>[] =>
  columns.map((column) => ({ ...column, sortable: false }))

const createdAtColumn = <Row extends { createdAt: string }>(header: string): Column<Row> => ({
  id: 'createdAt',
  header,
  nowrap: true,
  cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
})

export const applicationColumns = columnsOf<Application>(applicationRow.shape, [
  {
    id: 'application_code',
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => <RecordLink to={applicationPath(row)}>{row.application_code}</RecordLink>,
  },
  {
    id: 'course_name',
    cell: ({ course_name, type }) => (
      <>
        <span className="block text-xs text-muted">{applicationKinds[type].label}</span>
        {course_name}
      </>
    ),
  },
  requiredBranchColumn({ belowWidth: 1120, under: 'course_name' }),
  createdAtColumn(titleOf(applicationRow.shape, 'createdAt')),
  ...unsorted(netAndBalanceColumns<Application>(960)),
  {
    id: 'status',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ status, refund_pending, refund_due }) => (
      <>
        <StateChip state={shownState({ status, refund_due })} />{' '}
        {refund_pending && <StateChip state={refundPending} />}
      </>
    ),
  },
])

export const paymentColumns = columnsOf<Payment>(movement.shape, [
  {
    id: 'payment_code',
    nowrap: true,
    phoneSlot: 'title',
    cell: ({ payment_code }) => <span className="font-medium">{payment_code}</span>,
  },
  {
    id: 'application_code',
    nowrap: true,
    cell: ({ kind, application_id, application_code }) => (
      <RecordLink to={applicationPath({ type: kind, application_id })}>
        {application_code}
      </RecordLink>
    ),
  },
  createdAtColumn(titleOf(movement.shape, 'createdAt')),
  {
    id: 'pay_type',
    nowrap: true,
    cell: (row) => payTypes[row.pay_type].label,
  },
  userColumn({ belowWidth: 960, under: 'createdAt' }),
  {
    id: 'paid',
    align: 'end',
    cell: (row) => <PaymentAmount {...row} />,
  },
  {
    id: 'status',
    nowrap: true,
    phoneSlot: 'meta',
    cell: (row) => <PaymentChip {...row} />,
  },
])

export const documentColumns = columnsOf<IssuedDocument>(issuedDocument.shape, [
  {
    id: 'number',
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => <RecordLink to={applicationPath(row)}>{row.number}</RecordLink>,
  },
  { id: 'kind', phoneSlot: 'lead', cell: ({ kind }) => issuedDocuments[kind].label },
  createdAtColumn(fieldTitles.issuedOn),
  {
    id: 'prints',
    header: 'พิมพ์แล้ว',
    align: 'end',
    cell: ({ prints }) => `${prints} ${units.times}`,
  },
])

/** Opens the PDF of an issued document. */
function printDocument({ kind, type, application_id, payment_id }: IssuedDocument): Promise<void> {
  if (kind === 'refund' && payment_id !== null) return printRefund({ application_id, payment_id })
  if (kind === 'receipt' && payment_id !== null) {
    return printPdf(() => call(payment.pdf, { payment_id }))
  }
  return printApplicationForm({ type, application_id })
}

export const documentActions = (row: IssuedDocument): readonly RowAction[] => [
  {
    id: 'print',
    label: actionWords.print,
    icon: Printer,
    primary: true,
    onAction: () => void printDocument(row),
  },
]

export const examColumns = examRightColumns<ExamRight>([
  {
    id: 'application_code',
    header: titleOf(examRight.shape, 'application_code'),
    nowrap: true,
    cell: (row) =>
      hasApplication(row) ? (
        <RecordLink to={applicationPath(row)}>{row.application_code}</RecordLink>
      ) : (
        '–'
      ),
  },
])

export const examActions = (row: ExamRight): readonly RowAction[] => [viewAction(rightPath(row))]
