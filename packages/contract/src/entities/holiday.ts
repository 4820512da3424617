/** Holidays of all branches or of one. Source: product specification, section 6.1. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { holidayStates } from '@khapdee/domain/holiday'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  active,
  branchOrAll,
  dataOf,
  enteredDay,
  flag,
  id,
  reference,
  requiredReference,
  requiredText,
} from '../wire.ts'

const [openWord] = holidayStates

const openBranches = z.array(reference('branch', `สาขาที่${openWord}`))

const crudEndpoints = crud({
  entity: entities.holiday,
  fields: {
    day: labelled(enteredDay, fieldTitles.date),
    name: requiredText('ชื่อวันหยุด'),
    /** The only branch that is closed; null closes every branch except `open_branches`. */
    branch_id: branchOrAll,
    is_activate: active,
  },
  computedFields: {
    /**
     * Branches that are open on a holiday of every branch; limited to those visible to the caller.
     */
    open_branches: openBranches,
  },
})

export const holiday = {
  ...crudEndpoints,
  open: endpoint({
    method: 'POST',
    path: 'holiday/open',
    access: 'holiday.update',
    summary: 'Open a branch on a holiday of every branch, or close it again',
    input: z.strictObject({
      holiday_id: id,
      branch_id: requiredReference('branch', messages.select),
      is_open: flag(openWord, holidayStates),
    }),
    output: dataOf(z.object({ holiday_id: id, open_branches: openBranches })),
  }),
}
