/**
 * The field types of the wire, said once. Decoding goes from JSON to the values the code works
 * with (baht to satang, text to normalised text); encoding goes back.
 */
import { type EntityName, entities } from '@khapdee/domain/entities'
import { type Satang, bahtToSatang, satangToBaht } from '@khapdee/domain/money'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { z } from 'zod'
import { type Display, labelled, shownAs, titleOf } from './field-meta.ts'
import { messages } from './messages.ts'

const satangSchema = z.custom<Satang>((value) => Number.isSafeInteger(value))

/** A JSON number in baht with at most two decimals; inside: satang. More decimals are refused. */
export const baht = shownAs(
  z.codec(z.number({ error: messages.number }), satangSchema, {
    decode: (value, ctx) => {
      const satang = bahtToSatang(value)
      if (satang !== null) return satang
      ctx.issues.push({ code: 'custom', input: value, message: messages.bahtDecimals })
      return z.NEVER
    },
    encode: satangToBaht,
  }),
  { as: 'money' },
)

/** Baht that cannot be negative: prices and payments. */
export const positiveBaht = baht.refine((value) => value >= 0, { error: messages.notNegative })

/** The price of something that is sold. */
export const price = labelled(positiveBaht, 'ราคา', { unit: 'บาท' })

/** A day as `YYYY-MM-DD` (CE) that exists in the calendar. */
export const day = shownAs(
  z.custom<Day>((value) => typeof value === 'string' && isDay(value), { error: messages.date }),
  { as: 'day' },
)

/** A day that may be left out. */
export const optionalDay = (title: string) => labelled(day, title).nullable().default(null)

/** An instant, ISO 8601 in UTC. */
export const instant = z.string()

/** When a record was made. */
export const createdAt = labelled(instant, 'วันที่บันทึก')

export const id = z.int({ error: messages.invalid }).positive({ error: messages.invalid })

/** An id in a path or query string. */
export const idInPath = z.coerce.number().pipe(id)

/**
 * The id of another record.
 * @param none what it means that there is none
 */
export const reference = (
  entity: EntityName,
  title: string = entities[entity].label,
  none?: string,
) => labelled(id, title, { entity, ...(none !== undefined && { none }) })

/**
 * The id of another record that has to be chosen; the message names the field.
 * @param wrong says of a number that it can be no id
 */
export function requiredReference(
  entity: EntityName,
  wrong: (title: string) => string = () => messages.invalid,
) {
  const title = entities[entity].label
  return labelled(
    z.int({ error: messages.select(title) }).positive({ error: wrong(title) }),
    title,
    { entity },
  )
}

/** The branch that has a record; null where every branch has it. */
export const branchOrAll = reference('branch', undefined, 'ทุกสาขา').nullable().default(null)

/** The name of the branch that has a record. */
export const branchName = labelled(z.string(), entities.branch.label)

/** Carried by every editable record; an update with an older one is refused. */
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

/** True or false, in two words. */
export const flag = (title: string, words: readonly [on: string, off: string] = ['ใช่', 'ไม่ใช่']) =>
  labelled(z.boolean(), title, { flag: words })

/** Whether a record of the master data is offered. */
export const active = flag('สถานะ', ['เปิดใช้งาน', 'ปิดใช้งาน']).default(true)

/** Free text: Thai normalised, trimmed, never longer than `max`. Empty is allowed. */
export const text = (title: string, max = 200, display?: Display) =>
  labelled(
    z
      .string({ error: messages.invalid })
      .overwrite(normalizeThai)
      .max(max, { error: messages.tooLong(max) }),
    title,
    display,
  )

/** Exactly so many digits, or none. */
export const digits = (title: string, count: number, display?: Display) =>
  labelled(
    z.union([
      z.literal(''),
      z.string().regex(new RegExp(`^\\d{${count}}$`), { error: `${title}ต้องมี ${count} หลัก` }),
    ]),
    title,
    display,
  ).default('')

/** Text that must be given; the message names the field. */
export const requiredText = (title: string, max = 200) =>
  labelled(
    z
      .string({ error: messages.required(title) })
      .overwrite(normalizeThai)
      .min(1, { error: messages.required(title) })
      .max(max, { error: messages.tooLong(max) }),
    title,
  )

/** Several lines of text: line breaks are kept, so it is not normalised as one. */
export const multilineText = (title: string, max = 2000) =>
  labelled(
    z
      .string({ error: messages.invalid })
      .overwrite((value) => value.split('\n').map(normalizeThai).join('\n').trim())
      .max(max, { error: messages.tooLong(max) }),
    title,
  )

/** A remark about a record. */
export const noteOf = (max: number) => multilineText('หมายเหตุ', max).default('')
export const note = noteOf(2000)

/** More about a record of the master data than its name. */
export const detail = multilineText('รายละเอียด').default('')

/** Text that is only read. */
export const shownText = (title: string, display?: Display) => labelled(z.string(), title, display)

/** The same texts as they are stored: the rules for writing them are younger than some rows. */
export const storedTexts = <Name extends string>(
  fields: Readonly<Record<Name, z.ZodType>>,
  ...names: readonly Name[]
) =>
  Object.fromEntries(names.map((name) => [name, shownText(titleOf(fields, name))])) as Record<
    Name,
    z.ZodString
  >

/** A key of a table of words. */
const keyOf = <Key extends string>(words: Readonly<Record<Key, unknown>>, error: string) =>
  z.enum(Object.keys(words) as [Key, ...Key[]], { error })

/** A key of a table of words. */
export const oneOf = <Key extends string>(
  title: string,
  words: Readonly<Record<Key, string | { readonly label: string }>>,
) => labelled(keyOf(words, messages.invalid), title, { words })

/** One that has to be chosen; the message names the field. */
export const requiredOneOf = <Key extends string>(
  title: string,
  words: Readonly<Record<Key, string | { readonly label: string }>>,
) => labelled(keyOf(words, messages.select(title)), title, { words })

/** A dropdown entry. */
export const option = z.object({ value: z.union([z.string(), z.number()]), name: z.string() })
export type Option = z.infer<typeof option>

/** The first entry of every filter. */
export const allOption: Option = { value: 'all', name: 'ทั้งหมด' }

/** `all`, `ทั้งหมด` and empty text mean that the filter is not set. */
const noFilter = new Set(['', 'all', 'ทั้งหมด'])
export const isSet = (value: string | undefined): value is string =>
  value !== undefined && !noFilter.has(value)

const filterText = (title: string) => labelled(z.string().max(100), title).optional()
const filterDay = (title: string) =>
  labelled(
    z.string().refine((value) => !isSet(value) || isDay(value), { error: messages.date }),
    title,
    { as: 'day' },
  ).optional()

/** The query every list understands; a screen takes the filters it offers. */
export const listQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(10),
  sort: labelled(z.string().max(40), 'เรียงตาม').optional(),
  branch: filterText(entities.branch.label),
  status: filterText('สถานะ'),
  type: filterText('ประเภท'),
  category: filterText('หมวด'),
  user: filterText('ผู้ใช้งาน'),
  position: filterText('ตำแหน่ง'),
  month: filterText('งวดเดือน'),
  text: labelled(z.string().max(100).overwrite(normalizeThai), 'คำค้นหา').optional(),
  start: filterDay('ตั้งแต่วันที่'),
  end: filterDay('ถึงวันที่'),
})
export type ListQuery = z.output<typeof listQuery>

/** What a list was asked, without the page: a file holds all of it. */
export const exportQuery = listQuery.omit({ page: true, perPage: true })

const meta = z.object({
  page: z.number(),
  perPage: z.number(),
  total: z.number(),
  totalPages: z.number(),
  /** True where counting stopped at `total`: there are more, and nobody knows how many. */
  capped: z.boolean().optional(),
})
export type Meta = z.infer<typeof meta>

export const filters = z.record(z.string(), z.array(option))
export type Filters = z.infer<typeof filters>

/** A list's answer: rows, paging and the dropdowns of its filters. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), meta, filter: filters })

/** An answer with one thing in it. */
export const dataOf = <Data extends z.ZodType>(data: Data) => z.object({ data })

/** A PDF's signed link. */
export const pdfLink = z.object({ pdf: z.string() })

/** A QR code: the SVG path of its dark modules, one unit a module, `size` modules a side. */
export const qrPicture = z.object({ path: z.string(), size: z.number() })

/** A file's signed link. */
export const fileLink = z.object({ file: z.string() })
