/** The questionnaire about satisfaction, answered without signing in. Source: product specification, section 6.2. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, id, multilineText } from '../wire.ts'
import { evaluation } from './evaluation.ts'

/** The one-time code of a candidate: eight digits. */
const code = labelled(
  z.string({ error: messages.required('รหัส') }).regex(/^\d{8}$/, { error: 'กรุณากรอกรหัส 8 หลัก' }),
  'รหัส',
)

const { title, category, scale } = evaluation.fields.shape

const question = z.object({ evaluate_id: id, title, category, scale })
export type Question = z.output<typeof question>

/** The value of an item of a score sheet or of a question: 1 or 0 for pass and fail, otherwise 1 to 5. */
export const itemValue = z.strictObject({
  evaluate_id: id,
  value: labelled(
    z
      .int({ error: messages.invalid })
      .min(0, { error: messages.invalid })
      .max(5, { error: messages.invalid }),
    'คำตอบ',
  ),
})

/** Maximum number of items of a score sheet or questionnaire. */
export const maxItems = 100

export const satisfaction = {
  open: endpoint({
    method: 'POST',
    path: 'satisfaction/open',
    access: 'public',
    reads: true,
    summary: 'The questions for the candidate of a code; refused once it is used or expired',
    input: z.strictObject({ code }),
    output: dataOf(
      z.object({ first_name: z.string(), branch: z.string(), questions: z.array(question) }),
    ),
  }),
  answer: endpoint({
    method: 'POST',
    path: 'satisfaction/answer',
    access: 'public',
    summary: 'Store the answers of a candidate and use up the code',
    input: z.strictObject({
      code,
      answers: labelled(
        z
          .array(itemValue, { error: messages.invalid })
          .min(1, { error: messages.invalid })
          .max(maxItems, { error: messages.invalid }),
        'คำตอบ',
      ),
      comment: multilineText('ข้อเสนอแนะ', 1000).default(''),
    }),
    output: dataOf(z.null()),
  }),
}
