/** Amendments of applications. Source: product specification, sections 4b and 4c. */
import { z } from 'zod'
import { fieldMeta, labelled } from '../field-meta.ts'
import { baht, createdAt, id, multilineText, shownText, version } from '../wire.ts'
import { checkedVehicleInput } from './checked-vehicle.ts'
import { customerFields } from './customer.ts'
import { unpaidCourseLine, unpaidOtherFeeLine, unpaidRequestFeeLine } from './line-fields.ts'

const amendmentNote = multilineText('เหตุผลการแก้ไข', 500).default('')

/** The changes of an amendment, which contains no payment. */
export const amendInput = z.strictObject({
  application_id: id,
  version,
  /** New lines, as at registration but without payment. */
  add: labelled(
    z
      .strictObject({
        course: z.array(unpaidCourseLine).max(20).default([]),
        other_fee: z.array(unpaidOtherFeeLine).max(40).default([]),
        request_fee: z.array(unpaidRequestFeeLine).max(40).default([]),
      })
      .prefault({}),
    'รายการที่เพิ่ม',
  ),
  /** Ids of open lines on which nothing is paid. */
  remove: labelled(z.array(id).max(100).default([]), 'รายการที่นำออก'),
  /** Changes of course: the money paid on the line moves to the new course. */
  replace: labelled(
    z
      .array(z.strictObject({ line_id: id, by: unpaidCourseLine }))
      .max(20)
      .default([]),
    'รายการที่เปลี่ยนหลักสูตร',
  ),
  /**
   * Another customer; only while the application has no receipt. For a customer of another branch the complete ID or
   * passport number is required, as at registration.
   */
  customer_id: id.optional(),
  idcard: customerFields.idcard,
  passport: customerFields.passport,
  /** The corrected vehicle of a vehicle check. */
  vehicle: checkedVehicleInput.optional(),
  /** The reason of the amendment; required unless lines are only added. */
  note: amendmentNote,
})

const changedLine = z.object({ name: z.string(), net: baht })

/** A saved amendment with its user and time. */
export const amendment = z.object({
  revision: z.number(),
  added: z.array(changedLine),
  removed: z.array(changedLine),
  /**
   * The changes of course; `moved` is the amount paid on the replaced line, which moved to the new
   * course.
   */
  replaced: z.array(z.object({ from: z.string(), to: z.string(), net: baht, moved: baht })),
  /** The name of the customer before, and the vehicle before; empty where it was not changed. */
  customer_before: z.string(),
  vehicle_before: z.string(),
  note: shownText(fieldMeta(amendmentNote).title),
  user: shownText('ผู้แก้ไข'),
  createdAt: labelled(createdAt, 'แก้ไขเมื่อ'),
})
export type AmendmentRow = z.output<typeof amendment>
