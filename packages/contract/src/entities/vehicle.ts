/** Vehicles of the school. Source: product specification, section 9. */
import { vehicleStatuses } from '@khapdee/domain/vehicle'
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud, dropdowns } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import {
  dataOf,
  day,
  exportQuery,
  fileLink,
  multilineText,
  oneOf,
  requiredText,
  text,
} from '../wire.ts'

const dayOrNone = day.nullable().default(null)

export const vehicle = {
  ...crud({
    entity: entities.vehicle,
    fields: {
      /** The plate; unique within its province, however it is spaced. */
      no: requiredText('ทะเบียนรถ', 20),
      province: requiredText('จังหวัดที่จดทะเบียน', 50),
      /** Any text; the usual ones come from `vehicle/list`. */
      type: requiredText('ประเภทรถ', 100),
      brand: text(100).default(''),
      model: text(100).default(''),
      color: text(50).default(''),
      status: oneOf(vehicleStatuses).default('ready'),
      branch_id: z
        .int({ error: messages.select('สาขา') })
        .positive({ error: messages.select('สาขา') }),
      purchase_date: dayOrNone,
      insurance_company: text().default(''),
      insurance_type: text(50).default(''),
      noti_check: dayOrNone,
      noti_compulsory: dayOrNone,
      noti_insurance: dayOrNone,
      noti_tax: dayOrNone,
      note: multilineText().default(''),
    },
    shown: {
      branch: z.string(),
      /** The nearest of the due days; null without any, and once retired. */
      next_due: day.nullable(),
      /** How many days ahead its branch wants to be reminded. */
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
