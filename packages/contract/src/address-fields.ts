/** The eight fields of a Thai address. */
import type { z } from 'zod'
import { text } from './wire.ts'

/**
 * Returns the schemas of the fields. All but the postcode are free text.
 * @param maxPlace maximum length of subdistrict, district and province
 * @param postcode returns the schema of the postcode for its Thai label
 */
export const addressFields = <Postcode extends z.ZodType>(
  maxPlace: number,
  postcode: (title: string) => Postcode,
) => ({
  address: text('บ้านเลขที่').default(''),
  moo: text('หมู่ที่', 50).default(''),
  soi: text('ซอย').default(''),
  street: text('ถนน').default(''),
  subdistrict: text('ตำบล/แขวง', maxPlace).default(''),
  district: text('อำเภอ/เขต', maxPlace).default(''),
  province: text('จังหวัด', maxPlace).default(''),
  postcode: postcode('รหัสไปรษณีย์'),
})
