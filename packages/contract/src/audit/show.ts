/** Formats stored values in Thai, with one function for each kind of field. */
import { formatIdCard, maskIdCard } from '@khapdee/domain/id-card'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDay, formatInstant, isDay } from '@khapdee/domain/thai-date'
import { yesNoWords, headings } from '@khapdee/domain/words'

/** Returns the name of a record by entity and id, or undefined if it is unknown. */
export type NameOf = (entity: string, id: string) => string | undefined

export interface AuditField {
  label: string
  show: (value: unknown, nameOf: NameOf) => string
  /** The entity to which the value, an id, refers. */
  refersTo?: string
  /** The fields of a value that is an object. */
  parts?: Readonly<Record<string, AuditField>>
}

export interface AuditedEntity {
  label: string
  fields: Readonly<Record<string, AuditField>>
}

const [yes, no] = yesNoWords

/** Shown instead of a hidden value. */
export const hiddenText = 'ไม่แสดงค่า'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Formats a value by its JavaScript type, for fields without a schema. */
export function showAny(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (Array.isArray(value)) return value.map(showAny).join(', ') || '–'
  if (isRecord(value)) {
    return Object.entries(value)
      .map(
        ([name, part]) =>
          `${readable(name)} ${hiddenIfSecret(name)?.show(part, noNames) ?? showAny(part)}`,
      )
      .join(' · ')
  }
  const text = String(value)
  if (isDay(text)) return formatDay(text)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatInstant(text) : text
}

const noNames: NameOf = () => undefined

/** Converts `is_new_thing` to `is new thing`. */
export const readable = (name: string): string => name.replaceAll('_', ' ')

/** Names of fields that are hidden even if no file of this folder describes them. */
const secretName = /password|hash|token|secret|salary|wage|bank|sso|idcard|passport|tax_id/i

/** A hidden field if the name suggests a secret, otherwise undefined. */
export const hiddenIfSecret = (name: string): AuditField | undefined =>
  secretName.test(name) ? hidden(readable(name)) : undefined

export const plain = (label: string): AuditField => ({ label, show: showAny })

export const hidden = (label: string): AuditField => ({ label, show: () => hiddenText })

/** An ID or passport number, always masked. */
export const masked = (label: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' && value !== '' ? maskIdCard(value) : showAny(value)),
})

/** An amount stored in satang, shown in baht. */
export const money = (label: string): AuditField => ({
  label,
  show: (value) =>
    Number.isSafeInteger(value) ? bahtWithUnit(satang(Number(value))) : showAny(value),
})

export const quantity = (label: string, unit: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'number' ? `${showAny(value)} ${unit}` : showAny(value)),
})

export const flag = (label: string, on: string = yes, off: string = no): AuditField => ({
  label,
  show: (value) => (value === true ? on : value === false ? off : showAny(value)),
})

export const choice = (
  label: string,
  choices: Readonly<Record<string, string | { label: string }>>,
): AuditField => ({
  label,
  show: (value) => {
    const found = Object.hasOwn(choices, String(value)) ? choices[String(value)] : undefined
    return typeof found === 'object' ? found.label : (found ?? showAny(value))
  },
})

/** A list that shows each item like `field`. */
export const eachItem = (field: AuditField): AuditField => ({
  ...field,
  show: (value, nameOf) =>
    Array.isArray(value)
      ? value.map((item) => field.show(item, nameOf)).join(', ') || '–'
      : field.show(value, nameOf),
})

/** The id of another record, shown as its name; `none` is shown for an empty value. */
export const reference = (label: string, entity: string, none = '–'): AuditField => ({
  label,
  refersTo: entity,
  show: (value, nameOf) => {
    if (value === null || value === undefined || value === '') return none
    return nameOf(entity, String(value)) ?? `${headings.number} ${String(value)}`
  },
})

export const phone = (label: string): AuditField => ({
  label,
  show: (value) =>
    typeof value === 'string' && value !== '' ? formatPhone(value) : showAny(value),
})

/** A tax number, not masked, because it belongs to the school and not to a person. */
export const taxNumber = (label: string): AuditField => ({
  label,
  show: (value) =>
    typeof value === 'string' && value !== '' ? formatIdCard(value) : showAny(value),
})

/** An object with fields that are described one by one. */
export const object = (label: string, parts: Record<string, AuditField>): AuditField => ({
  label,
  show: showAny,
  parts,
})

/** A list of objects, each formatted by `showItem`. */
export const list = (
  label: string,
  showItem: (item: Record<string, unknown>) => string,
): AuditField => ({
  label,
  show: (value) =>
    Array.isArray(value) ? value.filter(isRecord).map(showItem).join(', ') || '–' : showAny(value),
})
