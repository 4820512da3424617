/** Following up balances: notes, agreed days and the worklist. Source: product specification, section 4b. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { dataOf, exportQuery, id, requiredText } from '../wire.ts'
import { dueDate, followUp as shape, kind } from './application-shapes.ts'

const noteTitle = titleOf(shape.shape, 'note')

export const followUp = {
  create: endpoint({
    method: 'POST',
    path: 'application/follow-up',
    access: 'application.follow-up',
    summary: 'Add a follow-up note to a balance; it can set or cancel the agreed day',
    idempotent: 'optional',
    input: z.strictObject({
      application_id: id,
      note: requiredText(noteTitle, 500),
      /** The day agreed; null keeps the day agreed before. */
      next_date: dueDate,
      /** Whether the agreed day is cancelled without another one. */
      clears_date: shape.shape.clears_date.default(false),
    }),
    output: dataOf(shape.pick({ follow_up_id: true })),
  }),
  presets: endpoint({
    method: 'GET',
    path: 'follow-up/list',
    access: 'application.follow-up',
    summary: 'The frequent answers of customers, from the settings of the school',
    input: z.strictObject({}),
    output: dataOf(z.array(labelled(z.string(), noteTitle))),
  }),
  worklist: endpoint({
    method: 'GET',
    path: 'follow-up/worklist',
    access: 'application.view',
    summary: 'Ids of the first 1,000 applications of an overdue list, in its order',
    input: exportQuery,
    output: dataOf(z.array(z.object({ application_id: id, type: kind }))),
  }),
}
