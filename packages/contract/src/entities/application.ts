/** Course, exam and vehicle-check applications, which share one path and differ by `type`. */
import { normalizePromotionCode } from '@khapdee/domain/promotion'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fieldMeta, labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { baht, dataOf, id, idInPath, instant, nonNegativeBaht } from '../wire.ts'
import { applicationEndpoints, createOutput } from './application-endpoints.ts'
import {
  applicationCode,
  courseLineInput,
  customerName,
  formInput,
  kind,
  otherFeeLineInput,
  requestFeeLineInput,
} from './application-shapes.ts'
import { checkedVehicleInput, checkedVehicleRow } from './checked-vehicle.ts'

const codeTitle = fieldMeta(courseLineInput.shape.promotion_code).title

/** The last check of a vehicle, for filling in the form of its next check. */
const vehicleVisit = z.object({
  application_id: id,
  application_code: applicationCode,
  createdAt: instant,
  customer_id: id,
  customer: customerName,
  vehicle: checkedVehicleRow,
})
export type VehicleVisit = z.output<typeof vehicleVisit>

export const application = {
  ...applicationEndpoints('application', { id: {}, code: {} }),
  create: endpoint({
    method: 'POST',
    path: 'application/create',
    access: 'application.create',
    summary:
      'Register a customer, take the first payment, issue number and receipts: all or nothing',
    idempotent: 'required',
    input: z.strictObject({
      type: labelled(
        kind.extract(['course', 'exam', 'vehicle_check']),
        fieldMeta(kind).title,
      ).default('course'),
      ...formInput,
      /** Required for a vehicle check, refused for all other kinds. */
      vehicle: checkedVehicleInput.optional(),
      course: z.array(courseLineInput).max(20).default([]),
      other_fee: z.array(otherFeeLineInput).max(40).default([]),
      request_fee: z.array(requestFeeLineInput).max(40).default([]),
    }),
    output: createOutput({}),
  }),
  checkpromotion: endpoint({
    method: 'POST',
    path: 'application/checkpromotion',
    access: ['application.create', 'application.update'],
    reads: true,
    summary: 'Discount of a promotion code on a line',
    input: z.strictObject({
      promotion_code: labelled(
        z
          .string({ error: messages.required(codeTitle) })
          .overwrite(normalizePromotionCode)
          .min(1, { error: messages.required(codeTitle) })
          .max(30),
        codeTitle,
      ),
      course_id: id.optional(),
      other_fee_id: id.optional(),
      request_fee_id: id.optional(),
      branch_id: id.optional(),
      cost: nonNegativeBaht,
    }),
    output: dataOf(z.object({ promotion_id: id, discount: baht, name: z.string() })),
  }),
  lastvehicle: endpoint({
    method: 'GET',
    path: 'application/lastvehicle',
    access: 'application.create',
    summary:
      'The last checks of vehicles, newest first: of one vehicle by its plate or chassis number, or of the vehicles of a customer',
    input: z.strictObject({
      plate: checkedVehicleInput.shape.plate.unwrap().optional(),
      chassis_number: checkedVehicleInput.shape.chassis_number.unwrap().optional(),
      customer_id: idInPath.optional(),
    }),
    output: dataOf(z.array(vehicleVisit)),
  }),
}
