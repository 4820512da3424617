/** The set-up list of a new school. Source: product specification, section 12. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { setupSteps } from '@khapdee/domain/setup/steps'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, flag, id, oneOf, pdfLink } from '../wire.ts'

const step = oneOf(fieldTitles.step, setupSteps)

const fields = {
  dismissed: flag('ซ่อนรายการตั้งค่าเริ่มต้น'),
  skipped: labelled(
    z
      .array(step, { error: messages.invalid })
      .max(Object.keys(setupSteps).length, { error: messages.invalid }),
    'ขั้นตอนที่ข้าม',
  ),
}

const state = z.object({
  dismissed: z.boolean(),
  steps: z.array(
    z.object({
      step,
      /** Whether the data shows that the step is done. */
      done: z.boolean(),
      skipped: z.boolean(),
    }),
  ),
  /** The first branch for which a step is not done; otherwise the caller's branch. */
  branch_id: id,
})

export const setup = {
  /** The decisions of an administrator about the list. */
  fields,
  get: endpoint({
    method: 'GET',
    path: 'setup/get',
    access: 'settings.update',
    summary: 'The steps of setting up the school, and which of them are done',
    input: z.strictObject({}),
    output: dataOf(state),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'setup/update',
    access: 'settings.update',
    summary: 'Skip steps of the set-up list, or dismiss it',
    input: z.strictObject(fields),
    output: dataOf(state),
  }),
  receipt: endpoint({
    method: 'POST',
    path: 'setup/receipt',
    access: 'settings.update',
    summary: 'Link to a sample of a receipt of the branch, which marks the step as done',
    input: z.strictObject({ branch_id: id }),
    output: dataOf(pdfLink),
  }),
}
