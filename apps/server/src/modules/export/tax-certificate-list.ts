/**
 * The exported register of certificates of tax withheld from pay. Cancelled ones keep their number
 * and are excluded from the sums.
 */
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import { salaryFields } from '@khapdee/contract/entities/employee'
import { listNames } from '@khapdee/domain/list-names'
import { payReturns, taxCertificateStates } from '@khapdee/domain/payroll/tax-certificate'
import { formatYear } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { RowOf } from '../../db/columns.ts'
import {
  certificateOrder,
  certificates,
  exportedCertificates,
  listedCertificates,
} from '../tax-certificate/tax-certificate.queries.ts'
import { columnBuilder, exportedList } from './export-list.ts'

type Row = RowOf<typeof exportedCertificates.columns>
const column = columnBuilder<Row>({ ...taxCertificate.row.shape, ...salaryFields })
const includedInSum = ({ status }: Row) => status !== 'cancelled'

export const taxCertificateExport = exportedList<Row>({
  endpoint: taxCertificate.export,
  name: 'tax-certificates',
  title: listNames['tax-certificates'],
  statuses: taxCertificateStates,
  types: payReturns,
  columns: [
    column('certificate_code', 20),
    column('year', 10, { cell: ({ year }) => formatYear(year) }),
    column('return', 12),
    column('idcard', 20),
    column('name', 30),
    column('income', 16, { includedInSum }),
    column('tax', 16, { includedInSum }),
    column('social_security', 16, { includedInSum }),
    column('provident_fund', 16, { includedInSum }),
    column('status', 18),
    column('cancel_note', 30),
    column('branch', 22),
    column('user', 24),
  ],
  ids: (ctx, query) => sql`
    select c.tax_certificate_id as id from ${certificates} where ${listedCertificates(ctx, query)}
    order by ${certificateOrder(query)}`,
  rows: (ctx, ids) => exportedCertificates.rows(ctx.tx, ids),
})
