/** Checks a new application with the contract's own schemas and the rules that a schema cannot say. */
import { messages } from '@khapdee/contract/messages'
import { type Problem, resolverOf, schemaProblems } from '../../api/form-errors.ts'
import { identityProblems } from '../../shared/customer/use-customer.ts'
import type { Face } from './faces.ts'
import {
  amountOf,
  isBlankLine,
  type LineKind,
  lineKinds,
  type LineValues,
  netOf,
} from './line-values.ts'
import { formPath, linesOf, type RegistrationValues, toCreateInput } from './registration-values.ts'

/** Before anything is sent: all that can be known to be wrong with a new application. */
export function registrationProblems(values: RegistrationValues, face: Face): Problem[] {
  const kinds = Object.keys(lineKinds) as LineKind[]
  return [
    ...identityProblems(values.customer),
    ...kinds.flatMap((kind) => values[kind].flatMap((line, i) => lineProblems(kind, line, i))),
    ...(linesOf(values).every(isBlankLine)
      ? [[`${face.lines[0]}.0.item_id`, messages.noLines] as const]
      : []),
    ...schemaProblems(face.api.create.input, toCreateInput(values, face.kind))
      // That there are no lines is told in the first of them.
      .filter(([path]) => !(path in lineKinds))
      .map(([path, message]) => [formPath(path, values), message] as const),
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

export const registrationResolver = (face: Face) =>
  resolverOf((values: RegistrationValues) => registrationProblems(values, face))
