/** The exported list of exam rights. */
import { examRight } from '@khapdee/contract/entities/exam-right'
import { titleOf } from '@khapdee/contract/field-meta'
import { examKinds } from '@khapdee/domain/evaluation'
import { examRightStatuses } from '@khapdee/domain/exam-right'
import { examLicences } from '@khapdee/domain/licence-types'
import { listNames } from '@khapdee/domain/list-names'
import {
  type StoredRight,
  exportedRights,
  foundRights,
  rightIds,
} from '../exam/exam-right.queries.ts'
import { toRightRow } from '../exam/list-rights.ts'
import { columnBuilder, exportedList } from './export-list.ts'

type Row = StoredRight & { id: number } & ReturnType<typeof toRightRow>

const column = columnBuilder<Row>(examRight.row.shape)

export const examRightExport = exportedList<Row>({
  endpoint: examRight.export,
  name: 'exam-rights',
  title: listNames['exam-rights'],
  statuses: examRightStatuses,
  types: examLicences,
  category: { title: titleOf(examRight.row.shape, 'kind'), labels: examKinds },
  columns: [
    column('application_code', 20),
    column('customer', 30),
    column('phone_1', 15),
    column('course_name', 34),
    column('kind', 14),
    column('licence_type', 22),
    column('valid_from', 14),
    column('permission_date', 14),
    column('status', 16),
    column('exam_date', 14),
    column('balance', 14),
    column('branch', 20),
  ],
  found: foundRights,
  ids: rightIds,
  rows: async (ctx, ids) =>
    (await exportedRights.rows(ctx.tx, ids)).map((right) => toRightRow(ctx, right)),
})
