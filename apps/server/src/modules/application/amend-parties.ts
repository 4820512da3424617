/** The customer and the vehicle of an application that is amended. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { formatVehicle } from '@khapdee/domain/checked-vehicle'
import { entities } from '@khapdee/domain/entities'
import type { Exam } from '@khapdee/domain/exams'
import { headings } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { lockCustomer } from '../customer/save-customer.ts'
import { assertNotRunning, assertNotSat } from '../booking/bookings.ts'
import { mapWaitingTwice } from '../booking/waiting.ts'
import { assertFreeForBookings } from '../timetable/occupancy.ts'
import { idsOf } from './amend-lines.ts'
import { assertMayBeWalkIn, assertMayHoldRights, assertOldEnough } from './applicant.ts'
import { assertVehicle, insertVehicle, updateVehicle } from './checked-vehicle.ts'
import type { OpenApplication } from './open-application.ts'
import { untickDocuments } from './required-documents.ts'

interface Change<Changed extends Partial<OpenApplication>> {
  /** The former customer or vehicle in words; empty without a change. */
  before: string
  /** The changed fields of the application. */
  changed: Changed
  audit?: ReturnType<typeof changesOf>
}

type ChosenApplicant = Pick<
  InputOf<typeof application.amend>,
  'customer_id' | 'idcard' | 'passport'
>

/** Refuses if another application has an open fee for an exam right of this locked application. @throws VALIDATION */
async function assertNoFeesElsewhere(
  ctx: UserContext,
  { application_id }: OpenApplication,
  path: string,
): Promise<void> {
  const fee = await ctx.tx
    .selectFrom('exam_right as r')
    .innerJoin('application_line as l', 'l.right_id', 'r.right_id')
    .innerJoin('application as a', 'a.application_id', 'l.application_id')
    .select('a.application_code')
    .where('r.application_id', '=', application_id)
    .where('l.application_id', '<>', application_id)
    .where('l.status', '=', 'open')
    .orderBy('a.application_id')
    .limit(1)
    .executeTakeFirst()
  if (fee === undefined) return
  const message = `${entities.application.label} ${fee.application_code} มีค่าธรรมเนียมของสิทธิ์สอบนี้ เปลี่ยนผู้สมัครไม่ได้`
  throw invalid([{ path, message }])
}

/**
 * Changes the customer of a locked application and of its exam rights.
 * @param chosen the id, undefined for no change, and the ID or passport number that finds a customer of another branch
 * @throws NOT_FOUND; VALIDATION when the application has a receipt, or the customer does not fit the application
 */
export async function changeApplicant(
  ctx: UserContext,
  app: OpenApplication,
  chosen: ChosenApplicant,
): Promise<
  Change<Partial<Pick<OpenApplication, 'customer' | 'customer_id' | 'customer_name' | 'search'>>>
> {
  const unchanged = { before: '', changed: {} }
  if (chosen.customer_id === undefined || chosen.customer_id === app.customer_id) return unchanged
  const path = 'customer_id'
  const receipt = await ctx.tx
    .selectFrom('payment')
    .select('payment_id')
    .where('application_id', '=', app.application_id)
    .limit(1)
    .executeTakeFirst()
  if (receipt !== undefined) {
    throw invalid([{ path, message: 'ใบสมัครนี้ออกใบเสร็จแล้ว เปลี่ยนผู้สมัครไม่ได้' }])
  }
  await assertNoFeesElsewhere(ctx, app, path)
  const customer = await lockCustomer(ctx, chosen.customer_id, chosen)
  const { customer_id, name, idcard, passport, phone_1, phone_2 } = customer
  if (customer_id === app.customer_id) return unchanged
  assertMayBeWalkIn(app.type, customer, app.branch_id, path)
  const lines = await ctx.tx
    .selectFrom('application_line as l')
    .leftJoin('course as c', 'c.course_id', 'l.course_id')
    .select(({ ref }) => ['c.min_age', ref('l.exams').$castTo<Exam[]>().as('exams')])
    .where('l.application_id', '=', app.application_id)
    .where('l.status', '=', 'open')
    .execute()
  await assertNotSat(ctx, idsOf(app.lines), 'เปลี่ยนผู้สมัครไม่ได้')
  await assertNotRunning(ctx, idsOf(app.lines))
  assertMayHoldRights(customer, lines, () => path)
  assertOldEnough(ctx, customer, lines, path)
  await assertFreeForBookings(ctx, app, customer_id)
  const { search } = await ctx.tx
    .updateTable('application')
    .set({
      customer_id,
      customer_name: name,
      search: sql`application_search(application_code, ${name}, ${idcard}, ${passport}, ${phone_1}, ${phone_2})`,
    })
    .where('application_id', '=', app.application_id)
    .returning('search')
    .executeTakeFirstOrThrow()
  // Must run before the statement that deletes required documents that were not received.
  await untickDocuments(app.application_id).execute(ctx.tx)
  await ctx.tx
    .updateTable('exam_right')
    .set((eb) => ({ customer_id, version: eb('version', '+', 1) }))
    .where('application_id', '=', app.application_id)
    .execute()
    .catch((error: unknown) => {
      throw mapWaitingTwice(error)
    })
  return {
    before: app.customer.name,
    changed: { customer, customer_id, customer_name: name, search },
    audit: { before: { customer_id: app.customer_id }, after: { customer_id } },
  }
}

/**
 * Corrects the vehicle of a locked vehicle check, or adds the missing one.
 * @param vehicle undefined for no change
 * @throws VALIDATION for an application of another kind
 */
export async function changeVehicle(
  ctx: UserContext,
  app: OpenApplication,
  vehicle: CheckedVehicle | undefined,
): Promise<Change<Partial<Pick<OpenApplication, 'vehicle'>>>> {
  const unchanged = { before: '', changed: {} }
  if (vehicle === undefined) return unchanged
  assertVehicle(app.type, vehicle)
  const stored = app.vehicle
  // Applications from before vehicles were recorded have none.
  if (stored === null) {
    await insertVehicle(app.application_id, vehicle).execute(ctx.tx)
    return {
      before: headings.none,
      changed: { vehicle },
      audit: { before: {}, after: { ...vehicle } },
    }
  }
  const audit = changesOf({ ...stored }, { ...vehicle })
  if (Object.keys(audit.after).length === 0) return unchanged
  await updateVehicle(app.application_id, vehicle).execute(ctx.tx)
  return { before: formatVehicle(stored), changed: { vehicle }, audit }
}
