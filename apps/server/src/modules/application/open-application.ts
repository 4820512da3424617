/** Locks an application for a change and reads it with its lines. “Open” here means locked and read, not the status. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound, stateError } from '../../kernel/errors.ts'
import {
  type Reserved,
  type Wanted,
  reservationArgs,
  readReserved,
} from '../../kernel/numbering.ts'
import type { NumberedTable } from '../../kernel/numbering.queries.ts'
import type { OpenRefund } from '../refund-requests.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { type BranchHeader, toBranchHeader } from '../branch-header.ts'
import {
  type LockedApplication,
  type OpenLine,
  applicationParts,
  applicationPartsWithNumbers,
  lockedApplication,
} from './open-application.queries.ts'

export interface OpenApplication extends LockedApplication {
  customer: StoredCustomer
  /** Null for every kind except vehicle checks. */
  vehicle: CheckedVehicle | null
  lines: OpenLine[]
  /** The refund request that waits or is to be paid out; null without one. */
  open_refund: OpenRefund | null
}

/** @throws NOT_FOUND */
async function lockAndRead<Parts>(
  ctx: UserContext,
  id: number,
  read: () => Promise<Parts | undefined>,
): Promise<{ row: LockedApplication; parts: Parts }> {
  const locking = lockedApplication.first(ctx.tx, ctx, id)
  // The second statement is sent without waiting; PostgreSQL starts it when the first one has the lock.
  const [row, parts] = await Promise.all([locking, read()])
  if (row === undefined || parts === undefined) throw notFound()
  return { row, parts }
}

/**
 * Locks an application of the caller's branches until the transaction ends, and reads it with customer and
 * lines. These are read by a second statement after the lock is held, because a statement sees the rows
 * as they were when it began.
 * @throws NOT_FOUND
 */
export async function lockApplication(ctx: UserContext, id: number): Promise<OpenApplication> {
  return (await lockWithHeader(ctx, id)).app
}

/** Like {@link lockApplication}; also reads the header for documents, in the same round trip. */
export async function lockWithHeader(
  ctx: UserContext,
  id: number,
): Promise<{ app: OpenApplication; header: BranchHeader }> {
  const { row, parts } = await lockAndRead(ctx, id, () => applicationParts.first(ctx.tx, id))
  const { header, ...read } = parts
  return { app: { ...row, ...read }, header: toBranchHeader(header) }
}

/**
 * Like {@link lockWithHeader}; also reserves ids and document numbers of the branch in the same round trip.
 * Only for calls that lock nothing after the application, because the counters of the numbers must be
 * locked last.
 */
export async function lockWithNumbers<Table extends NumberedTable>(
  ctx: UserContext,
  id: number,
  wanted: Omit<Wanted<Table>, 'branchId'>,
): Promise<{ app: OpenApplication; header: BranchHeader } & Reserved<Table>> {
  const { row, parts } = await lockAndRead(ctx, id, () =>
    applicationPartsWithNumbers.first(ctx.tx, ctx, id, reservationArgs(wanted)),
  )
  const { customer, vehicle, lines, open_refund, header, ...taken } = parts
  return {
    app: { ...row, customer, vehicle, lines, open_refund },
    header: toBranchHeader(header),
    ...readReserved(wanted, taken),
  }
}

/**
 * Refuses to act on a locked application that was changed after the caller saw it.
 * @param seen the version that the caller saw; absent in calls of clients that do not know it
 * @throws CONFLICT
 */
export function assertSeenVersion({ version }: LockedApplication, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw conflict()
}

/**
 * Refuses lines that a locked application does not have, or no longer has.
 * @throws STATE when an amendment has removed or replaced one, NOT_FOUND when the application never had one
 */
export async function assertHasLines(
  ctx: UserContext,
  app: OpenApplication,
  lineIds: readonly number[],
): Promise<void> {
  const missing = new Set(lineIds)
  for (const { line_id } of app.lines) missing.delete(line_id)
  if (missing.size === 0) return
  const removed = await ctx.tx
    .selectFrom('application_line')
    .select('line_id')
    .where('application_id', '=', app.application_id)
    .where('line_id', 'in', [...missing])
    .execute()
  if (removed.length < missing.size) throw notFound()
  throw stateError('รายการนี้ถูกนำออกหรือเปลี่ยนหลักสูตรแล้ว กรุณาตรวจสอบรายการล่าสุด')
}

/**
 * Refuses to change the money of an application above the limit of amounts: its stored amounts count as 0, and it can
 * only be cancelled. @throws STATE
 */
export function assertWithinCap({ over_cap }: LockedApplication): void {
  if (over_cap) throw stateError('ใบสมัครนี้มียอดเกินวงเงินสูงสุด ทำได้เพียงยกเลิกใบสมัคร')
}
