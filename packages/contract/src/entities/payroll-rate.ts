/** Rates of payroll as dated rows. Source: product specification, section 10. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { figureLabels } from '@khapdee/domain/payroll/rate-figures'
import { rateKinds } from '@khapdee/domain/payroll/rates'
import { provinces } from '@khapdee/domain/provinces'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  enteredDay,
  nonNegativeBaht,
  oneOf,
  optionalDay,
  requiredOneOf,
  requiredText,
  text,
} from '../wire.ts'

const provincesTitle = 'เฉพาะจังหวัด'
const provinceName = text(provincesTitle, 50).refine((name) => provinces.includes(name), {
  error: ({ input }) => `ไม่พบจังหวัด ${String(input)}`,
})

export const payrollRate = {
  ...crud({
    entity: entities.payroll_rate,
    fields: {
      name: requiredText('ชื่ออัตรา'),
      type: requiredOneOf(fieldTitles.type, rateKinds),
      valid_from: labelled(enteredDay, 'มีผลตั้งแต่วันที่'),
      valid_to: optionalDay(fieldTitles.lastDay),
      /** The provinces of branches for which it is valid; empty for the whole country. */
      provinces: labelled(
        z
          .array(provinceName)
          .max(provinces.length, { error: messages.invalid })
          .overwrite((names) => [...new Set(names)].toSorted()),
        provincesTitle,
      ).default([]),
      /** Every figure of the kind once; hundredths of a percent, of an hour and of a count are sent like satang of baht. */
      figures: labelled(
        z
          .array(
            z.strictObject({
              figure: oneOf(headings.item, figureLabels),
              value: labelled(nonNegativeBaht, 'ค่า').nullable(),
            }),
          )
          .max(50, { error: messages.invalid }),
        'ตัวเลขของอัตรา',
      ),
    },
  }),
}
