/**
 * The field types of the wire format. Decoding converts JSON to the values used in code (baht to
 * satang, text to normalised text); encoding converts back.
 */
import { type EntityName, entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import {
  type Satang,
  bahtToSatang,
  bahtWithUnit,
  maxAmount,
  maxTotal,
  satangToBaht,
} from '@khapdee/domain/money'
import { isThaiPhone, normalizePhone } from '@khapdee/domain/phone'
import { type Day, firstEnteredDay, isDay, lastEnteredDay } from '@khapdee/domain/thai-date'
import { normalizeThai, truncate } from '@khapdee/domain/thai-text'
import { activeWords, headings, units, yesNoWords } from '@khapdee/domain/words'
import { z } from 'zod'
import { type Display, labelled, shownAs, titleOf } from './field-meta.ts'
import { messages } from './messages.ts'

const satangSchema = z.custom<Satang>((value) => Number.isSafeInteger(value))

/** A JSON number in baht, decoded to satang. More than two decimals are refused. */
export const baht = shownAs(
  z.codec(z.number({ error: messages.number }), satangSchema, {
    decode: (value, ctx) => {
      const satang = bahtToSatang(value)
      if (satang !== null) return satang
      const isTooLarge = Math.abs(value) > satangToBaht(maxTotal)
      const message = isTooLarge
        ? messages.amountMax(bahtWithUnit(maxTotal))
        : messages.bahtDecimals
      ctx.issues.push({ code: 'custom', input: value, message })
      return z.NEVER
    },
    encode: satangToBaht,
  }),
  { as: 'money' },
)

const bahtUpTo = (max: Satang) =>
  baht
    .refine((value) => value >= 0, { error: messages.notNegative, abort: true })
    .refine((value) => value <= max, { error: messages.amountMax(bahtWithUnit(max)) })

/** An amount in baht of one line that is zero or positive, such as a price or a payment; at most `maxAmount`. */
export const nonNegativeBaht = bahtUpTo(maxAmount)

/** A sum in baht that is zero or positive, such as a refund of several lines; at most `maxTotal`. */
export const nonNegativeSum = bahtUpTo(maxTotal)

/** The price of an item. */
export const price = labelled(nonNegativeBaht, 'ราคา', { unit: units.baht })

/** A calendar day as `YYYY-MM-DD` (CE), as it is stored. Calls take an {@link enteredDay}. */
export const day = shownAs(
  z.custom<Day>((value) => typeof value === 'string' && isDay(value), { error: messages.date }),
  { as: 'day' },
)

/** A day that a user enters, from `firstEnteredDay` to `lastEnteredDay`. */
export const enteredDay = shownAs(
  day.refine((value) => value >= firstEnteredDay && value <= lastEnteredDay, {
    error: messages.dayYear,
  }),
  { as: 'day' },
)

/** A time of the day in Bangkok, `HH:MM`. */
export const timeOfDay = (title: string) =>
  labelled(
    z
      .string({ error: messages.required(title) })
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: messages.time }),
    title,
  )

/** A day that a user enters; null by default. */
export const optionalDay = (title: string) => labelled(enteredDay, title).nullable().default(null)

/** An instant in ISO 8601, UTC. */
export const instant = z.string()

/** When a record was created. */
export const createdAt = labelled(instant, 'วันที่บันทึก')

export const id = z.int({ error: messages.invalid }).positive({ error: messages.invalid })

/** An id in a path or query string. */
export const idInPath = z.coerce.number().pipe(id)

/**
 * The id of another record.
 * @param none Thai text shown for null
 */
export const reference = (
  entity: EntityName,
  title: string = entities[entity].label,
  none?: string,
) => labelled(id, title, { entity, ...(none !== undefined && { none }) })

/**
 * The required id of another record. The message for a missing id names the field.
 * @param invalidMessage returns the message for a number that is not a valid id
 */
export function requiredReference(
  entity: EntityName,
  invalidMessage: (title: string) => string = () => messages.invalid,
) {
  const title = entities[entity].label
  return labelled(
    z.int({ error: messages.select(title) }).positive({ error: invalidMessage(title) }),
    title,
    { entity },
  )
}

/** The branch that a record belongs to; null when it belongs to all branches. */
export const branchOrAll = reference('branch', undefined, headings.allBranches)
  .nullable()
  .default(null)

/** The name of the branch that a record belongs to. */
export const branchName = labelled(z.string(), entities.branch.label)

/** Version of an editable record; an update with an older version is refused. */
export const version = z.int().nonnegative()

/** A whole number from 0 to `max`. */
export const wholeNumber = (title: string, max: number, unit?: string) =>
  labelled(
    z
      .int({ error: messages.number })
      .min(0, { error: messages.number })
      .max(max, { error: messages.number }),
    title,
    unit === undefined ? {} : { unit },
  )

/** A whole number from `min` to `max`, inclusive. The messages name the unit. */
export const wholeNumberBetween = (title: string, min: number, max: number, unit?: string) =>
  labelled(
    z
      .int({ error: messages.number })
      .min(min, { error: messages.between(min, max, unit) })
      .max(max, { error: messages.between(min, max, unit) }),
    title,
    unit === undefined ? {} : { unit },
  )

/** A whole number of days from `min` to `max`, inclusive. */
export const days = (title: string, min: number, max: number, unit = 'วัน') =>
  wholeNumberBetween(title, min, max, unit)

/** A boolean, with its Thai words for true and false. */
export const flag = (title: string, words: readonly [on: string, off: string] = yesNoWords) =>
  labelled(z.boolean(), title, { flag: words })

/** Whether a record is active. Forms offer only active records for selection. */
export const active = flag(fieldTitles.status, activeWords).default(true)

/** Free text of at most `max` characters, which may be empty; decoding normalises Thai and trims. */
export const text = (title: string, max = 200, display?: Display) =>
  labelled(
    z
      .string({ error: messages.invalid })
      .overwrite(normalizeThai)
      .max(max, { error: messages.tooLong(max) }),
    title,
    display,
  )

const phone = (title: string) =>
  shownAs(
    z
      .string({ error: messages.required(title) })
      .max(30, { error: messages.phone })
      .overwrite(normalizePhone),
    { as: 'phone' },
  )
const thaiPhone = (schema: ReturnType<typeof phone>) =>
  schema.refine((value) => value === '' || isThaiPhone(value), { error: messages.phone })

/** A required Thai phone number; the message names the field. */
export const requiredPhone = (title: string) =>
  labelled(thaiPhone(phone(title).min(1, { error: messages.required(title) })), title)

/** A Thai phone number, or empty. */
export const optionalPhone = (title: string) => labelled(thaiPhone(phone(title)), title).default('')

/** Exactly `count` digits, or empty. */
export const digits = (title: string, count: number, display?: Display) =>
  labelled(
    z.union([
      z.literal(''),
      z.string().regex(new RegExp(`^\\d{${count}}$`), { error: `${title}ต้องมี ${count} หลัก` }),
    ]),
    title,
    display,
  ).default('')

/** Required text; the message names the field. */
export const requiredText = (title: string, max = 200) =>
  labelled(
    z
      .string({ error: messages.required(title) })
      .overwrite(normalizeThai)
      .min(1, { error: messages.required(title) })
      .max(max, { error: messages.tooLong(max) }),
    title,
  )

/** A reason entered by the user. */
export const reason = (max?: number) => requiredText(fieldTitles.reason, max)

/** Text of several lines, normalised line by line so that line breaks are kept. */
export const multilineText = (title: string, max = 2000) =>
  labelled(
    z
      .string({ error: messages.invalid })
      .overwrite((value) => value.split('\n').map(normalizeThai).join('\n').trim())
      .max(max, { error: messages.tooLong(max) }),
    title,
  )

/** A remark of the user, of at most `max` characters. */
export const noteOf = (max: number) => multilineText(fieldTitles.note, max).default('')
export const note = noteOf(2000)

/** Description of a record, of at most `max` characters. */
export const detailOf = (max: number) => multilineText(headings.details, max).default('')
export const detail = detailOf(2000)

/** A labelled text in answers. */
export const shownText = (title: string, display?: Display) => labelled(z.string(), title, display)

/** Text fields of answers, with the labels of the given fields. They are not validated, as old rows may violate newer rules. */
export const storedTexts = <Name extends string>(
  fields: Readonly<Record<Name, z.ZodType>>,
  ...names: readonly Name[]
) =>
  Object.fromEntries(names.map((name) => [name, shownText(titleOf(fields, name))])) as Record<
    Name,
    z.ZodString
  >

type WordsOf<Key extends string> = Readonly<Record<Key, string | { readonly label: string }>>

const keyOf = <Key extends string>(words: Readonly<Record<Key, unknown>>, error: string) =>
  z.enum(Object.keys(words) as [Key, ...Key[]], { error })

/** A key of a list of Thai labels. */
export const oneOf = <Key extends string>(title: string, words: WordsOf<Key>) =>
  labelled(keyOf(words, messages.invalid), title, { words })

/** A required key of a list of Thai labels; the message names the field. */
export const requiredOneOf = <Key extends string>(title: string, words: WordsOf<Key>) =>
  labelled(keyOf(words, messages.select(title)), title, { words })

/** The state of a record. */
export const statusOf = <Key extends string>(states: WordsOf<Key>) =>
  oneOf(fieldTitles.status, states)

export const promotionCodeTitle = 'รหัสส่วนลด'

/** The kind of a record. */
export const typeOf = <Key extends string>(types: WordsOf<Key>) => oneOf(fieldTitles.type, types)

/** A dropdown entry. */
export const option = z.object({ value: z.union([z.string(), z.number()]), name: z.string() })
export type Option = z.infer<typeof option>

/** The first entry of every filter. */
export const allOption: Option = { value: 'all', name: headings.all }

/** Values of a query parameter that mean the filter is not set. */
const noFilter = new Set(['', 'all', headings.all])
/** Whether a filter is set, by the value of its query parameter. */
export const isSet = (value: string | undefined): value is string =>
  value !== undefined && !noFilter.has(value)

/** Label of an employee's position. */

const filterText = (title: string) => labelled(z.string().max(100), title).optional()
const filterDay = (title: string) =>
  labelled(
    z.string().refine((value) => !isSet(value) || isDay(value), { error: messages.date }),
    title,
    { as: 'day' },
  ).optional()

/** `YYYY-MM`, or `YYYY` where a list has years, too; CE. */
const periodPattern = /^\d{4}(-(0[1-9]|1[0-2]))?$/
/** Whether a text is a period by which lists are filtered. */
export const isPeriod = (text: string): boolean => periodPattern.test(text)

/**
 * A search text. It is truncated to a length that no stored name exceeds, so that a long text is
 * not an error.
 */
export const searchText = labelled(
  z
    .string()
    .max(2000)
    .overwrite((typed) => truncate(normalizeThai(typed), 250)),
  'คำค้นหา',
)

/** The query of all lists. Each list uses only some of the filters. */
export const listQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(10),
  sort: labelled(z.string().max(40), 'เรียงตาม').optional(),
  branch: filterText(entities.branch.label),
  status: filterText(fieldTitles.status),
  type: filterText(fieldTitles.type),
  category: filterText(fieldTitles.group),
  user: filterText(fieldTitles.recordedBy),
  pay_type: filterText(fieldTitles.payType),
  position: filterText(fieldTitles.position),
  month: labelled(
    z.string().refine((value) => !isSet(value) || isPeriod(value), { error: messages.invalid }),
    'งวดเดือน',
  ).optional(),
  text: searchText.optional(),
  start: filterDay(fieldTitles.firstDay),
  end: filterDay(fieldTitles.lastDay),
})
export type ListQuery = z.output<typeof listQuery>

/** The query of an exported list, without paging, because a file contains all rows. */
export const exportQuery = listQuery.omit({ page: true, perPage: true })

/** Which page of a list an answer has, and how many rows and pages there are. */
export const listMeta = z.object({
  page: z.number(),
  perPage: z.number(),
  total: z.number(),
  totalPages: z.number(),
  /** True if counting stopped at `total`, so that there may be more rows. */
  capped: z.boolean().optional(),
  /** True if there are more rows than the pages reach. */
  bounded: z.boolean().optional(),
})
export type Meta = z.infer<typeof listMeta>

export const filters = z.record(z.string(), z.array(option))
export type Filters = z.infer<typeof filters>

/** The answer of a list: rows, paging and the choices of its filters. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), meta: listMeta, filter: filters })

/** An answer with the field `data`. */
export const dataOf = <Data extends z.ZodType>(data: Data) => z.object({ data })

/** A signed link to a PDF. */
export const pdfLink = z.object({ pdf: z.string() })

/** A QR code: the SVG path of its dark modules, one unit per module, `size` modules per side. */
export const qrPicture = z.object({ path: z.string(), size: z.number() })

/** A signed link to a file. */
export const fileLink = z.object({ file: z.string() })
