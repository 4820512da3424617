/** How a stored value is told in Thai: one small function for each kind of field. */
import { formatIdCard, maskIdCard } from '@khapdee/domain/id-card'
import { formatBaht, satang } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDay, formatInstant, isDay } from '@khapdee/domain/thai-date'

/** What an id stands for, such as the name of a branch; undefined where nobody knows. */
export type NameOf = (entity: string, id: string) => string | undefined

export interface AuditField {
  label: string
  show: (value: unknown, nameOf: NameOf) => string
  /** The entity whose id the value is. */
  names?: string
  /** The fields of a value that is a record of its own. */
  parts?: Readonly<Record<string, AuditField>>
}

export interface AuditedEntity {
  label: string
  fields: Readonly<Record<string, AuditField>>
}

/** Stands for a value that the trail shows to nobody. */
export const concealed = 'ไม่แสดงค่า'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Any value, as well as can be without knowing what it means. */
export function showAny(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'ใช่' : 'ไม่ใช่'
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (Array.isArray(value)) return value.map(showAny).join(', ') || '–'
  if (isRecord(value)) {
    return Object.entries(value)
      .map(
        ([name, part]) => `${readable(name)} ${guess(name)?.show(part, nobody) ?? showAny(part)}`,
      )
      .join(' · ')
  }
  const text = String(value)
  if (isDay(text)) return formatDay(text)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatInstant(text) : text
}

const nobody: NameOf = () => undefined

/** `is_new_thing` as words. */
export const readable = (name: string): string => name.replaceAll('_', ' ')

/** What must not be shown, whoever added the field and forgot to say so. */
const secret = /password|hash|token|secret|salary|wage|bank|sso|idcard|passport|tax_id/i

/** A field that the tables do not have: concealed where its name tells that it must be. */
export const guess = (name: string): AuditField | undefined =>
  secret.test(name) ? hidden(readable(name)) : undefined

export const plain = (label: string): AuditField => ({ label, show: showAny })

export const hidden = (label: string): AuditField => ({ label, show: () => concealed })

/** An ID number or passport: never whole. */
export const masked = (label: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'string' && value !== '' ? maskIdCard(value) : showAny(value)),
})

/** Stored in satang. */
export const money = (label: string): AuditField => ({
  label,
  show: (value) =>
    Number.isSafeInteger(value) ? `${formatBaht(satang(Number(value)))} บาท` : showAny(value),
})

export const amount = (label: string, unit: string): AuditField => ({
  label,
  show: (value) => (typeof value === 'number' ? `${showAny(value)} ${unit}` : showAny(value)),
})

export const flag = (label: string, on = 'ใช่', off = 'ไม่ใช่'): AuditField => ({
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

/** A list of what the field says of one. */
export const each = (field: AuditField): AuditField => ({
  ...field,
  show: (value, nameOf) =>
    Array.isArray(value)
      ? value.map((one) => field.show(one, nameOf)).join(', ') || '–'
      : field.show(value, nameOf),
})

/** The id of something else; `none` where there is no id. */
export const named = (label: string, entity: string, none = '–'): AuditField => ({
  label,
  names: entity,
  show: (value, nameOf) => {
    if (value === null || value === undefined || value === '') return none
    return nameOf(entity, String(value)) ?? `เลขที่ ${String(value)}`
  },
})

export const phone = (label: string): AuditField => ({
  label,
  show: (value) =>
    typeof value === 'string' && value !== '' ? formatPhone(value) : showAny(value),
})

/** A tax number, which belongs to the school and not to a person. */
export const taxNumber = (label: string): AuditField => ({
  label,
  show: (value) =>
    typeof value === 'string' && value !== '' ? formatIdCard(value) : showAny(value),
})

/** A record of several fields, told one by one. */
export const record = (label: string, parts: Record<string, AuditField>): AuditField => ({
  label,
  show: showAny,
  parts,
})

/** A list of records, each told by one line. */
export const list = (
  label: string,
  line: (item: Record<string, unknown>) => string,
): AuditField => ({
  label,
  show: (value) =>
    Array.isArray(value) ? value.filter(isRecord).map(line).join(', ') || '–' : showAny(value),
})
