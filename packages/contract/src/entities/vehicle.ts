/** Vehicles of the school. Source: product specification, section 9. */
import { dueKinds, transmissions, vehicleStatuses } from '@khapdee/domain/vehicle'
import { z } from 'zod'
import { entities } from '@khapdee/domain/entities'
import { crud, dropdowns } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { vehicleTitles } from '../vehicle-titles.ts'
import {
  branchName,
  dataOf,
  day,
  exportQuery,
  fileLink,
  note,
  oneOf,
  optionalDay,
  requiredReference,
  requiredText,
  text,
  statusOf,
} from '../wire.ts'
import { licenceTypes } from './exams.ts'

export const vehicle = {
  ...crud({
    entity: entities.vehicle,
    fields: {
      /** The plate number; unique within its province, ignoring spaces. */
      no: requiredText(vehicleTitles.no, 20),
      province: requiredText(vehicleTitles.province, 50),
      /** Any text; `vehicle/list` returns suggestions. */
      type: requiredText(vehicleTitles.type, 100),
      brand: text(vehicleTitles.brand, 100).default(''),
      model: text('รุ่น', 100).default(''),
      color: text('สี', 50).default(''),
      /** Null: not entered. */
      transmission: oneOf('ระบบเกียร์', transmissions).nullable().default(null),
      /** The licence types for which the vehicle is used; empty: not entered. */
      licence_types: licenceTypes.default([]),
      status: statusOf(vehicleStatuses).default('ready'),
      branch_id: requiredReference('branch', messages.select),
      purchase_date: optionalDay('วันที่ซื้อ'),
      insurance_company: text('บริษัทประกันภัย').default(''),
      insurance_type: text('ประเภทประกันภัย', 50).default(''),
      noti_check: optionalDay(dueKinds.noti_check),
      noti_compulsory: optionalDay(dueKinds.noti_compulsory),
      noti_insurance: optionalDay(dueKinds.noti_insurance),
      noti_tax: optionalDay(dueKinds.noti_tax),
      note,
    },
    computedFields: {
      branch: branchName,
      /** The earliest due day; null for a vehicle without due days or a retired one. */
      next_due: labelled(day, 'ครบกำหนด').nullable(),
      /** The setting `vehicle_remind_days` of the vehicle's branch. */
      remind_days: z.int(),
    },
  }),
  list: dropdowns(entities.vehicle),
  export: endpoint({
    method: 'POST',
    path: 'vehicle/export',
    access: 'vehicle.export',
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
}
