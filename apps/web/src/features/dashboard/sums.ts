/** Sums of the figures of branches. */
import type { Received, Registered } from '@khapdee/contract/entities/dashboard'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { DashboardSpan } from '@khapdee/domain/dashboard'
import { type Satang, sumSatang } from '@khapdee/domain/money'

/** Receipts less refunds of a period in satang, of one branch or of all. */
export function receivedIn(
  rows: readonly Received[],
  span: DashboardSpan,
  branchId?: number,
): { cash: Satang; transfer: Satang } {
  const found = rows.filter(
    (row) => row.span === span && (branchId === undefined || row.branch_id === branchId),
  )
  return {
    cash: sumSatang(found.map(({ cash }) => cash)),
    transfer: sumSatang(found.map(({ transfer }) => transfer)),
  }
}

/** The number of applications of a period, of one kind or branch or of all. */
export const applicationsIn = (
  rows: readonly Registered[],
  span: DashboardSpan,
  kind?: ApplicationKind,
  branchId?: number,
): number =>
  rows.reduce(
    (sum, row) =>
      row.span === span &&
      (kind === undefined || row.type === kind) &&
      (branchId === undefined || row.branch_id === branchId)
        ? sum + row.applications
        : sum,
    0,
  )
