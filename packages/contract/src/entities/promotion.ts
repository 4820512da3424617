/** Promotion codes. Source: product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { dataOf, day, id, multilineText, requiredText } from '../wire.ts'

export const promotionTypes = [
  { value: 'all', name: 'ทั้งหมด' },
  { value: 'course', name: 'หลักสูตร' },
  { value: 'other_fee', name: 'ค่าใช้จ่ายอื่น' },
  { value: 'request_fee', name: 'ค่าคำขอ' },
] as const

export const discountTypes = [
  { value: 'percent', name: 'เปอร์เซ็นต์ (%)' },
  { value: 'amount', name: 'จำนวนเงิน (บาท)' },
] as const

const plain = crud({
  entity: entities.promotion,
  fields: {
    /** Unique among the promotions a branch can see, whatever the case of its letters. */
    code: z
      .string({ error: messages.required('รหัสส่วนลด') })
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9_-]{2,30}$/, { error: 'รหัสส่วนลดต้องเป็นตัวอักษร A–Z ตัวเลข - หรือ _' }),
    name: requiredText('ชื่อส่วนลด'),
    /** Which kind of line it is for. */
    type: z.enum(['all', 'course', 'other_fee', 'request_fee']).default('all'),
    type_discount: z.enum(['percent', 'amount']).default('percent'),
    /** Percent, or baht, as `type_discount` says; at most two decimals. */
    value: z
      .number({ error: messages.number })
      .positive({ error: messages.positive })
      .max(1_000_000, { error: messages.invalid })
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
        error: messages.bahtDecimals,
      }),
    start: day.nullable().default(null),
    end: day.nullable().default(null),
    is_unlimit: z.boolean().default(true),
    /** How many lines may use it; null only when unlimited. */
    limit: z
      .int({ error: messages.number })
      .min(1, { error: messages.positive })
      .max(1_000_000_000, { error: messages.invalid })
      .nullable()
      .default(null),
    branch_id: id.nullable().default(null),
    detail: multilineText().default(''),
    is_activate: z.boolean().default(true),
  },
  shown: { usage: z.int() },
})

export const promotion = {
  ...plain,
  type: endpoint({
    method: 'GET',
    path: 'promotion/type',
    access: 'promotion.view',
    summary: 'Kinds of line a promotion can be for',
    input: z.strictObject({}),
    output: dataOf(z.array(z.object({ value: z.string(), name: z.string() }))),
  }),
}
