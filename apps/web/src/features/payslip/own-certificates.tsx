/** The valid certificates of withheld tax of the signed-in user; renders nothing without one. */
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import type { OutputOf } from '@khapdee/contract/endpoint'
import { shortCertificateTitle } from '@khapdee/domain/payroll/tax-certificate'
import { formatYear } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Printer } from 'lucide-react'
import { call } from '../../api/client.ts'
import { useEndpoint } from '../../api/queries.ts'
import { columnsOf } from '../../crud/columns.tsx'
import { printPdf } from '../../shared/print.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Card } from '../../ui/page.tsx'
import { Money } from '../../ui/values.tsx'

type Row = OutputOf<typeof taxCertificate.own>['data'][number]

const columns = columnsOf<Row>(taxCertificate.row.shape, [
  { id: 'year', phoneSlot: 'title', nowrap: true, cell: ({ year }) => formatYear(year) },
  { id: 'certificate_code', nowrap: true, cell: (row) => row.certificate_code },
  { id: 'income', align: 'end', nowrap: true, cell: ({ income }) => <Money value={income} /> },
  { id: 'tax', align: 'end', nowrap: true, cell: ({ tax }) => <Money value={tax} /> },
])
const rowKey = ({ tax_certificate_id }: Row) => tax_certificate_id
const rowActions = ({ tax_certificate_id }: Row) => [
  {
    id: 'print',
    label: actionWords.printTaxCertificate,
    icon: Printer,
    primary: true,
    onAction: () => void printPdf(() => call(taxCertificate.ownPdf, { tax_certificate_id })),
  },
]

export function OwnCertificates() {
  const { data } = useEndpoint(taxCertificate.own, {})
  if (data === undefined || data.data.length === 0) return null
  return (
    <Card title={shortCertificateTitle} className="mt-4" flush>
      <DataTable
        label={shortCertificateTitle}
        columns={columns}
        rows={data.data}
        rowKey={rowKey}
        rowActions={rowActions}
        state="ready"
      />
    </Card>
  )
}
