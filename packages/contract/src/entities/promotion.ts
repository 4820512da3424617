/** Promotion codes. Source: product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { normalizePromotionCode } from '@khapdee/domain/promotion'
import { units } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  active,
  allOption,
  branchOrAll,
  dataOf,
  detail,
  flag,
  oneOf,
  optionalDay,
  requiredText,
  promotionCodeTitle,
} from '../wire.ts'

/** Kinds of lines that a promotion can apply to. */
export const promotionTypes = {
  all: { label: allOption.name },
  course: { label: entities.course.label },
  other_fee: { label: entities.other_fee.label },
  request_fee: { label: entities.request_fee.label },
} as const

export const discountTypes = {
  percent: { label: 'เปอร์เซ็นต์ (%)' },
  amount: { label: 'จำนวนเงิน (บาท)' },
} as const

const limitTitle = 'จำกัดจำนวนสิทธิ์'

const crudEndpoints = crud({
  entity: entities.promotion,
  problems: ({ start, end, type_discount, value = 0, is_unlimit, limit }) => [
    ...(start && end && start > end ? [{ path: 'end', message: messages.dateRange }] : []),
    ...(type_discount === 'percent' && value > 100
      ? [{ path: 'value', message: 'ส่วนลดต้องไม่เกิน 100%' }]
      : []),
    ...(is_unlimit === false && limit == null
      ? [{ path: 'limit', message: messages.required(limitTitle) }]
      : []),
  ],
  fields: {
    /** Case-insensitive; unique among the promotions visible to a branch. */
    code: labelled(
      z
        .string({ error: messages.required(promotionCodeTitle) })
        .overwrite(normalizePromotionCode)
        .regex(/^[A-Z0-9_-]{2,30}$/, {
          error: `${promotionCodeTitle}ต้องเป็นตัวอักษร A–Z ตัวเลข - หรือ _ รวม 2–30 ตัว`,
        }),
      promotionCodeTitle,
    ),
    name: requiredText('ชื่อส่วนลด'),
    /** The kind of lines that the promotion applies to. */
    type: oneOf(fieldTitles.appliesTo, promotionTypes).default('all'),
    type_discount: oneOf('รูปแบบส่วนลด', discountTypes).default('percent'),
    /** Percent or baht, depending on `type_discount`; at most two decimals. */
    value: labelled(
      z
        .number({ error: messages.number })
        .positive({ error: messages.positive })
        .max(1_000_000, { error: messages.invalid })
        .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
          error: messages.bahtDecimals,
        }),
      'มูลค่า',
    ),
    start: optionalDay('วันเริ่มต้น'),
    end: optionalDay('วันสิ้นสุด'),
    is_unlimit: flag('ไม่จำกัดจำนวน').default(true),
    /** Maximum number of lines with this code; null only if unlimited. */
    limit: labelled(
      z
        .int({ error: messages.number })
        .min(1, { error: messages.positive })
        .max(1_000_000_000, { error: messages.invalid }),
      limitTitle,
      { unit: units.times },
    )
      .nullable()
      .default(null),
    branch_id: branchOrAll,
    detail,
    is_activate: active,
  },
  computedFields: { usage: z.int() },
})

export const promotion = {
  ...crudEndpoints,
  type: endpoint({
    method: 'GET',
    path: 'promotion/type',
    access: 'promotion.view',
    summary: 'Kinds of lines that a promotion can apply to',
    input: z.strictObject({}),
    output: dataOf(z.array(z.string())),
  }),
}
