/** What is wrong with a customer in a form, by the contract's own schema and the rules of his numbers. */
import { customer, identityProblem } from '@khapdee/contract/entities/customer'
import { type Problem, resolverOf, schemaProblems } from '../../api/problems.ts'
import {
  type CustomerForm,
  type CustomerValues,
  keepsNumbers,
  toUpdateInput,
} from './customer-values.ts'

/** Of numbers that were typed; what is stored and masked is not asked again. */
export function identityProblems(values: CustomerValues): Problem[] {
  if (keepsNumbers(values)) return []
  const problem = identityProblem(values)
  return problem === null ? [] : [[`customer.${problem.field}`, problem.message]]
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

export const customerResolver = resolverOf(customerProblems)
