/** Derives the props of form fields from a schema of the contract. */
import { type Words, fieldMeta, unwrapped } from '@khapdee/contract/field-meta'
import { yesNoWords } from '@khapdee/domain/words'
import type { z } from 'zod'

/** Props of a field component of `ui/form`. */
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

/**
 * Whether the word for true of a boolean field is ใช่ (yes), which answers the field's title. Any
 * other word, such as เปิดใช้งาน (active), is the label of the switch in place of the title.
 */
const isYes = (wordForTrue: string) => wordForTrue === yesNoWords[0]

function descriptionOf(schema: z.ZodType): Description | undefined {
  const { title, flag, unit, words, isRequired } = fieldMeta(schema)
  if (title === '') return undefined
  return {
    label: flag === undefined || isYes(flag[0]) ? title : flag[0],
    required: isRequired && flag === undefined,
    unit,
    items: words && itemsOf(words),
  }
}

const describers = new WeakMap<z.ZodObject, (name: string) => Description | undefined>()

/**
 * Returns a function that returns the props of the field at a path such as `customer.fname`, or undefined
 * for an unknown field and one without a label. Results are cached per schema and field, so that the
 * props are identical between renders.
 */
export function describeFields(schema: z.ZodObject): (name: string) => Description | undefined {
  const existing = describers.get(schema)
  if (existing !== undefined) return existing
  const descriptions = new Map<string, Description | undefined>()
  const describe = (name: string) => {
    if (!descriptions.has(name)) {
      const field = schemaAt(schema, name.split('.'))
      descriptions.set(name, field && descriptionOf(field))
    }
    return descriptions.get(name)
  }
  describers.set(schema, describe)
  return describe
}
