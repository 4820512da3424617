/** The exported list of bookings. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { titleOf } from '@khapdee/contract/field-meta'
import { certifiedStates } from '@khapdee/domain/certificate'
import { examKinds } from '@khapdee/domain/evaluation'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { examLicences } from '@khapdee/domain/licence-types'
import { listNames } from '@khapdee/domain/list-names'
import {
  type StoredBooking,
  bookingIds,
  exportedBookings,
  foundBookings,
} from '../exam/booking-list.queries.ts'
import { toBookingRow, withDefaultDays } from '../exam/list-bookings.ts'
import { columnBuilder, exportedList } from './export-list.ts'

type Row = StoredBooking & { id: number } & ReturnType<typeof toBookingRow>

const column = columnBuilder<Row>(examBooking.row.shape)

export const examBookingExport = exportedList<Row>({
  endpoint: examBooking.export,
  name: 'exams',
  title: listNames.exams,
  statuses: { ...bookingStatuses, ...certifiedStates },
  types: examLicences,
  category: { title: titleOf(examBooking.row.shape, 'kind'), labels: examKinds },
  columns: [
    column('exam_date', 14),
    column('session', 34),
    column('application_code', 20),
    column('customer', 30),
    column('phone_1', 15),
    column('course_name', 34),
    column('kind', 14),
    column('licence_type', 22),
    column('status', 16),
    column('score', 10),
    column('certificate', 20, { cell: ({ certificate }) => certificate?.certificate_code ?? '' }),
    column('balance', 14),
    column('permission_date', 14),
    column('branch', 20),
  ],
  found: (ctx, query, text) => foundBookings(ctx, withDefaultDays(ctx, query as never), text),
  ids: (ctx, query) => bookingIds(ctx, withDefaultDays(ctx, query as never)),
  rows: async (ctx, ids) =>
    (await exportedBookings.rows(ctx.tx, ctx, ids)).map((booking) => toBookingRow(ctx, booking)),
})
