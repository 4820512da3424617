/** The dashboard: figures of today, and tasks. Source: product specification, section 12. */
import { applicationKinds } from '@khapdee/domain/application/status'
import { type DashboardSpan, dashboardSpans } from '@khapdee/domain/dashboard'
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { baht, branchName, dataOf, day, id, instant, oneOf } from '../wire.ts'
import { customerName } from './application-shapes.ts'
import { employeeLicence } from './employee-licence.ts'
import { examBooking } from './exam-booking.ts'
import { examSession } from './exam-session.ts'

const licence = employeeLicence.row.shape

const span = oneOf('ช่วงเวลา', dashboardSpans)

/** Receipts less refunds of a branch in a period, without voided ones. */
const received = z.object({ span, branch_id: id, cash: baht, transfer: baht })
export type Received = z.output<typeof received>

/** Applications of a branch in a period by kind, and their prices. */
const registered = z.object({
  span,
  branch_id: id,
  type: z.enum(Object.keys(applicationKinds) as [keyof typeof applicationKinds]),
  applications: z.number(),
  net: baht,
})
export type Registered = z.output<typeof registered>

/** The number of rows of a list. */
const counted = z.object({
  count: z.number(),
  /** True if counting stopped at `count`, so that there may be more rows. */
  capped: z.boolean(),
})
export type Counted = z.output<typeof counted>

/** A candidate of today who has not paid or lacks documents. */
const candidate = z.object({
  exam_id: id,
  exam_session_id: id,
  customer: customerName,
  kind: examSession.row.shape.kind,
  starts_at: instant,
  /** Null for callers who may not see applications. */
  unpaid: z.boolean().nullable(),
  missing_documents: examBooking.row.shape.missing_documents,
})

/** A part is null for callers without the permission to view its list. */
const content = z.object({
  spans: z.record(
    z.enum(Object.keys(dashboardSpans) as [DashboardSpan]),
    z.object({ start: day, end: day }),
  ),
  branches: z.array(z.object({ branch_id: id, name: branchName })),
  received: z.array(received).nullable(),
  /** Receipts less refunds of the last days; days without movements are omitted. */
  days: z.array(z.object({ day, cash: baht, transfer: baht })).nullable(),
  registered: z.array(registered).nullable(),
  outstanding: z.object({ all: counted, balance: baht.nullable(), late: counted }).nullable(),
  /** The decisions that wait for the caller, in all branches. */
  decisions: z.number(),
  drawers: z
    .array(
      z.object({
        branch_id: id,
        branch: branchName,
        /** The first movement that no day close has counted; null when all are counted. */
        open_since: instant.nullable(),
      }),
    )
    .nullable(),
  exams: z
    .object({
      sessions: z.number(),
      candidates: z.number(),
      /** Bookings of today that have no session. */
      without_session: z.number(),
      /** The candidates who have not paid or lack documents. */
      unready: z.array(candidate),
      worklist: counted,
      unclosed: counted,
      affected: counted,
      expiring: counted,
    })
    .nullable(),
  vehicles: z.object({ overdue: counted, due: counted }).nullable(),
  /** Licences of employees that end soon or have ended, the most urgent first. */
  licences: z
    .array(
      z.object({
        licence_id: id,
        user_id: id,
        name: labelled(z.string(), entities.app_user.label),
        kind: licence.kind,
        valid_until: labelled(day, titleOf(licence, 'valid_until')),
      }),
    )
    .nullable(),
})
export type DashboardContent = z.output<typeof content>

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: 'dashboard/get',
    access: 'signed-in',
    summary:
      'Today’s money and registrations with compared periods, and the tasks to be done; `branch` limits the branch',
    input: z.strictObject({
      branch: labelled(z.string().max(20), entities.branch.label).optional(),
    }),
    output: dataOf(content),
  }),
}
