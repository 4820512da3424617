/** Props of form fields from a schema of the contract. */
import { type Words, fieldMeta, unwrapped } from '@khapdee/contract/field-meta'
import type { z } from 'zod'

/** As the fields of the kit understand it. */
interface Description {
  label: string
  required: boolean
  unit: string | undefined
  items: readonly { value: string; name: string }[] | undefined
}

/** The schema of the value at a path such as `customer.fname` or `course.0.note`. */
function schemaAt(schema: z.ZodType, path: readonly string[]): z.ZodType | undefined {
  const [first, ...rest] = path
  if (first === undefined) return schema
  const { def } = unwrapped(schema) as { def: { element?: z.ZodType; shape?: Shape } }
  const next = def.element ?? def.shape?.[first]
  return next && schemaAt(next, rest)
}
type Shape = Readonly<Record<string, z.ZodType>>

const itemsOf = (words: Words) =>
  Object.entries(words).map(([value, word]) => ({
    value,
    name: typeof word === 'string' ? word : word.label,
  }))

/** The usual words of a flag answer its label; others are the label of a switch themselves. */
const isAnswer = (word: string) => word === 'ใช่'

function descriptionOf(schema: z.ZodType): Description | undefined {
  const { title, flag, unit, words, isRequired } = fieldMeta(schema)
  if (title === '') return undefined
  return {
    label: flag === undefined || isAnswer(flag[0]) ? title : flag[0],
    required: isRequired && flag === undefined,
    unit,
    items: words && itemsOf(words),
  }
}

const made = new WeakMap<z.ZodObject, (name: string) => Description | undefined>()

/** Made once for each schema and field, so that the props stay the same between renders. */
export function describeFields(schema: z.ZodObject): (name: string) => Description | undefined {
  const existing = made.get(schema)
  if (existing !== undefined) return existing
  const known = new Map<string, Description | undefined>()
  const describe = (name: string) => {
    if (!known.has(name)) {
      const field = schemaAt(schema, name.split('.'))
      known.set(name, field && descriptionOf(field))
    }
    return known.get(name)
  }
  made.set(schema, describe)
  return describe
}
