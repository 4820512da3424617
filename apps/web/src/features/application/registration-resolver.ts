/** Checks the forms with the contract's own schemas and the rules that a schema cannot say. */
import { toNestErrors } from '@hookform/resolvers'
import { application } from '@khapdee/contract/entities/application'
import { customer, identityProblem } from '@khapdee/contract/entities/customer'
import { messages } from '@khapdee/contract/messages'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'
import '../../api/zod-config.ts'
import {
  type CustomerForm,
  type CustomerValues,
  keepsNumbers,
  toUpdateInput,
} from './customer-values.ts'
import {
  type LineKind,
  type LineValues,
  amountOf,
  isBlankLine,
  lineKinds,
  netOf,
} from './line-values.ts'
import { type RegistrationValues, formPath, linesOf, toCreateInput } from './registration-values.ts'

/** Path in the form and message; of several about one field the first counts. */
type Problem = readonly [path: string, message: string]

/** Before anything is sent: all that can be known to be wrong with a new application. */
export function registrationProblems(values: RegistrationValues): Problem[] {
  const kinds = Object.keys(lineKinds) as LineKind[]
  return [
    ...identityProblems(values.customer),
    ...kinds.flatMap((kind) => values[kind].flatMap((line, i) => lineProblems(kind, line, i))),
    ...(linesOf(values).every(isBlankLine)
      ? [['course.0.item_id', messages.noLines] as const]
      : []),
    ...schemaProblems(application.create.input, toCreateInput(values)).map(
      ([path, message]) => [formPath(path, values), message] as const,
    ),
  ]
}

function lineProblems(kind: LineKind, line: LineValues, index: number): Problem[] {
  if (isBlankLine(line)) return []
  const path = `${kind}.${index}`
  if (line.item_id === null) {
    return [[`${path}.item_id`, messages.select(lineKinds[kind].item)]]
  }
  return amountOf(line.paid) > netOf(line) ? [[`${path}.paid`, messages.overpay]] : []
}

function identityProblems(values: CustomerValues): Problem[] {
  if (keepsNumbers(values)) return []
  const problem = identityProblem(values)
  return problem === null ? [] : [[`customer.${problem.field}`, problem.message]]
}

/** Encoding is the very step that a call makes before it sends. */
function schemaProblems(schema: z.ZodObject, input: Record<string, unknown>): Problem[] {
  const result = z.safeEncode(schema, input)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => [path.join('.'), message])
}

/** What is wrong with the stored customer's changes. */
export function customerProblems({ customer: values }: CustomerForm): Problem[] {
  const input = toUpdateInput(values)
  return [
    ...identityProblems(values),
    ...(input === null ? [] : schemaProblems(customer.updateprofile.input, { ...input })).map(
      ([path, message]) => [`customer.${path}`, message] as const,
    ),
  ]
}

/** Tells react-hook-form what `find` finds. */
const resolverOf =
  <Values extends FieldValues>(find: (values: Values) => Problem[]): Resolver<Values> =>
  (values, _context, options) => {
    const problems = find(values)
    if (problems.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const [path, message] of problems) errors[path] ??= { type: 'check', message }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }

export const registrationResolver = resolverOf(registrationProblems)
export const customerResolver = resolverOf(customerProblems)
