/** Other fees and request fees, which are sold in addition to courses. Source: product specification, section 8. */
import { passThroughTitle } from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { examUses, feeKinds } from '@khapdee/domain/fee-kinds'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { feeVatModes, vatTitle } from '@khapdee/domain/vat'
import { headings, units } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  active,
  branchOrAll,
  dataOf,
  detail,
  flag,
  id,
  idInPath,
  oneOf,
  price,
  requiredText,
  typeOf,
  version,
} from '../wire.ts'
import { exams } from './exams.ts'

const feeFields = {
  name: requiredText(fieldTitles.itemName),
  price,
  branch_id: branchOrAll,
  detail,
  /** Whether the price includes value added tax; money passed on includes none. */
  vat_mode: oneOf(vatTitle, feeVatModes).default('branch'),
  is_activate: active,
}

const kind = typeOf(feeKinds)
const examUse = oneOf('ใช้สำหรับ', examUses).nullable()

const otherFeeEndpoints = crud({
  entity: entities.other_fee,
  fields: {
    ...feeFields,
    kind: kind.default('general'),
    /** Required for exam fees, null for all others. */
    exam_use: examUse.default(null),
    /** Required for the fee of a first exam, empty for all others. */
    exams,
    /** Collected for the state or an insurer and passed on, so it is not income of the school. */
    is_pass_through: flag(passThroughTitle).default(false),
  },
  computedFields: {
    /** The kind that the name suggests, until the fee is saved; null when the kind is confirmed. */
    proposal: z.object({ kind, exam_use: examUse, exams }).nullable(),
  },
})

/** How many exam rights of a fee are missing (or were granted) in open applications, and in how many applications. */
const rightsCounts = z.object({
  applications: labelled(z.number(), entities.application.label, { unit: units.sheets }),
  rights: labelled(z.number(), entities.exam_right.label, { unit: units.rights }),
  /**
   * Number of applications that are skipped, because their customer is a walk-in without ID number.
   */
  walk_ins: labelled(z.number(), headings.walkIn, { unit: units.sheets }),
})

export const otherFee = {
  ...otherFeeEndpoints,
  missingRights: endpoint({
    method: 'GET',
    path: 'otherfee/missing-rights/:other_fee_id',
    access: 'other_fee.update',
    summary:
      'The number of open applications whose lines lack the exam rights of the fee and may still receive them',
    input: z.strictObject({ other_fee_id: idInPath }),
    output: dataOf(rightsCounts),
  }),
  grantRights: endpoint({
    method: 'POST',
    path: 'otherfee/grant-rights',
    access: 'other_fee.update',
    summary:
      'Grant the exam rights of the fee to the lines of open applications that lack them, valid from their registration',
    idempotent: 'required',
    input: z.strictObject({ other_fee_id: id, version }),
    output: dataOf(rightsCounts),
  }),
}

export const requestFee = crud({
  entity: entities.request_fee,
  fields: {
    ...feeFields,
    /** Collected on behalf of the state, so it is not income of the school. */
    is_state_fee: flag('ค่าธรรมเนียมของราชการ').default(false),
  },
})
