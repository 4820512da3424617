/** Fields of a bank account. */
import { banks } from '@khapdee/domain/banks'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { arabicDigits } from '@khapdee/domain/thai-text'
import { z } from 'zod'
import { labelled } from './field-meta.ts'
import { messages } from './messages.ts'

/** Bank of Thailand code, or empty. */
export const bank = labelled(
  z.string().refine((value) => value === '' || Object.hasOwn(banks, value), {
    error: messages.select(fieldTitles.bank),
  }),
  fieldTitles.bank,
  { words: banks },
)

/** Account number of digits only, or empty. */
export const bankAccount = labelled(
  z
    .string()
    .max(40, { error: messages.tooLong(40) })
    .overwrite((value) => arabicDigits(value).replace(/[\s-]/g, ''))
    .refine((value) => value === '' || /^\d{10,15}$/.test(value), {
      error: `${fieldTitles.accountNumber}ต้องเป็นตัวเลข 10–15 หลัก`,
    }),
  fieldTitles.accountNumber,
)
