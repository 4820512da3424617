/** The values of the amendment form, and their conversion to the input of the endpoint. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { lineKindOrder, linesToWire } from '@khapdee/contract/entities/application-lines'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { messages } from '@khapdee/contract/messages'
import {
  type Amendment,
  amendedLines,
  amendmentMessage,
  type AmendmentProblem,
  amendmentProblem,
  needsReason,
  mayRemove,
  mayReplace,
} from '@khapdee/domain/application/amendment'
import { applicationMoney } from '@khapdee/domain/application/totals'
import { zeroSatang } from '@khapdee/domain/money'
import { type Problem, schemaProblems } from '../../../api/form-errors.ts'
import type { ApplicationKindConfig } from '../kinds.ts'
import { amountOrZero } from '../line-payment.ts'
import { blankVehicle } from '../register/registration-values.ts'
import {
  blankLine,
  isBlankLine,
  type LineForm,
  type LineKind,
  itemLabels,
  type LineValues,
  type StoredLine,
  storedLines,
} from '../line-values.ts'

/** The change of a stored line. */
export type LineAction = 'keep' | 'remove' | 'replace'

/** `replace` has one line for each of `stored`, at the same index. It is sent if the action of that one is `replace`. */
export interface AmendValues extends LineForm {
  stored: { line_id: number; action: LineAction }[]
  /** The customer who replaces the present one; null when the customer does not change. */
  customer_id: number | null
  /** The complete ID number with which the new customer was searched; required for one of another branch. */
  idcard: string
  /** Like `idcard`, for a passport number. */
  passport: string
  vehicle: CheckedVehicle | null
  note: string
}

type AmendInput = InputOf<typeof application.amend>

/** The actions that a stored line allows. */
export const actionsOf = (line: StoredLine): LineAction[] => [
  'keep',
  ...(mayRemove(line) && !line.refund_pending ? (['remove'] as const) : []),
  ...(mayReplace(line) && !line.refund_pending ? (['replace'] as const) : []),
]

/** The vehicle in the form: blank for a vehicle check from before vehicles were recorded, null for other kinds. */
const shownVehicle = ({ type, vehicle }: ApplicationDetail): CheckedVehicle | null =>
  type === 'vehicle_check' ? (vehicle ?? blankVehicle) : null

const isVehicleChanged = ({ vehicle }: AmendValues, detail: ApplicationDetail): boolean =>
  JSON.stringify(vehicle) !== JSON.stringify(shownVehicle(detail))

/** The form without any change. */
export const blankAmendment = (detail: ApplicationDetail): AmendValues => {
  const lines = storedLines(detail)
  return {
    branch_id: detail.branch_id,
    stored: lines.map(({ line_id }) => ({ line_id, action: 'keep' })),
    replace: lines.map(() => blankLine()),
    course: [],
    other_fee: [],
    request_fee: [],
    customer_id: null,
    idcard: '',
    passport: '',
    vehicle: shownVehicle(detail),
    note: '',
  }
}

/** The indexes of the stored lines with the action. */
const indexesOf = ({ stored }: AmendValues, wanted: LineAction): number[] =>
  stored.flatMap(({ action }, i) => (action === wanted ? [i] : []))

const sentLines = (lines: readonly LineValues[]) => lines.filter((line) => !isBlankLine(line))

/** The fields that lines of all kinds have on the wire. */
const wireFields = ({
  promotion_code,
  exam_date,
  exam_session_id,
  right_id,
  cost,
  note,
}: LineValues) => ({
  promotion_code,
  exam_date,
  ...(exam_session_id !== null && { exam_session_id }),
  ...(right_id !== null && { right_id }),
  cost: cost ?? zeroSatang,
  note,
})

/**
 * The input of the endpoint. Blank lines are omitted; a line without an item gets the id 0, which
 * fails validation.
 */
export function toAmendInput(values: AmendValues, detail: ApplicationDetail): AmendInput {
  const { application_id, version } = detail
  const idAt = (index: number) => values.stored[index]?.line_id ?? 0
  return {
    application_id,
    version,
    add: linesToWire(
      lineKindOrder.flatMap((kind) =>
        sentLines(values[kind]).map((line) => ({
          kind,
          item_id: line.item_id ?? 0,
          ...wireFields(line),
        })),
      ),
    ),
    remove: indexesOf(values, 'remove').map(idAt),
    replace: indexesOf(values, 'replace').map((index) => {
      const line = values.replace[index] ?? blankLine()
      return { line_id: idAt(index), by: { course_id: line.item_id ?? 0, ...wireFields(line) } }
    }),
    ...(values.customer_id !== null && { customer_id: values.customer_id }),
    idcard: values.idcard,
    passport: values.passport,
    ...(values.vehicle !== null &&
      (detail.vehicle !== null || isVehicleChanged(values, detail)) && { vehicle: values.vehicle }),
    note: values.note,
  }
}

const linePath = /^add\.(course|other_fee|request_fee)\.(\d+)\.(.+)$/
const actionPath = /^(remove|replace)\.(\d+)\.?(?:by\.)?(.*)$/

/** Converts an error path of the endpoint to one of the form. */
export function amendFormPath(path: string, values: AmendValues): string {
  const added = linePath.exec(path)
  if (added !== null) {
    const [, kind = '', index, field = ''] = added
    const lines = values[kind as LineKind]
    const line = sentLines(lines)[Number(index)]
    const formIndex = line === undefined ? Number(index) : lines.indexOf(line)
    return `${kind}.${formIndex}.${field === `${kind}_id` ? 'item_id' : field}`
  }
  const [, list, index, field] = actionPath.exec(path) ?? []
  if (list === undefined) return path
  const formIndex = indexesOf(values, list as LineAction)[Number(index)] ?? 0
  if (list === 'remove' || field === 'line_id') return `stored.${formIndex}.action`
  return `replace.${formIndex}.${field === 'course_id' ? 'item_id' : field}`
}

const priceOf = ({ cost, discount }: LineValues) => ({ cost: amountOrZero(cost), discount })

/** The change of lines in the form that the rules expect; lines without an item are omitted. */
function toAmendment(values: AmendValues, detail: ApplicationDetail): Amendment {
  const chosen = ({ item_id }: LineValues) => item_id !== null
  return {
    add: lineKindOrder.flatMap((kind) => values[kind].filter(chosen).map(priceOf)),
    remove: indexesOf(values, 'remove').map((index) => values.stored[index]?.line_id ?? 0),
    replace: indexesOf(values, 'replace').flatMap((index) => {
      const line = values.replace[index]
      const line_id = values.stored[index]?.line_id
      return line === undefined || line_id === undefined || !chosen(line)
        ? []
        : [{ line_id, by: priceOf(line) }]
    }),
    changesOther: values.customer_id !== null || isVehicleChanged(values, detail),
    hasReason: values.note.trim() !== '',
  }
}

/** The money of the application before and after the amendment. */
export const amendPreview = (values: AmendValues, detail: ApplicationDetail) => {
  const lines = storedLines(detail)
  return {
    before: applicationMoney(lines),
    after: applicationMoney(amendedLines(lines, toAmendment(values, detail))),
  }
}

/** The first rule of the domain that the amendment violates, or null. */
const ruleProblem = (values: AmendValues, detail: ApplicationDetail): AmendmentProblem | null =>
  amendmentProblem(detail.status, storedLines(detail), toAmendment(values, detail))

export const requiresAmendReason = (values: AmendValues, detail: ApplicationDetail): boolean =>
  needsReason(toAmendment(values, detail))

/** The message of a problem of the whole form, or null. */
export function wholeFormProblem(values: AmendValues, detail: ApplicationDetail): string | null {
  const problem = ruleProblem(values, detail)
  return problem === null || fieldOfProblem(problem, values) !== null
    ? null
    : amendmentMessage(problem)
}

/** The path of the field that a problem concerns; null for one of the whole form. */
function fieldOfProblem(problem: AmendmentProblem, values: AmendValues): string | null {
  switch (problem.problem) {
    case 'no_reason':
      return 'note'
    case 'excess':
      return amendFormPath(`replace.${problem.index}.by.course_id`, values)
    case 'not_removable':
      return amendFormPath(`remove.${problem.index}.line_id`, values)
    case 'not_replaceable':
    case 'repeated':
      return amendFormPath(`replace.${problem.index}.line_id`, values)
    default:
      return null
  }
}

/** Problems of an amendment, checked before the request. */
export function amendProblems(
  values: AmendValues,
  detail: ApplicationDetail,
  { api }: ApplicationKindConfig,
): Problem[] {
  const missingItems = [
    ...lineKindOrder.flatMap((kind) =>
      values[kind].flatMap((line, i) =>
        line.item_id === null && !isBlankLine(line)
          ? [[kind, `${kind}.${i}.item_id`] as const]
          : [],
      ),
    ),
    ...indexesOf(values, 'replace').flatMap((index) =>
      values.replace[index]?.item_id === null
        ? [['course', `replace.${index}.item_id`] as const]
        : [],
    ),
  ].map(([kind, path]): Problem => [path, messages.select(itemLabels[kind])])
  const inputProblems = schemaProblems(api.amend.input, toAmendInput(values, detail)).map(
    ([path, message]): Problem => [amendFormPath(path, values), message],
  )
  if (missingItems.length + inputProblems.length > 0) return [...missingItems, ...inputProblems]
  const problem = ruleProblem(values, detail)
  if (problem === null) return []
  // A problem of the whole form is shown by the dialog; its path only prevents the request.
  return [[fieldOfProblem(problem, values) ?? 'stored', amendmentMessage(problem)]]
}
